-- How many campaigns a person has opened, or clicked in, since a time: a rule counts along these, each campaign once.
CREATE INDEX campaign_recipients_opened ON campaign_recipients (subscriber, opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX campaign_recipients_clicked ON campaign_recipients (subscriber, clicked_at) WHERE clicked_at IS NOT NULL;
