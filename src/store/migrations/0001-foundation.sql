-- One text for SQLite and PostgreSQL. {key} is an integer primary key that counts by itself; public ids stand
-- beside it, so that indexes and joins carry eight bytes, not thirty. Instants are epoch milliseconds; flags 0 or 1;
-- JSON is text. {clustered} keeps a table's rows in the tree of its primary key, where the database can.

CREATE TABLE organizations (
  key {key},
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  sending_enabled INTEGER NOT NULL,
  default_from TEXT,
  timezone TEXT NOT NULL,
  double_opt_in INTEGER NOT NULL,
  postal_address TEXT,
  created_at BIGINT NOT NULL
);

-- What the whole instance remembers of itself.
CREATE TABLE instance (
  name TEXT PRIMARY KEY,
  remembered TEXT NOT NULL
) {clustered};

-- Full counts that are answered often; kept in the transaction that changes what they count.
CREATE TABLE counts (
  organization BIGINT NOT NULL,
  counted TEXT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (organization, counted)
);

CREATE TABLE tokens (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL REFERENCES organizations (key),
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  scopes TEXT NOT NULL,
  domain_id TEXT,
  mode TEXT NOT NULL,
  allowed_recipients TEXT,
  send_cap TEXT,
  ip_allowlist TEXT,
  last_used_at BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX tokens_by_organization ON tokens (organization, key);

-- What a caller may present for a token. Only the SHA-256 of a secret is kept. A rotated token has two for a day.
CREATE TABLE token_secrets (
  hash TEXT PRIMARY KEY,
  token BIGINT NOT NULL REFERENCES tokens (key),
  valid_until BIGINT
);
CREATE INDEX token_secrets_by_token ON token_secrets (token);

-- Sends of a token with a cap, per fixed hour and day.
CREATE TABLE token_sends (
  token BIGINT NOT NULL,
  span TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  sends BIGINT NOT NULL,
  PRIMARY KEY (token, span)
);

CREATE TABLE subscribers (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  email TEXT NOT NULL,
  first_name TEXT,
  last_name TEXT,
  attributes TEXT NOT NULL,
  -- Ids of tags with commas between, so that a page of subscribers needs no join. subscriber_tags says the same
  -- the other way round; both change together. The id of a deleted tag may stay here: it has no name any more, so
  -- it is not shown.
  tags TEXT NOT NULL,
  status TEXT NOT NULL,
  external_id TEXT,
  source TEXT NOT NULL,
  timezone TEXT,
  locale TEXT,
  consent TEXT,
  -- Address and names in lower case, for the free-text filter.
  search TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  unsubscribed_at BIGINT,
  unsubscribed_because TEXT,
  last_activity_at BIGINT,
  -- Tracked events of this subscriber, changed with last_activity_at.
  event_count BIGINT NOT NULL,
  UNIQUE (organization, email)
);
CREATE INDEX subscribers_by_key ON subscribers (organization, key);
CREATE INDEX subscribers_by_status ON subscribers (organization, status, key);
CREATE UNIQUE INDEX subscribers_by_external_id ON subscribers (organization, external_id)
  WHERE external_id IS NOT NULL;

CREATE TABLE tags (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- The name in lower case: names are unique without regard to case.
  name_key TEXT NOT NULL,
  description TEXT,
  color TEXT,
  subscriber_count BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (organization, name_key)
);
CREATE INDEX tags_by_key ON tags (organization, key);

CREATE TABLE subscriber_tags (
  subscriber BIGINT NOT NULL,
  tag BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (subscriber, tag)
) {clustered};
CREATE INDEX subscriber_tags_by_tag ON subscriber_tags (tag, subscriber);

CREATE TABLE events (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  subscriber BIGINT NOT NULL,
  subscriber_id TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  properties TEXT NOT NULL,
  occurred_at BIGINT NOT NULL,
  received_at BIGINT NOT NULL
);
CREATE INDEX events_by_subscriber ON events (subscriber, key);

-- A mail as it was accepted: the body as written and a snapshot of its merge values, so that what was read,
-- sent and looked up later is always the same rendering. The body stands last, away from what lists read.
CREATE TABLE emails (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  token BIGINT,
  source TEXT NOT NULL,
  delivery_mode TEXT NOT NULL,
  last_event TEXT NOT NULL,
  last_event_at BIGINT NOT NULL,
  last_event_machine INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  sent_at BIGINT,
  from_text TEXT NOT NULL,
  to_text TEXT NOT NULL,
  to_key TEXT NOT NULL,
  reply_to_text TEXT,
  subject TEXT NOT NULL,
  preview TEXT,
  message_id TEXT NOT NULL,
  subscriber_id TEXT,
  campaign_id TEXT,
  workflow_run_id TEXT,
  merge_values TEXT,
  -- Placeholders that had neither a value nor a default (JSON): what the sender is warned about.
  merge_missing TEXT,
  body_kind TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX emails_by_key ON emails (organization, key);
CREATE INDEX emails_by_recipient ON emails (organization, to_key, key);

-- What happened to a mail after it was accepted, which its own row tells.
CREATE TABLE email_events (
  key {key},
  organization BIGINT NOT NULL,
  email_id TEXT NOT NULL,
  type TEXT NOT NULL,
  at BIGINT NOT NULL,
  machine INTEGER NOT NULL,
  details TEXT NOT NULL
);
CREATE INDEX email_events_by_email ON email_events (email_id, key);

-- What happens later. run_at is also the lease: claiming moves it to the lease's end, so a worker that dies
-- gives its jobs back by itself. fence tells a late worker that its job is no longer its own.
CREATE TABLE jobs (
  key {key},
  organization BIGINT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  attempt_open INTEGER NOT NULL,
  unknown_attempts INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (kind, subject)
);
CREATE INDEX jobs_due ON jobs (kind, organization, run_at);

CREATE TABLE suppressions (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  email TEXT NOT NULL,
  origin TEXT NOT NULL,
  source_id TEXT,
  scope TEXT NOT NULL,
  -- A hard bounce suppresses once its cooldown has ended; until then the cooldown answers.
  starts_at BIGINT NOT NULL,
  expires_at BIGINT,
  created_at BIGINT NOT NULL,
  UNIQUE (email, organization, scope)
);
CREATE INDEX suppressions_by_key ON suppressions (organization, key);

-- One row per real mailbox and guard scope (an organization's key, or 0 for the whole instance): the instants
-- of its last accepted sends (JSON), transactional and bulk apart, and its bounce state. One tree and no index
-- beside it: a row is touched by every send.
CREATE TABLE recipient_guards (
  scope BIGINT NOT NULL,
  mailbox TEXT NOT NULL,
  sends TEXT NOT NULL,
  bulk_sends TEXT NOT NULL,
  bounces INTEGER NOT NULL,
  soft_bounces INTEGER NOT NULL,
  cooldown_until BIGINT,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (scope, mailbox)
) {clustered};

-- The answer to a request that carried an Idempotency-Key, written in the transaction of its effect. The slot is
-- a hash of organization, place and key: short, so that the tree stays small.
CREATE TABLE idempotency (
  slot TEXT PRIMARY KEY,
  organization BIGINT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  remembered_at BIGINT NOT NULL
) {clustered};
