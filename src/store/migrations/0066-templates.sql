-- Templates with their drafts. `published_version` is the newest version, `changed` whether the draft differs from it, and `revision` counts edits.
CREATE TABLE templates (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  from_text TEXT,
  reply_to_text TEXT,
  subject TEXT NOT NULL,
  preview TEXT,
  body_kind TEXT NOT NULL,
  body TEXT NOT NULL,
  variables TEXT NOT NULL,
  published_version BIGINT,
  changed INTEGER NOT NULL,
  revision BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (organization, name_key)
);
CREATE INDEX templates_by_key ON templates (organization, key);

-- What each publication fixed. Rows never change.
CREATE TABLE template_versions (
  key {key},
  organization BIGINT NOT NULL,
  template BIGINT NOT NULL,
  version BIGINT NOT NULL,
  from_text TEXT,
  reply_to_text TEXT,
  subject TEXT NOT NULL,
  preview TEXT,
  body_kind TEXT NOT NULL,
  body TEXT NOT NULL,
  variables TEXT NOT NULL,
  published_at BIGINT NOT NULL,
  UNIQUE (template, version)
);
CREATE INDEX template_versions_by_key ON template_versions (organization, key);

-- The template of a mail with its version, as JSON. NULL for mail without one.
ALTER TABLE emails ADD COLUMN template TEXT;
