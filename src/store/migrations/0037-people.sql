-- People of an organization, who sign in at the console. Roles are a JSON array; instants are epoch milliseconds.
CREATE TABLE people (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- Null for an admin who was made on the machine without one.
  email TEXT,
  email_key TEXT,
  roles TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT
);
CREATE INDEX people_by_key ON people (organization, key);
CREATE UNIQUE INDEX people_by_email ON people (organization, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX people_at_email ON people (email_key) WHERE email_key IS NOT NULL;

-- Browsers that are signed in. hash: SHA-256 of the secret in the cookie.
CREATE TABLE person_sessions (
  key {key},
  id TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  person BIGINT NOT NULL,
  -- 'machine', 'mail' or 'passkey'.
  way TEXT NOT NULL,
  client TEXT,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);
CREATE INDEX person_sessions_by_person ON person_sessions (organization, person, key);
CREATE INDEX person_sessions_by_age ON person_sessions (seen_at);

-- Links that sign in once. hash: SHA-256 of the secret in the link.
CREATE TABLE sign_in_links (
  hash TEXT NOT NULL PRIMARY KEY,
  organization BIGINT NOT NULL,
  person BIGINT NOT NULL,
  -- 'machine' or 'mail'.
  way TEXT NOT NULL,
  -- The page of the console that was asked for.
  return_path TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX sign_in_links_by_person ON sign_in_links (organization, person);
CREATE INDEX sign_in_links_by_age ON sign_in_links (organization, created_at);
CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);

-- Passkeys of people: the public half, and how often the device says that it signed.
CREATE TABLE passkeys (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  person BIGINT NOT NULL,
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX passkeys_by_person ON passkeys (organization, person, key);

-- Challenges of passkeys that were answered: each is good for one answer. hash: SHA-256; removed once it has expired.
CREATE TABLE answered_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  expires_at BIGINT NOT NULL
) {clustered};
CREATE INDEX answered_challenges_by_end ON answered_challenges (expires_at);

-- The person who acted, beside the token: the id and the name as they were.
ALTER TABLE audit_entries ADD COLUMN person_id TEXT;
ALTER TABLE audit_entries ADD COLUMN person_name TEXT;
