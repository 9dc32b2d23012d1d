-- A person let a client use an organization over MCP, on the strength of an API token. One row holds all that came of it:
-- the code that is exchanged once, the access tokens that work now and the one refresh token; each only as its SHA-256.
-- JSON is text; instants are epoch milliseconds.
CREATE TABLE oauth_grants (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  -- The API token that approved it, and the SHA-256 of the very secret that was shown: the grant ends with it.
  token BIGINT NOT NULL,
  approved_by TEXT NOT NULL,
  -- The URL of the client's metadata document, and the name in it.
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  resource TEXT NOT NULL,
  scopes TEXT NOT NULL,
  -- 1 when the client gets a refresh token.
  renewable INTEGER NOT NULL,
  code_hash TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  code_expires_at BIGINT NOT NULL,
  code_used_at BIGINT,
  access_hash TEXT,
  access_expires_at BIGINT,
  -- The access token before that one, until its own end.
  earlier_access_hash TEXT,
  earlier_access_expires_at BIGINT,
  refresh_hash TEXT,
  created_at BIGINT NOT NULL,
  refreshed_at BIGINT,
  -- When it ends if nothing comes of it any more.
  ends_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX oauth_grants_by_key ON oauth_grants (organization, key);
CREATE INDEX oauth_grants_by_end ON oauth_grants (ends_at);
