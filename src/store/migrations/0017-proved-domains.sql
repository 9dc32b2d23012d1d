-- Who has verified a domain is asked of all organizations with every mail.
CREATE INDEX domains_by_name ON domains (name);
