-- When a person first opened a captured or test mail at the console; null while it is unread.
ALTER TABLE emails ADD COLUMN read_at BIGINT;
CREATE INDEX emails_unread ON emails (organization, key) WHERE delivery_mode <> 'live' AND read_at IS NULL;
