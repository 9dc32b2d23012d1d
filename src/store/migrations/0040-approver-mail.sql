-- When a person was last mailed that an assistant asks; null: never. Within a while after it they are not mailed again.
ALTER TABLE people ADD COLUMN approval_mailed_at BIGINT;
