-- As request_windows: SQLite has these counters in a file of their own.
CREATE UNLOGGED TABLE octet_windows (
  organization BIGINT PRIMARY KEY,
  started_at BIGINT NOT NULL,
  used BIGINT NOT NULL
);
