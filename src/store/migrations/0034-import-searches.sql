-- The address of an erased person, sealed, until the file of an import that waits for its caller has been searched for it; then
-- NULL. Only the mark is left, by which rows of the file are passed over.
ALTER TABLE import_erasures ADD COLUMN sought TEXT;
CREATE INDEX import_erasures_sought ON import_erasures (import) WHERE sought IS NOT NULL;
