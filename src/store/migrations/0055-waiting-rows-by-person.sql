-- An erasure finds the waiting rows of one person among those of the whole organization, which may be very many.
CREATE INDEX webhook_outbox_by_recipient ON webhook_outbox (organization, to_key) WHERE to_key IS NOT NULL;
CREATE INDEX webhook_outbox_by_subscriber ON webhook_outbox (organization, subscriber_id) WHERE subscriber_id IS NOT NULL;
CREATE INDEX workflow_inbox_by_subscriber ON workflow_inbox (subscriber);
