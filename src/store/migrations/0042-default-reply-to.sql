-- Where replies to mail go that names no reply_to itself; null: to its sender.
ALTER TABLE organizations ADD COLUMN default_reply_to TEXT;
