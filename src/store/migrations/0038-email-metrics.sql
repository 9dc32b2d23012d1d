-- What happened to mail, counted by the hour and by what it may be grouped by, in the transactions of its events. An hour is
-- one of the organization's clock. Where many connections write, part spreads one counter over several rows.
CREATE TABLE email_metrics (
  organization BIGINT NOT NULL,
  grouped_by TEXT NOT NULL,
  hour BIGINT NOT NULL,
  name TEXT NOT NULL,
  part INTEGER NOT NULL,
  accepted BIGINT NOT NULL,
  delivered BIGINT NOT NULL,
  delivery_delayed BIGINT NOT NULL,
  bounced_hard BIGINT NOT NULL,
  bounced_soft BIGINT NOT NULL,
  complained BIGINT NOT NULL,
  suppressed BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  opened BIGINT NOT NULL,
  opened_machine BIGINT NOT NULL,
  clicked BIGINT NOT NULL,
  clicked_machine BIGINT NOT NULL,
  PRIMARY KEY (organization, grouped_by, hour, name, part)
) {clustered};

-- The sending domains of an organization that are counted by name; of any further ones the sum is kept.
CREATE TABLE email_metric_domains (
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (organization, name)
) {clustered};

-- Mails and events that were there before are counted by the worker, up to these keys.
INSERT INTO instance (name, remembered)
SELECT 'email metrics to fill',
  '{"mails":' || CAST(MAX(key) AS TEXT) || ',"events":'
    || CAST((SELECT COALESCE(MAX(key), 0) FROM email_events) AS TEXT) || ',"mail":0,"event":0}'
FROM emails HAVING MAX(key) IS NOT NULL;

-- The span that a mail was accepted in, as traceparent has it: its delivery, which may be days later, is linked to it.
ALTER TABLE emails ADD COLUMN trace TEXT;
