-- When the approval of an activation was shown to its person, or the activation without one (epoch milliseconds). Later changes by assistants
-- count against their allowance. NULL in rows from before, where activated_at counts.
ALTER TABLE workflows ADD COLUMN approved_at BIGINT;
