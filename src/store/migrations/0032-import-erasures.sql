-- People who were erased while an import of their organization had not ended, by the marks of their addresses: rows of the file
-- about them are passed over, and the file goes once the import has ended.
CREATE TABLE import_erasures (
  import BIGINT NOT NULL REFERENCES imports (key),
  mark TEXT NOT NULL,
  PRIMARY KEY (import, mark)
) {clustered};
CREATE INDEX import_progress_kept ON import_progress (organization) WHERE file_until IS NOT NULL;
