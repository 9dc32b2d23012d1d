-- Captured and test mail, which the inbox lists. Organizations with much live mail have little of it.
CREATE INDEX emails_unsent ON emails (organization, key) WHERE delivery_mode <> 'live';
