-- The token that minted a token: revoking one revokes the tree under it. Null for what no token minted, or did before this.
ALTER TABLE tokens ADD COLUMN minted_by BIGINT;
CREATE INDEX tokens_by_minter ON tokens (minted_by) WHERE minted_by IS NOT NULL;
-- What the access tokens of a grant may do (JSON), where a refresh asked for less than was granted; null for all of it.
ALTER TABLE oauth_grants ADD COLUMN access_scopes TEXT;
ALTER TABLE oauth_grants ADD COLUMN earlier_access_scopes TEXT;
CREATE INDEX oauth_grants_by_token ON oauth_grants (token);
-- Whom remembered answers name, as keyed marks of their addresses: erasing a person takes those answers back.
CREATE TABLE idempotency_people (
  organization BIGINT NOT NULL,
  person TEXT NOT NULL,
  slot TEXT NOT NULL,
  PRIMARY KEY (organization, person, slot)
) {clustered};
CREATE INDEX idempotency_people_by_slot ON idempotency_people (slot);
