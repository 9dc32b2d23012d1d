-- Sending domains. A DKIM key's private half is encrypted (purpose dkim); next_dkim_* is the key of a rotation
-- whose record has not been seen in DNS yet. checks (JSON) is what the last look into DNS found, per record.
CREATE TABLE domains (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  checks TEXT NOT NULL,
  dkim_selector TEXT NOT NULL,
  dkim_public_key TEXT NOT NULL,
  dkim_private_key TEXT NOT NULL,
  next_dkim_selector TEXT,
  next_dkim_public_key TEXT,
  next_dkim_private_key TEXT,
  custom_return_path TEXT NOT NULL,
  tracking_subdomain TEXT,
  open_tracking INTEGER NOT NULL,
  click_tracking INTEGER NOT NULL,
  tls TEXT NOT NULL,
  -- Grows whenever the row is written, so that a look into DNS, which takes seconds, never overwrites a change.
  revision BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  verified_at BIGINT,
  last_checked_at BIGINT,
  UNIQUE (organization, name)
);
CREATE INDEX domains_by_key ON domains (organization, key);

CREATE INDEX suppressions_by_origin ON suppressions (organization, origin, key);
