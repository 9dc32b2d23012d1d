-- A replay of messages of one instant read all of them for each page, because the index did not order them by key.
DROP INDEX webhook_messages_by_time;
CREATE INDEX webhook_messages_by_time ON webhook_messages (organization, at, key);
