-- Where deleted items stood in their lists, so that a cursor that names one goes on from there. place: the key it had.
CREATE TABLE deleted_positions (
  key {key},
  id TEXT NOT NULL UNIQUE,
  place BIGINT NOT NULL
);
