-- The recipients that a send was refused for: the address of the first, in lower case, and how many they are. The address is
-- null once its person was erased.
ALTER TABLE audit_entries ADD COLUMN refused_recipient TEXT;
ALTER TABLE audit_entries ADD COLUMN refused_recipients INTEGER;
-- The subscriber who had that address and has another one now: erasing them erases it too.
ALTER TABLE audit_entries ADD COLUMN refused_subscriber TEXT;
CREATE INDEX audit_entries_by_recipient ON audit_entries (organization, refused_recipient, key)
  WHERE refused_recipient IS NOT NULL;
CREATE INDEX audit_entries_by_subscriber ON audit_entries (organization, refused_subscriber)
  WHERE refused_subscriber IS NOT NULL;

-- Mails that invited a person, counted for a day: the row outlives the person, who may be removed and added again.
-- mailbox: a keyed mark, from which the address cannot be read.
CREATE TABLE invitations (
  key {key},
  organization BIGINT NOT NULL,
  mailbox TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX invitations_by_organization ON invitations (organization, at);
CREATE INDEX invitations_by_age ON invitations (at);
