-- Who did what: one line for each invocation that may change something, written before it and settled after it. A line
-- without an outcome is an invocation that a crash cut off.
CREATE TABLE audit_entries (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  at BIGINT NOT NULL,
  -- The public id of the token, or null for the operator of the machine.
  token_id TEXT,
  token_name TEXT,
  -- The program that called, as it says of itself.
  client TEXT,
  door TEXT NOT NULL,
  tool TEXT NOT NULL,
  effect TEXT NOT NULL,
  -- What it was about: the ids among its arguments (JSON array).
  about TEXT NOT NULL,
  request_id TEXT NOT NULL,
  -- 'done', the name of a failure, or null.
  outcome TEXT,
  settled_at BIGINT
);
CREATE INDEX audit_entries_by_key ON audit_entries (organization, key);
CREATE INDEX audit_entries_by_tool ON audit_entries (organization, tool, key);
CREATE INDEX audit_entries_by_token ON audit_entries (organization, token_id, key);
CREATE INDEX audit_entries_by_age ON audit_entries (at);

-- Confirmations of sends that were used; each is good for one send.
CREATE TABLE used_confirmations (
  organization BIGINT NOT NULL,
  id TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (organization, id)
) {clustered};
CREATE INDEX used_confirmations_by_age ON used_confirmations (expires_at);
