-- Messages that came whole from a mail program, once for all their recipients. An email whose body_kind is mime
-- has the id of its message in body. One character per octet.
CREATE TABLE raw_messages (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  header TEXT NOT NULL,
  body TEXT NOT NULL,
  -- Of both together, so that nobody has to read a message to know how large it is.
  octets BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX emails_by_raw_message ON emails (organization, body) WHERE body_kind = 'mime';
