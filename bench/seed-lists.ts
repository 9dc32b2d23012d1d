import { connectionOf, withoutIndexes } from './seed.ts';

export type ListsSize = {
  subscribers: number;
  mails: number;
  /** Epoch ms of the first mail and subscriber. The next ones follow each second. */
  firstMs?: number;
  /** Returns further statements for the mails, which run before their indexes are built. */
  changeMails?: (organization: number) => string[];
};

/** Ids used as list filters. */
export const seeded = {
  campaign: 'cmp_00000000000000000000000001',
  rareCampaign: 'cmp_00000000000000000000000002',
  draft: 'cmp_00000000000000000000000003',
  tag: 'tag_00000000000000000000000001',
  segments: {
    attribute: 'seg_00000000000000000000000001',
    status: 'seg_00000000000000000000000002',
    count: 'seg_00000000000000000000000003',
  },
  rareMails: 12,
} as const;

/**
 * Fills the newest organization: subscribers, mails of a campaign to all of them and of an application, the campaign's
 * recipients, events, suppressions and audit entries. Rare rows are the oldest, so that a scan finds them last.
 */
export function seedLists(
  file: string,
  { subscribers, mails, firstMs = 1_700_000_000_000, changeMails = () => [] }: ListsSize,
): void {
  const connection = connectionOf(file);
  const { key } = connection.prepare('SELECT max(key) AS key FROM organizations').get() as { key: number };
  const org = String(key);
  const numbers = (amount: number): string =>
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${amount - 1})`;
  const id = (prefix: string, number: string): string => `printf('${prefix}_%026d', ${number})`;
  const eachMs = 1_000;
  const rare = `n < ${seeded.rareMails}`;
  connection.exec('PRAGMA cache_size = -1000000');
  const people = [
    `INSERT INTO subscribers (id, organization, email, first_name, last_name, attributes, tags, status, source, search,
       created_at, updated_at, event_count)
     ${numbers(subscribers)} SELECT ${id('sub', 'n')}, ${org}, 'reader-' || n || '@mailbox.dev', 'Ada',
       CASE WHEN n = 7 THEN 'Zebulon' ELSE 'Number ' || n END, '{"plan":"' || CASE n % 3 WHEN 0 THEN 'gold' ELSE 'free' END || '","seats":3}',
       CASE WHEN n % 4 = 0 THEN '${seeded.tag}' ELSE '' END, CASE WHEN n % 10 = 0 THEN 'UNSUBSCRIBED' ELSE 'ACTIVE' END, 'IMPORT',
       'reader-' || n || '@mailbox.dev ada ' || CASE WHEN n = 7 THEN 'zebulon' ELSE 'number ' || n END,
       ${firstMs} + n * ${eachMs}, ${firstMs} + n * ${eachMs}, CASE WHEN n = 0 THEN 100000 ELSE 0 END FROM numbers`,
    `INSERT INTO tags (id, organization, name, name_key, subscriber_count, created_at)
     VALUES ('${seeded.tag}', ${org}, 'news', 'news', ${Math.ceil(subscribers / 4)}, 0)`,
    `INSERT INTO subscriber_tags (subscriber, tag, created_at)
     SELECT subscribers.key, tags.key, 0 FROM subscribers, tags
     WHERE tags.id = '${seeded.tag}' AND subscribers.organization = ${org} AND subscribers.tags <> ''`,
    `INSERT INTO campaigns (id, organization, name, audience, status, paused, timezone, badges, revision, gathering, search,
       created_at, updated_at, started_at, sent_at)
     SELECT value, ${org}, 'News', '{"tags":{"any":[],"all":[],"none":[]},"filter":null,"segmentId":null,"subscriberIds":[]}',
       'SENT', 0, 'UTC', '[]', 1, 0, 'news', 0, 0, ${firstMs}, ${firstMs}
     FROM json_each('${JSON.stringify([seeded.campaign, seeded.rareCampaign])}')`,
    `INSERT INTO campaigns (id, organization, name, audience, status, paused, timezone, badges, revision, gathering, search,
       created_at, updated_at)
     VALUES ('${seeded.draft}', ${org}, 'Next news', '{"tags":{"any":[],"all":[],"none":[]},"filter":{"field":"attributes.plan","operator":"eq","value":"gold"},"segmentId":null,"subscriberIds":[]}',
       'DRAFT', 0, 'UTC', '[]', 1, 0, 'next news', 0, 0)`,
  ];
  const letters = [
    `INSERT INTO emails (id, organization, source, delivery_mode, last_event, last_event_at, last_event_machine, created_at,
       sent_at, from_text, to_text, to_key, subject, message_id, subscriber_id, campaign_id, body_kind, body)
     ${numbers(mails)} SELECT ${id('eml', 'n')}, ${org},
       CASE WHEN ${rare} THEN 'smtp' WHEN n % 2 = 0 THEN 'campaign' ELSE 'api' END, 'live',
       CASE WHEN ${rare} THEN 'complained' WHEN n % 5 = 0 THEN 'opened' ELSE 'delivered' END, ${firstMs}, 0,
       ${firstMs} + n * ${eachMs}, ${firstMs} + n * ${eachMs},
       CASE WHEN ${rare} THEN 'Quixote <quixote@acme.dev>' ELSE 'Acme <hello@acme.dev>' END,
       'reader-' || (n / 2) % ${subscribers} || '@mailbox.dev', 'reader-' || (n / 2) % ${subscribers} || '@mailbox.dev',
       CASE WHEN ${rare} THEN 'Windmill ' ELSE 'Your receipt ' END || n, '<' || n || '@acme.dev>',
       ${id('sub', `(n / 2) % ${subscribers}`)},
       CASE WHEN ${rare} THEN '${seeded.rareCampaign}' WHEN n % 2 = 0 THEN '${seeded.campaign}' END,
       CASE WHEN n % 2 = 0 THEN 'shared' ELSE 'markdown' END,
       CASE WHEN n % 2 = 0 THEN 'mbd_00000000000000000000000001' ELSE '${'Thank you for what you bought. '.repeat(12)}' END
     FROM numbers`,
    ...changeMails(key),
  ];
  const rest = [
    `INSERT INTO campaign_recipients (campaign, subscriber, state, reason, email_id, changed_at)
     SELECT campaigns.key, subscribers.key,
       CASE WHEN subscribers.key % 250000 = 3 THEN 2 ELSE 1 END, CASE WHEN subscribers.key % 250000 = 3 THEN 'suppressed' END,
       CASE WHEN subscribers.key % 250000 = 3 THEN NULL ELSE printf('eml_%026d', CAST(substr(subscribers.id, 5) AS INTEGER) * 2) END, 0
     FROM campaigns, subscribers WHERE campaigns.id = '${seeded.campaign}' AND subscribers.organization = ${org}`,
    `INSERT INTO events (id, organization, subscriber, subscriber_id, email, name, properties, occurred_at, received_at)
     ${numbers(Math.ceil(subscribers / 10))} SELECT ${id('evt', 'n')}, ${org}, subscribers.key, subscribers.id, subscribers.email,
       CASE WHEN n < 3 THEN 'refunded' ELSE 'viewed' END, '{}', ${firstMs} + n, ${firstMs} + n
     FROM numbers, subscribers WHERE subscribers.id = ${id('sub', '0')}`,
    `INSERT INTO events (id, organization, subscriber, subscriber_id, email, name, properties, occurred_at, received_at)
     SELECT printf('evt_%026d', 1000000000 + subscribers.key * 2 + nth.value), ${org}, subscribers.key, subscribers.id, subscribers.email,
       'order.paid', '{}', ${firstMs} + nth.value, ${firstMs} + nth.value
     FROM subscribers, json_each('[0,1]') AS nth WHERE subscribers.organization = ${org} AND subscribers.key % 10 = 1`,
    `INSERT INTO suppressions (id, organization, email, origin, scope, starts_at, created_at)
     ${numbers(Math.ceil(subscribers / 5))} SELECT ${id('sup', 'n')}, ${org},
       CASE WHEN n = 5 THEN 'rocinante@mailbox.dev' ELSE 'gone-' || n || '@mailbox.dev' END,
       CASE WHEN n < 4 THEN 'complaint' ELSE 'bounce' END, 'all', 0, 0 FROM numbers`,
    `INSERT INTO audit_entries (id, organization, at, token_id, token_name, door, tool, effect, about, request_id, outcome)
     ${numbers(Math.ceil(subscribers / 5))} SELECT ${id('aud', 'n')}, ${org}, ${firstMs} + n, 'tok_00000000000000000000000001', 'Load', 'v2',
       CASE WHEN n < 4 THEN 'delete_tag' ELSE 'send_email' END, 'send', '[]', 'msg_0', 'done' FROM numbers`,
    `INSERT INTO segments (id, organization, name, name_key, rule, created_at, updated_at) VALUES
       ('${seeded.segments.attribute}', ${org}, 'Gold', 'gold', '{"field":"attributes.plan","operator":"eq","value":"gold"}', 0, 0),
       ('${seeded.segments.count}', ${org}, 'Regulars', 'regulars', '{"field":"event.order.paid","operator":"count_gte","value":2}', 0, 0),
       ('${seeded.segments.status}', ${org}, 'Still active', 'still active', '{"field":"status","operator":"eq","value":"ACTIVE"}', 0, 0)`,
    `INSERT INTO counts (organization, counted, amount) VALUES (${org}, 'subscribers', ${subscribers}), (${org}, 'tags', 1),
       (${org}, 'campaigns', 3) ON CONFLICT (organization, counted) DO UPDATE SET amount = counts.amount + excluded.amount`,
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ];
  for (const statement of people) connection.exec(statement);
  withoutIndexes(connection, 'emails', () => {
    for (const statement of letters) connection.exec(statement);
  });
  for (const statement of rest) connection.exec(statement);
  connection.close();
}
