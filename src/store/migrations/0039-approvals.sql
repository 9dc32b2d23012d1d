-- What an assistant asked a person: a call that waits for their yes. call_mark: which call of which caller it is, so that a
-- repeat is the same question; token, grant_id and client: who asked (token NULL: the operator's own assistant); arguments:
-- sealed; about, recipients and people: what a yes is for; shown: what the person sees; decided_by: {id, name} as JSON.
-- status: 'pending', 'approved', 'declined' or 'used'; outcome: what came of a used one.
CREATE TABLE approvals (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  status TEXT NOT NULL,
  tool TEXT NOT NULL,
  call_mark TEXT NOT NULL,
  token BIGINT,
  token_id TEXT,
  token_name TEXT,
  grant_id TEXT,
  client TEXT,
  arguments TEXT NOT NULL,
  about TEXT NOT NULL,
  recipients BIGINT,
  people TEXT,
  shown TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  decided_at BIGINT,
  decided_by TEXT,
  word TEXT,
  used_at BIGINT,
  outcome TEXT,
  answered_at BIGINT
);
CREATE INDEX approvals_by_key ON approvals (organization, key);
CREATE INDEX approvals_by_call ON approvals (organization, call_mark, key);
CREATE INDEX approvals_by_token ON approvals (organization, token, key);
CREATE INDEX approvals_pending ON approvals (organization, expires_at) WHERE status = 'pending';
CREATE INDEX approvals_by_age ON approvals (asked_at);

-- A token for an assistant: what it sends is held to the limits of assistants at every door. Made by one, or for one.
ALTER TABLE tokens ADD COLUMN assistant INTEGER NOT NULL DEFAULT 0;
