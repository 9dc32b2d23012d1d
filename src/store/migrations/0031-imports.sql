-- An import of subscribers, as it came. How it is to be read and kept, and how it stands, are in tables of their own: its
-- state changes with every batch of rows.
CREATE TABLE imports (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  file_name TEXT,
  -- The key of the token whose limits hold for opt-in requests; null for the operator of the machine.
  token BIGINT,
  created_at BIGINT NOT NULL
);
CREATE INDEX imports_by_key ON imports (organization, key);

-- What was asked for, and what was found out about the file: JSON.
CREATE TABLE import_plans (
  import BIGINT PRIMARY KEY REFERENCES imports (key),
  options TEXT NOT NULL,
  reading TEXT,
  preview TEXT
);

CREATE TABLE import_progress (
  import BIGINT PRIMARY KEY REFERENCES imports (key),
  organization BIGINT NOT NULL,
  status TEXT NOT NULL,
  phase TEXT NOT NULL,
  octets BIGINT NOT NULL,
  -- Rows of the file that are done: changed in the transaction that keeps them.
  rows_done BIGINT NOT NULL,
  counts TEXT,
  mails_max BIGINT,
  failure TEXT,
  started_at BIGINT,
  ended_at BIGINT,
  -- When its file goes; null once it has gone.
  file_until BIGINT
);
CREATE INDEX import_progress_open ON import_progress (organization) WHERE ended_at IS NULL;
CREATE INDEX import_progress_files ON import_progress (file_until) WHERE file_until IS NOT NULL;

-- The file, in pieces: octets, deflated and in base64, so that one text does for both databases.
CREATE TABLE import_chunks (
  key {key},
  organization BIGINT NOT NULL,
  import BIGINT NOT NULL REFERENCES imports (key),
  part BIGINT NOT NULL,
  piece BIGINT NOT NULL,
  octets BIGINT NOT NULL,
  content TEXT NOT NULL,
  UNIQUE (import, part, piece)
);

-- Rows that were not kept, and why. What stands in them is not repeated here.
CREATE TABLE import_faults (
  import BIGINT NOT NULL REFERENCES imports (key),
  line BIGINT NOT NULL,
  reason TEXT NOT NULL,
  field TEXT,
  message TEXT NOT NULL,
  PRIMARY KEY (import, line)
) {clustered};
