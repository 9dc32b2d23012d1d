-- What stands at the foot of a campaign's mails, as it was when the campaign was sent: whatever the organization says later.
ALTER TABLE campaigns ADD COLUMN postal_address TEXT;
ALTER TABLE mass_bodies ADD COLUMN postal_address TEXT;
