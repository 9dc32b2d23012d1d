-- What its mail was to become when a workflow was activated without a question, because nothing of it left ('test' or 'captured'),
-- or when a person approved it. Null where neither holds it to anything.
ALTER TABLE workflows ADD COLUMN agreed_delivery TEXT;

-- An import that was started without a question, because no opt-in request of it would have left.
ALTER TABLE import_progress ADD COLUMN stays_here INTEGER NOT NULL DEFAULT 0;
