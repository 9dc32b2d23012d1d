-- Endpoints as their authors edit them. secret and old_secret are sealed; the old one signs until old_secret_until.
-- events: a JSON array of kinds or groups ('email.*'), empty for all. A deleted endpoint keeps its row until the sweep has
-- removed what it was sent.
CREATE TABLE webhooks (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE INDEX webhooks_by_key ON webhooks (organization, key);
CREATE INDEX webhooks_deleted ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;

-- What attempts change, apart from the row above, which they never rewrite. status: 'enabled', 'disabled' (by its author) or
-- 'auto_disabled'; reason: the sentence that says why. failing_since: the first failure after the last success.
-- paused_until: no attempt begins before it.
CREATE TABLE webhook_states (
  webhook BIGINT NOT NULL PRIMARY KEY,
  organization BIGINT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  status_at BIGINT NOT NULL,
  consecutive_failures INTEGER NOT NULL,
  failing_since BIGINT,
  last_delivery_at BIGINT,
  last_success_at BIGINT,
  paused_until BIGINT
) {clustered};
CREATE INDEX webhook_states_by_status ON webhook_states (status, webhook);

-- Who is to be sent what: one row per kind, group or '*' of an endpoint that is enabled. Every transaction that records
-- something reads it, so it is narrow.
CREATE TABLE webhook_listens (
  organization BIGINT NOT NULL,
  kind TEXT NOT NULL,
  webhook BIGINT NOT NULL,
  PRIMARY KEY (organization, kind, webhook)
) {clustered};

-- One row per organization that ever had an endpoint: locked while its outbox is fanned out and while its endpoints change,
-- because sequences and the limit of endpoints need one writer.
CREATE TABLE webhook_organizations (
  organization BIGINT NOT NULL PRIMARY KEY
) {clustered};

-- What happened and is to be made into messages, written in its own transaction where an endpoint listens to the kind.
-- to_key, subscriber_id: the person it is about, so that their erasure reaches it.
CREATE TABLE webhook_outbox (
  key {key},
  organization BIGINT NOT NULL,
  kind TEXT NOT NULL,
  object_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  data TEXT NOT NULL,
  to_key TEXT,
  subscriber_id TEXT
);
CREATE INDEX webhook_outbox_by_organization ON webhook_outbox (organization, key);

-- The body of a delivery, word for word; it never changes. sequence grows with each message about the object.
CREATE TABLE webhook_messages (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  kind TEXT NOT NULL,
  object_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  payload TEXT NOT NULL,
  to_key TEXT,
  subscriber_id TEXT
);
CREATE INDEX webhook_messages_by_object ON webhook_messages (organization, object_id, key);
CREATE INDEX webhook_messages_by_time ON webhook_messages (organization, at);
CREATE INDEX webhook_messages_by_person ON webhook_messages (organization, to_key) WHERE to_key IS NOT NULL;
CREATE INDEX webhook_messages_by_subscriber ON webhook_messages (organization, subscriber_id)
  WHERE subscriber_id IS NOT NULL;

-- Deliveries that have not ended; one that ends is deleted, so that a look reads no ended ones. attempts: those whose end is
-- written; a worker ends the attempt that it began, or none.
CREATE TABLE webhook_deliveries (
  key {key},
  organization BIGINT NOT NULL,
  webhook BIGINT NOT NULL,
  message BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL
);
CREATE UNIQUE INDEX webhook_deliveries_by_message ON webhook_deliveries (webhook, message);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook, due_at);

-- Which process delivers to an endpoint: one at a time, so that its connections and its pace are decided in one place. beat:
-- raised every few seconds; a process that sees it stand still takes the endpoint over, whatever its own clock says.
CREATE TABLE webhook_leases (
  webhook BIGINT NOT NULL PRIMARY KEY,
  organization BIGINT NOT NULL,
  holder TEXT NOT NULL,
  beat INTEGER NOT NULL
) {clustered};

-- How deliveries ended: 'succeeded' or 'failed'. A replay deletes the row, and the delivery begins anew.
CREATE TABLE webhook_results (
  webhook BIGINT NOT NULL,
  message BIGINT NOT NULL,
  organization BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  ended_at BIGINT NOT NULL,
  PRIMARY KEY (webhook, message)
) {clustered};
CREATE INDEX webhook_results_by_outcome ON webhook_results (webhook, outcome, message);

-- Each attempt: where to, how long it took and what came of it. outcome: 'succeeded' or what failed; status_code is NULL
-- where no answer came; answer: its first 2 kB.
CREATE TABLE webhook_attempts (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  webhook BIGINT NOT NULL,
  message BIGINT NOT NULL,
  at BIGINT NOT NULL,
  duration_ms INTEGER NOT NULL,
  url TEXT NOT NULL,
  outcome TEXT NOT NULL,
  status_code INTEGER,
  answer TEXT
);
CREATE INDEX webhook_attempts_by_delivery ON webhook_attempts (webhook, message, key);
