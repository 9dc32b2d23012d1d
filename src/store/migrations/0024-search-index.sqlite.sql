-- What mails and subscribers are searched by: the triples of letters of their texts, made by the program, each with its
-- organization, so that nobody's words make another's search slower. Deleted entries leave the file at once.
CREATE VIRTUAL TABLE mail_search USING fts5(grams, content = '', detail = none, columnsize = 0, tokenize = 'ascii');
INSERT INTO mail_search (mail_search, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE subscriber_search USING fts5(grams, content = '', detail = none, columnsize = 0, tokenize = 'ascii');
INSERT INTO subscriber_search (subscriber_search, rank) VALUES ('secure-delete', 1);
-- Rows that were changed or deleted since, with the terms that they still have in the index: taking one out takes
-- milliseconds.
CREATE TABLE search_changes (
  list TEXT NOT NULL,
  organization BIGINT NOT NULL,
  row_key BIGINT NOT NULL,
  terms TEXT NOT NULL,
  PRIMARY KEY (list, organization, row_key)
) WITHOUT ROWID;
