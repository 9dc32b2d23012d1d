-- The runs of a person in the order of their keys: a page of thousands is read from its end, and not sorted first. As an
-- expression, because PostgreSQL would otherwise walk the primary key, and read all that others had since.
CREATE INDEX workflow_runs_of_subscriber ON workflow_runs (subscriber, (key + 0));
