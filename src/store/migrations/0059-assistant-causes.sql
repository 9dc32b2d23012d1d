-- Whose allowance pays for mail that an assistant caused: the root of its token, or `operator`. NULL: no assistant caused it. A happening
-- passes it to the runs that it starts, and these to what they change.
ALTER TABLE workflow_inbox ADD COLUMN assistant TEXT;
ALTER TABLE workflow_runs ADD COLUMN assistant TEXT;
-- NULL in rows from before.
ALTER TABLE assistant_changes ADD COLUMN counted_as TEXT;
