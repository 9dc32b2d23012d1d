-- Whose standing an assistant has changed last, and when: their values, tags or events. A campaign that a person agreed to before
-- is not sent to them without another look.
CREATE TABLE assistant_changes (
  organization BIGINT NOT NULL,
  subscriber BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (organization, subscriber)
) {clustered};
CREATE INDEX assistant_changes_by_time ON assistant_changes (organization, at);

-- When a caller last had it sent or resumed.
ALTER TABLE campaigns ADD COLUMN approved_at BIGINT;

-- An import that an assistant began.
ALTER TABLE imports ADD COLUMN assistant INTEGER NOT NULL DEFAULT 0;
