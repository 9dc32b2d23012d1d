-- The call with its root token and approval, as a JSON array like emails.cause. NULL in rows from before.
ALTER TABLE audit_entries ADD COLUMN cause TEXT;
