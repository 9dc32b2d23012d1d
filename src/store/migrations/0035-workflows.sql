-- Workflows as their authors edit them. definition: the draft, JSON. version: the one that new runs follow; NULL before the
-- first activation. problem: why it paused itself. token: the one that activated it, whose limits hold for its mails.
-- paused_ms: how long it stood still in all pauses that are over. moves_to: runs of versions before it follow it. ends_through,
-- ends_because: its runs up to this key are to be ended, and why. backfill: how far the people who are in already have come (JSON).
CREATE TABLE workflows (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  definition TEXT NOT NULL,
  version INTEGER,
  versions INTEGER NOT NULL,
  problem TEXT,
  token BIGINT,
  revision BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  activated_at BIGINT,
  paused_at BIGINT,
  paused_ms BIGINT NOT NULL,
  moves_to INTEGER NOT NULL,
  ends_through BIGINT,
  ends_because TEXT,
  backfill TEXT
);
CREATE INDEX workflows_by_key ON workflows (organization, key);
CREATE INDEX workflows_by_status ON workflows (organization, status, key);

-- Definitions as they were activated; they never change. mails: a JSON object, of each mail step its sender, the id of its
-- body among those that many mails share, and what verification noticed.
CREATE TABLE workflow_versions (
  workflow BIGINT NOT NULL,
  version INTEGER NOT NULL,
  organization BIGINT NOT NULL,
  definition TEXT NOT NULL,
  mails TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workflow, version)
) {clustered};

-- People on their way through a workflow, as they began. entry: a second run with the same one is refused by its index.
CREATE TABLE workflow_runs (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  workflow BIGINT NOT NULL,
  version INTEGER NOT NULL,
  subscriber BIGINT NOT NULL,
  subscriber_id TEXT NOT NULL,
  entry TEXT NOT NULL,
  entry_value TEXT,
  trigger_data TEXT NOT NULL,
  depth INTEGER NOT NULL,
  started_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX workflow_runs_by_entry ON workflow_runs (workflow, entry);
CREATE INDEX workflow_runs_by_workflow ON workflow_runs (workflow, key);
CREATE INDEX workflow_runs_by_subscriber ON workflow_runs (subscriber, workflow, key);

-- Where each run stands: narrow, because every step rewrites it. version: the one it follows, which a move changes.
-- due_at: NULL when it is over, or came due while its workflow was paused: then left_ms is what it had left to wait. paused_ms:
-- that of its workflow when due_at was computed; by how much that has grown since, it is late.
CREATE TABLE workflow_states (
  run BIGINT NOT NULL PRIMARY KEY,
  organization BIGINT NOT NULL,
  workflow BIGINT NOT NULL,
  subscriber BIGINT NOT NULL,
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  step TEXT,
  visit INTEGER NOT NULL,
  arrived_at BIGINT NOT NULL,
  wait TEXT,
  due_at BIGINT,
  left_ms BIGINT,
  paused_ms BIGINT NOT NULL,
  ended_at BIGINT,
  ended TEXT
) {clustered};
CREATE INDEX workflow_states_due ON workflow_states (organization, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX workflow_states_open ON workflow_states (subscriber, workflow) WHERE ended_at IS NULL;
CREATE INDEX workflow_states_of_workflow ON workflow_states (workflow, version, run) WHERE ended_at IS NULL;
CREATE INDEX workflow_states_frozen ON workflow_states (workflow, run) WHERE left_ms IS NOT NULL;
CREATE INDEX workflow_states_by_status ON workflow_states (workflow, status, run);
CREATE INDEX workflow_states_ended ON workflow_states (ended_at) WHERE ended_at IS NOT NULL;

-- What a run did, a row for each step that it has left: one effect for each (run, visit), and the facts behind each choice.
CREATE TABLE workflow_visits (
  run BIGINT NOT NULL,
  visit INTEGER NOT NULL,
  organization BIGINT NOT NULL,
  step TEXT NOT NULL,
  arrived_at BIGINT NOT NULL,
  left_at BIGINT NOT NULL,
  via TEXT NOT NULL,
  because TEXT NOT NULL,
  email_id TEXT,
  PRIMARY KEY (run, visit)
) {clustered};

-- What the workflows of an organization want to hear of. Every transaction that records something reads it, so it is narrow.
CREATE TABLE workflow_listens (
  organization BIGINT NOT NULL,
  kind TEXT NOT NULL,
  workflow BIGINT NOT NULL,
  PRIMARY KEY (organization, kind, workflow)
) {clustered};

-- What happened to a person and a workflow listens to, written in its own transaction. starts: 0 where it may start no run.
-- cause_workflow, cause_depth: the workflow that did it, and how many started one another before.
CREATE TABLE workflow_inbox (
  key {key},
  organization BIGINT NOT NULL,
  kind TEXT NOT NULL,
  subscriber BIGINT NOT NULL,
  at BIGINT NOT NULL,
  data TEXT NOT NULL,
  starts INTEGER NOT NULL,
  cause_workflow BIGINT,
  cause_depth INTEGER NOT NULL
);
CREATE INDEX workflow_inbox_by_organization ON workflow_inbox (organization, key);

-- One row per organization that ever activated a workflow: locked by each transaction that moves its runs, because starts, wakes
-- and steps need one writer.
-- due_floor: no run is due before it, so that a look for due runs passes over none that it has moved already.
CREATE TABLE workflow_organizations (
  organization BIGINT NOT NULL PRIMARY KEY,
  due_floor BIGINT NOT NULL
) {clustered};

-- How far a workflow's looks at all subscribers are: of a segment, a date or a schedule. through, until_key: keys of subscribers.
-- seen: what decided who is in the segment. baseline: 1 while who is in it is only written down.
CREATE TABLE workflow_walks (
  workflow BIGINT NOT NULL PRIMARY KEY,
  organization BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  at BIGINT,
  since BIGINT NOT NULL,
  through BIGINT NOT NULL,
  until_key BIGINT,
  seen TEXT,
  baseline INTEGER NOT NULL
) {clustered};
CREATE INDEX workflow_walks_by_organization ON workflow_walks (organization, due_at);

-- Who is in the segment that a workflow follows, as it was last seen.
CREATE TABLE workflow_members (
  workflow BIGINT NOT NULL,
  subscriber BIGINT NOT NULL,
  organization BIGINT NOT NULL,
  PRIMARY KEY (workflow, subscriber)
) {clustered};
CREATE INDEX workflow_members_by_subscriber ON workflow_members (subscriber);

-- 1 for a mail of a workflow that is no marketing.
ALTER TABLE emails ADD COLUMN transactional INTEGER NOT NULL DEFAULT 0;

-- The one endpoint that a message is for; NULL for all that listen.
ALTER TABLE webhook_outbox ADD COLUMN webhook BIGINT;
