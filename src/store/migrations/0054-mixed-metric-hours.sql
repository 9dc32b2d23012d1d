-- Hours whose counters by source, domain, campaign and reason still mix test mail with other mail. The worker moves the test mail
-- to its own counters, from the mails and events up to these keys. Without an unfinished first count, which counts them apart itself.
CREATE TABLE mixed_metric_hours (
  organization BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  PRIMARY KEY (organization, hour)
) {clustered};
INSERT INTO mixed_metric_hours (organization, hour)
SELECT DISTINCT organization, hour FROM email_metrics test
WHERE grouped_by = 'provider' AND name = 'test'
  AND EXISTS (SELECT 1 FROM email_metrics live WHERE live.organization = test.organization
    AND live.grouped_by = 'provider' AND live.hour = test.hour AND live.name <> 'test')
  AND NOT EXISTS (SELECT 1 FROM email_metrics apart WHERE apart.organization = test.organization
    AND apart.grouped_by = 'test_source' AND apart.hour = test.hour)
  AND NOT EXISTS (SELECT 1 FROM instance WHERE name = 'email metrics to fill');
INSERT INTO instance (name, remembered)
SELECT 'email metrics to split',
  '{"mails":' || CAST((SELECT COALESCE(MAX(key), 0) FROM emails) AS TEXT) || ',"events":'
    || CAST((SELECT COALESCE(MAX(key), 0) FROM email_events) AS TEXT) || ',"mail":0}'
WHERE EXISTS (SELECT 1 FROM mixed_metric_hours);
