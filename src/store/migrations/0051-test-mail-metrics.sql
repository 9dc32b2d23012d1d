-- Test mail gets counters of its own. Earlier counters by these groups mix it with other mail: those of an hour that had only test
-- mail are moved; those of an hour that had both cannot be told apart and stay.
UPDATE email_metrics SET grouped_by = 'test_' || grouped_by
WHERE grouped_by IN ('source', 'domain', 'campaign', 'reason')
  AND EXISTS (SELECT 1 FROM email_metrics test WHERE test.organization = email_metrics.organization
    AND test.grouped_by = 'provider' AND test.hour = email_metrics.hour AND test.name = 'test')
  AND NOT EXISTS (SELECT 1 FROM email_metrics live WHERE live.organization = email_metrics.organization
    AND live.grouped_by = 'provider' AND live.hour = email_metrics.hour AND live.name <> 'test');
