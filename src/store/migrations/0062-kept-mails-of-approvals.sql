-- The mails that a person was shown when they decided, sealed; empty where there were none, or where they name an erased person.
ALTER TABLE approvals ADD COLUMN mails TEXT NOT NULL DEFAULT '';
