-- People whose erasure has not reached all their rows. Readers leave out, or show without the person, every row that names one of
-- them. subscriber: the key of the subscriber, whose row stays in no organization until the end, so that no other subscriber
-- gets the key. newest_mail: mails to the address with higher keys were accepted after the erasure.
CREATE TABLE erasures (
  organization BIGINT NOT NULL,
  subscriber BIGINT NOT NULL,
  subscriber_id TEXT NOT NULL UNIQUE,
  to_key TEXT NOT NULL,
  newest_mail BIGINT NOT NULL,
  newest_message BIGINT NOT NULL,
  newest_entry BIGINT NOT NULL,
  PRIMARY KEY (organization, subscriber)
);
