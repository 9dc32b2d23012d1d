-- An organization whose mail waits until a person resumes sending. NULL paused_at: it does not wait. paused_by NULL: the operator.
ALTER TABLE organizations ADD COLUMN sending_paused_at BIGINT;
ALTER TABLE organizations ADD COLUMN sending_paused_by TEXT;
ALTER TABLE organizations ADD COLUMN sending_pause_reason TEXT;
-- The days in which a mail is tried count from here where it was accepted earlier.
ALTER TABLE organizations ADD COLUMN sending_resumed_at BIGINT;
-- Read by every claim, so it holds nothing but paused organizations.
CREATE INDEX organizations_paused ON organizations (key) WHERE sending_paused_at IS NOT NULL;
