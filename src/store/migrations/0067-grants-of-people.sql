-- A signed-in person approves an app without an API token: token is 0, and person is the key of their row in people.
ALTER TABLE oauth_grants ADD COLUMN person BIGINT;
CREATE INDEX oauth_grants_by_person ON oauth_grants (organization, person) WHERE person IS NOT NULL;
