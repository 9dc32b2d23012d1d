-- Where a tracked link of a campaign leads since its target was corrected. A correction never changes: the newest of a link
-- counts, and those before it say where it led. source: the link as its author wrote it; digest: as in its path.
CREATE TABLE link_redirects (
  key {key},
  organization BIGINT NOT NULL,
  campaign_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX link_redirects_by_link ON link_redirects (campaign_id, digest, key);
