-- Whether mail really left when a person agreed to have a campaign sent ('live', 'test' or 'captured'). Null where nobody was
-- asked.
ALTER TABLE campaigns ADD COLUMN agreed_delivery TEXT;
