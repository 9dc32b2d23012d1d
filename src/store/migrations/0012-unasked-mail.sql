-- Whom each caller of the MCP door has mailed one by one with nobody asked, for as long as that counts: one row for each
-- caller, so that whoever decides on it holds it.
CREATE TABLE unasked_mail (
  organization BIGINT NOT NULL,
  -- The public id of the token, or 'operator' for the operator of the machine.
  caller TEXT NOT NULL,
  -- The people (JSON array), no more than may be mailed so: keyed marks of their addresses, until when each counts, and how
  -- many calls have counted them.
  people TEXT NOT NULL,
  -- When the last of them counts no more.
  counted_until BIGINT NOT NULL,
  PRIMARY KEY (organization, caller)
) {clustered};
CREATE INDEX unasked_mail_by_age ON unasked_mail (counted_until);
