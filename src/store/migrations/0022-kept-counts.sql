-- How many subscribers a segment had when they were last counted, and when that was; null until then.
ALTER TABLE segments ADD COLUMN counted BIGINT;
ALTER TABLE segments ADD COLUMN counted_at BIGINT;
