-- The start time a person approved (epoch milliseconds): an assistant may not move the campaign to an earlier one. NULL in rows from before, where
-- the scheduled time counts.
ALTER TABLE campaigns ADD COLUMN approved_start BIGINT;
