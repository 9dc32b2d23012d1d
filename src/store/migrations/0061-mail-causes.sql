-- The calls and workflow steps that led to a mail, as a JSON array, nearest first. NULL in rows from before.
ALTER TABLE emails ADD COLUMN cause TEXT;
ALTER TABLE campaigns ADD COLUMN cause TEXT;
ALTER TABLE workflows ADD COLUMN cause TEXT;
ALTER TABLE imports ADD COLUMN cause TEXT;
ALTER TABLE workflow_inbox ADD COLUMN cause TEXT;
ALTER TABLE workflow_runs ADD COLUMN cause TEXT;
