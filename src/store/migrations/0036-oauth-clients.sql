-- Clients without a metadata document of their own: made by the operator, or registered by themselves (RFC 7591).
-- origin: 'operator' or 'registration'; authentication: 'none', 'client_secret' or 'private_key_jwt'; secret_hash: SHA-256;
-- keys: the public keys or where they are published; ends_at: when a registration that is not used is forgotten.
CREATE TABLE oauth_clients (
  key {key},
  id TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  renewable INTEGER NOT NULL,
  authentication TEXT NOT NULL,
  secret_hash TEXT,
  keys TEXT,
  algorithm TEXT,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  ends_at BIGINT
);
CREATE INDEX oauth_clients_by_end ON oauth_clients (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX oauth_clients_registered ON oauth_clients (created_at) WHERE origin = 'registration';

-- Client assertions that were used: each signs a client in once. mark: SHA-256 of its jti; removed once it has expired.
CREATE TABLE oauth_assertions (
  client TEXT NOT NULL,
  mark TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (client, mark)
) {clustered};
CREATE INDEX oauth_assertions_by_end ON oauth_assertions (expires_at);

-- How the client of a grant authenticates, as it was when a person approved it: it can never do so by less.
ALTER TABLE oauth_grants ADD COLUMN client_authentication TEXT NOT NULL DEFAULT 'none';
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
