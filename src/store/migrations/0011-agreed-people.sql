-- A sample of the people whom a person agreed to have a campaign sent to (JSON): lots, and keyed marks of addresses. Null
-- where nobody was asked, where they could not all be looked at, and once those who are written down were compared with it.
ALTER TABLE campaigns ADD COLUMN agreed_people TEXT;
