-- A campaign as it is edited and as it stands in its sending. JSON is text; instants are epoch milliseconds.
CREATE TABLE campaigns (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  subject TEXT,
  preview TEXT,
  from_name TEXT,
  from_email TEXT,
  reply_to TEXT,
  body_kind TEXT,
  body TEXT,
  audience TEXT NOT NULL,
  status TEXT NOT NULL,
  paused INTEGER NOT NULL,
  scheduled_at BIGINT,
  timezone TEXT NOT NULL,
  badges TEXT NOT NULL,
  ab_test TEXT,
  throttle TEXT,
  tracking TEXT,
  -- Grows with every edit.
  revision BIGINT NOT NULL,
  -- The token that sent it: what holds it to a domain, to recipients or to a cap holds for the campaign too.
  token BIGINT,
  -- How far its sending has come (JSON); null until it begins. Changed with what it is about, in one transaction.
  progress TEXT,
  -- 1 while its audience is being written: who is edited then is looked at first.
  gathering INTEGER NOT NULL,
  started_at BIGINT,
  sent_at BIGINT,
  -- Name and subject in lower case, for the free-text filter.
  search TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX campaigns_by_key ON campaigns (organization, key);
CREATE INDEX campaigns_by_status ON campaigns (organization, status, key);
CREATE INDEX campaigns_gathering ON campaigns (organization) WHERE gathering = 1;

-- One line for every person a campaign is for, written before the first of them gets it. state: 0 waits, 1 its mail was
-- accepted, 2 passed over, for a reason. variant: of an A/B test, null for those who wait for its winner.
CREATE TABLE campaign_recipients (
  campaign BIGINT NOT NULL,
  subscriber BIGINT NOT NULL,
  state INTEGER NOT NULL,
  variant INTEGER,
  reason TEXT,
  email_id TEXT,
  changed_at BIGINT NOT NULL,
  opened_at BIGINT,
  clicked_at BIGINT,
  unsubscribed_at BIGINT,
  PRIMARY KEY (campaign, subscriber)
) {clustered};
CREATE INDEX campaign_recipients_by_subscriber ON campaign_recipients (subscriber, campaign);
-- Who still waits: whether anybody does is one look, however many have theirs.
CREATE INDEX campaign_recipients_waiting ON campaign_recipients (campaign, subscriber, variant) WHERE state = 0;

-- When a campaign with a throttle may write to a recipient domain again.
CREATE TABLE campaign_paces (
  campaign BIGINT NOT NULL,
  recipient_domain TEXT NOT NULL,
  next_at BIGINT NOT NULL,
  PRIMARY KEY (campaign, recipient_domain)
) {clustered};

-- Bodies that many mails share, kept once: an email whose body_kind is shared has the id of its body in body.
CREATE TABLE mass_bodies (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  campaign_id TEXT NOT NULL,
  variant INTEGER,
  body_kind TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX mass_bodies_by_campaign ON mass_bodies (organization, campaign_id);

CREATE TABLE segments (
  key {key},
  id TEXT NOT NULL UNIQUE,
  organization BIGINT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  rule TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (organization, name_key)
);
CREATE INDEX segments_by_key ON segments (organization, key);

-- What verification noticed about a mail (JSON), and whether its opens and clicks are followed: '', 'opens', 'clicks'
-- or 'opens clicks'.
ALTER TABLE emails ADD COLUMN badges TEXT;
ALTER TABLE emails ADD COLUMN tracked TEXT NOT NULL DEFAULT '';
-- Whether the platform wrote it by itself, with no person behind it.
ALTER TABLE emails ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;
CREATE INDEX emails_by_campaign ON emails (organization, campaign_id, key) WHERE campaign_id IS NOT NULL;

-- The last time a person, not a machine, opened a mail or followed a link in one.
ALTER TABLE subscribers ADD COLUMN last_opened_at BIGINT;
ALTER TABLE subscribers ADD COLUMN last_clicked_at BIGINT;

-- Whether people see the tag on their preference page, as a topic that they may choose.
ALTER TABLE tags ADD COLUMN topic INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tags_topics ON tags (organization, key) WHERE topic = 1;

-- When somebody was last asked to confirm, and how often without a day between, under a keyed mark of an address in an
-- organization, or of a mailbox in all of them.
CREATE TABLE confirmation_asks (
  mark TEXT NOT NULL PRIMARY KEY,
  asked_at BIGINT NOT NULL,
  asked INTEGER NOT NULL
) {clustered};
CREATE INDEX confirmation_asks_by_age ON confirmation_asks (asked_at);

CREATE INDEX events_by_name ON events (subscriber, name, occurred_at);
