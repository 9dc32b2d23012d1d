-- What mails and subscribers are searched by: the triples of letters of their texts, made by the program, each with its
-- organization, so that nobody's words make another's search slower. Beside their tables, whose rows are written anew with
-- each event.
CREATE TABLE mail_search (key BIGINT PRIMARY KEY, grams BIGINT[] NOT NULL);
CREATE INDEX mail_search_grams ON mail_search USING gin (grams);
CREATE TABLE subscriber_search (key BIGINT PRIMARY KEY, grams BIGINT[] NOT NULL);
CREATE INDEX subscriber_search_grams ON subscriber_search USING gin (grams);
