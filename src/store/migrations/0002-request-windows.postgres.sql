-- SQLite keeps these counters in a file of their own that never waits for the disk; here an unlogged table does.
CREATE UNLOGGED TABLE request_windows (
  organization BIGINT PRIMARY KEY,
  started_at BIGINT NOT NULL,
  used BIGINT NOT NULL
);
