-- What mails are listed by. Each index ends with the key, so that a page of a filter is a range of it.
CREATE INDEX emails_by_last_event ON emails (organization, last_event, key);
CREATE INDEX emails_by_source ON emails (organization, source, key);
CREATE INDEX emails_by_subscriber ON emails (organization, subscriber_id, key) WHERE subscriber_id IS NOT NULL;

-- The people of a campaign who were passed over are few beside those who have their mail. As an expression, because SQLite
-- would otherwise take the primary key, and walk all lines of the campaign.
CREATE INDEX campaign_recipients_passed_over ON campaign_recipients ((campaign + 0), subscriber) WHERE state = 2;
