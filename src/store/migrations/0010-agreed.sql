-- How many people a person agreed to have a campaign sent to. Null where nobody was asked, or where they were told only
-- that there are at least so many: then any number is sent.
ALTER TABLE campaigns ADD COLUMN agreed_recipients BIGINT;
