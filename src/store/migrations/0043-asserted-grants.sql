-- An identity provider says that a client may act for one of its people: such a grant has no API token behind it (token is 0),
-- but the issuer and the person, as the issuer names them.
ALTER TABLE oauth_grants ADD COLUMN issuer TEXT;
ALTER TABLE oauth_grants ADD COLUMN subject TEXT;
CREATE INDEX oauth_grants_by_subject ON oauth_grants (organization, subject, client_id) WHERE subject IS NOT NULL;
