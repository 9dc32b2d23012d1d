-- Grants store the public id of the approving person, because SQLite gives a deleted person's key to the next person.
ALTER TABLE oauth_grants ADD COLUMN person_id TEXT;
UPDATE oauth_grants SET person_id = (
  SELECT people.id FROM people
  WHERE people.key = oauth_grants.person AND people.organization = oauth_grants.organization
    AND people.created_at <= oauth_grants.created_at)
WHERE person IS NOT NULL;
DROP INDEX oauth_grants_by_person;
ALTER TABLE oauth_grants DROP COLUMN person;
CREATE INDEX oauth_grants_by_person ON oauth_grants (organization, person_id) WHERE person_id IS NOT NULL;
