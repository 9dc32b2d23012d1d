-- Systems that send us their events. What a person edits stands here; secret: what the provider signs with, encrypted;
-- path_hash: the SHA-256 of the secret in the URL. One that was deleted stays until nothing that it sent is left.
CREATE TABLE integrations (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  provider TEXT NOT NULL,
  name TEXT,
  secret TEXT,
  path_hash TEXT,
  mapping TEXT NOT NULL,
  sends INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE INDEX integrations_by_key ON integrations (organization, key);
CREATE INDEX integrations_deleted ON integrations (key) WHERE deleted_at IS NOT NULL;

-- What changes of an integration by itself: the SNS topic it believes, and the last fault.
CREATE TABLE integration_states (
  integration BIGINT PRIMARY KEY,
  organization BIGINT NOT NULL,
  topic TEXT,
  last_fault TEXT,
  last_fault_at BIGINT
) {clustered};

-- A request that was believed, as it came. Never changed, only removed.
CREATE TABLE integration_events (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  integration BIGINT NOT NULL,
  type TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  octets BIGINT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX integration_events_by_key ON integration_events (integration, key);

-- What became of it: 'waiting', 'applied', 'ignored' or 'failed'. tracked: the id of the event that was tracked for it, so that
-- a replay tracks none a second time.
CREATE TABLE integration_event_states (
  event BIGINT PRIMARY KEY,
  organization BIGINT NOT NULL,
  integration BIGINT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  outcome TEXT,
  settled_at BIGINT,
  tracked TEXT
) {clustered};
CREATE INDEX integration_event_states_by_state ON integration_event_states (integration, state, event);

-- Keyed marks of the people that a kept request names: erasing one of them removes it.
CREATE TABLE integration_people (
  event BIGINT NOT NULL,
  mark TEXT NOT NULL,
  organization BIGINT NOT NULL,
  PRIMARY KEY (event, mark)
) {clustered};
CREATE INDEX integration_people_by_mark ON integration_people (organization, mark);

-- By what a repeated request is told; kept longer than the request where its proof has no time.
CREATE TABLE integration_marks (
  integration BIGINT NOT NULL,
  mark TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (integration, mark)
) {clustered};
CREATE INDEX integration_marks_expired ON integration_marks (expires_at);
