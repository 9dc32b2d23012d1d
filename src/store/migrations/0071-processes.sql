-- The server processes that use this database. Each renews its row, and deletes it when it stops. `role` says whether it takes requests, runs jobs, or both.
CREATE TABLE processes (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  machine TEXT NOT NULL,
  version TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  beat_at BIGINT NOT NULL
) {clustered};
