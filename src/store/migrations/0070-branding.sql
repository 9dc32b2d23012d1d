-- The logo and the accent color of an organization. `logo` is JSON: the file name in organization_logos, and the pixels.
ALTER TABLE organizations ADD COLUMN logo TEXT;
ALTER TABLE organizations ADD COLUMN accent_color TEXT;

-- Pictures as base64. Earlier ones stay for mail that shows them; the newest few of each organization are kept. `file` is the hash of the content with its type.
CREATE TABLE organization_logos (
  key {key},
  organization BIGINT NOT NULL,
  file TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (organization, file)
);
CREATE INDEX organization_logos_by_file ON organization_logos (file);
