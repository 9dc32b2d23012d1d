-- How many mails a new sending domain sent to each provider on each of its first days. Days are counted in UTC from the
-- first of January 1970; they come first in the key, because they are forgotten by their age.
CREATE TABLE warm_up_sends (
  day BIGINT NOT NULL,
  organization BIGINT NOT NULL,
  domain TEXT NOT NULL,
  provider TEXT NOT NULL,
  sends BIGINT NOT NULL,
  PRIMARY KEY (day, organization, domain, provider)
) {clustered};
