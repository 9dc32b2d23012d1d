-- An import asks whether its organization has erased anyone, and read all suppressions of the organization to find out.
CREATE INDEX suppressions_erased ON suppressions (organization) WHERE email >= 'erased:' AND email < 'erased;';
