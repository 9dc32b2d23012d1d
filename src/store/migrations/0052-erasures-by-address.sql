-- Every reader of mails looks for the erasure of each row's address; an organization may have thousands that have not ended.
CREATE INDEX erasures_by_address ON erasures (organization, to_key);
