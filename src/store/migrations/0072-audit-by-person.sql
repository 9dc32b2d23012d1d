-- Finds the audit entries of a person who acted at the console.
CREATE INDEX audit_entries_by_person ON audit_entries (organization, person_id, key) WHERE person_id IS NOT NULL;
