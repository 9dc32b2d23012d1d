-- An earlier version may have counted test mail together with other mail, and may have stopped before its first count ended. 0054
-- leaves out such a database. The worker counts its mails and events again, up to these keys.
DELETE FROM email_metrics WHERE EXISTS (SELECT 1 FROM instance WHERE name = 'email metrics to fill');
UPDATE instance SET remembered = '{"mails":' || CAST((SELECT COALESCE(MAX(key), 0) FROM emails) AS TEXT) || ',"events":'
  || CAST((SELECT COALESCE(MAX(key), 0) FROM email_events) AS TEXT) || ',"mail":0,"event":0}'
WHERE name = 'email metrics to fill';
