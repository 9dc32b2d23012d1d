-- Mails whose content had not had its time yet when the sweep came by: when to look at each again.
CREATE TABLE content_revisits (
  email BIGINT PRIMARY KEY,
  at BIGINT NOT NULL
) {clustered};
CREATE INDEX content_revisits_due ON content_revisits (at);

-- How many octets an organization may keep, by its operator's word; null for as many as it likes.
ALTER TABLE organizations ADD COLUMN storage_octets_max BIGINT;

-- How many octets an organization keeps: mails with their content, messages as they came, subscribers and events. Changed in
-- the transactions that change what it counts, and counted anew from time to time; counted_at is 0 before the first time.
CREATE TABLE storage (
  organization BIGINT PRIMARY KEY,
  octets BIGINT NOT NULL,
  counted_at BIGINT NOT NULL
) {clustered};
