import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { openPlatform } from '../../test/world/platform.ts';
import { coverLists } from '../lists.ts';
import { connectionOf } from '../seed.ts';
import { seeded, seedLists } from '../seed-lists.ts';
import { buildScene, type Prototypes } from './scene.ts';

type Size = { subscribers: number; mails: number };

const hourMs = 3_600_000;
const mailEveryMs = 1_000;
/** Later than every row of the scene. */
const firstMs = Date.UTC(2026, 0, 2);
const decidedApprovals = 20_000;
const domains = 60;

/** Epoch ms just after the newest mail: the time at which the pages are measured. */
export function seededUntil({ mails }: Size): number {
  return firstMs + mails * mailEveryMs + 60_000;
}

/** Fills a file once, and returns the objects with many rows. They are stored in the file. */
export async function seedConsole(file: string, size: Size): Promise<Prototypes> {
  if (!existsSync(file)) {
    const platform = await openPlatform({ database: openSqlite(file) });
    const scene = await buildScene(platform);
    await platform.close();
    seedLists(file, { ...size, firstMs, changeMails: mailStatements });
    const connection = connectionOf(file);
    connection.exec('PRAGMA cache_size = -1000000');
    for (const statement of statements(scene, size)) connection.exec(statement);
    multiplyScene(connection, scene, size);
    connection.exec('CREATE TABLE bench_scene (scene TEXT NOT NULL)');
    connection.prepare('INSERT INTO bench_scene (scene) VALUES (?)').run(JSON.stringify(scene));
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    await coverLists(file);
  }
  const connection = connectionOf(file);
  const row = connection.prepare('SELECT scene FROM bench_scene').get() as { scene: string };
  connection.close();
  return JSON.parse(row.scene);
}

/** Shares of captured, bounced and failed mail, and a person with very many mails. */
function mailStatements(organization: number): string[] {
  const own = `organization = ${organization} AND created_at >= ${firstMs}`;
  return [
    `UPDATE emails SET delivery_mode = 'captured', last_event = 'queued', campaign_id = NULL, source = 'api',
       body_kind = 'markdown', body = 'Hello', sent_at = NULL,
       token = (SELECT min(key) FROM tokens WHERE organization = ${organization}) + key % 3
     WHERE ${own} AND key % 50 = 3`,
    `UPDATE emails SET to_key = 'reader-0@mailbox.dev', to_text = 'reader-0@mailbox.dev', subscriber_id = '${`sub_${'0'.repeat(26)}`}'
     WHERE ${own} AND key % 50 = 5`,
    `UPDATE emails SET last_event = 'bounced' WHERE ${own} AND key % 100 = 7`,
    `UPDATE emails SET last_event = 'failed' WHERE ${own} AND key % 1000 = 9`,
    `UPDATE emails SET last_event = 'delivery_delayed' WHERE ${own} AND key % 1000 = 19`,
  ];
}

const bounced = '{"bounce":{"type":"hard","subType":"mailbox","message":"550 5.1.1 No such mailbox"}}';
const sending = 'cmp_00000000000000000000000003';

function statements({ sent }: Prototypes, { subscribers }: Size): string[] {
  const org = '(SELECT max(key) FROM organizations)';
  const count = (campaign: string, amounts: Record<string, number>): string[] =>
    Object.entries(amounts).map(
      ([name, amount]) =>
        `INSERT INTO counts (organization, counted, amount) VALUES (${org}, '${campaign} ${name}', ${Math.round(amount)})`,
    );
  return [
    // As the scene's campaign that was really sent.
    `UPDATE campaigns SET (subject, from_email, body_kind, body, tracking, progress) =
       (SELECT subject, from_email, body_kind, body, tracking, progress FROM campaigns WHERE id = '${sent}')
     WHERE id IN ('${seeded.campaign}', '${seeded.rareCampaign}')`,
    `INSERT INTO campaigns (id, organization, name, subject, from_email, body_kind, body, tracking, progress, audience,
       status, paused, timezone, badges, revision, gathering, search, created_at, updated_at, started_at)
     SELECT '${sending}', organization, 'Autumn', subject, from_email, body_kind, body, tracking, progress, audience,
       'SENDING', 1, timezone, badges, revision, 0, 'autumn', ${firstMs}, ${firstMs}, ${firstMs}
     FROM campaigns WHERE id = '${seeded.campaign}'`,
    `INSERT INTO mass_bodies (id, organization, campaign_id, body_kind, body, created_at)
     SELECT 'mbd_00000000000000000000000001', organization, id, body_kind, body, ${firstMs} FROM campaigns
     WHERE id = '${seeded.campaign}'`,
    `UPDATE campaigns SET started_at = ${firstMs}, sent_at = ${firstMs + 6 * hourMs}, created_at = ${firstMs}
     WHERE id = '${seeded.campaign}'`,
    `UPDATE campaign_recipients SET
       opened_at = CASE WHEN subscriber % 4 = 0 THEN ${firstMs} + subscriber * 7919 % ${48 * hourMs} END,
       clicked_at = CASE WHEN subscriber % 40 = 0 THEN ${firstMs} + subscriber * 7919 % ${48 * hourMs} END
     WHERE campaign = (SELECT key FROM campaigns WHERE id = '${seeded.campaign}') AND state = 1`,
    `INSERT INTO campaign_recipients (campaign, subscriber, state, email_id, changed_at)
     SELECT (SELECT key FROM campaigns WHERE id = '${sending}'), subscriber, CASE WHEN subscriber % 2 = 0 THEN 0 ELSE 1 END,
       CASE WHEN subscriber % 2 = 0 THEN NULL ELSE email_id END, changed_at
     FROM campaign_recipients WHERE campaign = (SELECT key FROM campaigns WHERE id = '${seeded.campaign}')`,
    ...count(seeded.campaign, {
      recipients: subscribers,
      skipped: subscribers / 250_000,
      leaving: subscribers,
      attempted: subscribers,
      sent: subscribers,
      delivered: subscribers * 0.98,
      opened: subscribers / 4,
      clicked: subscribers / 40,
      machine_opened: subscribers / 10,
      bounced: subscribers / 100,
    }),
    ...count(sending, {
      recipients: subscribers,
      leaving: subscribers / 2,
      attempted: subscribers / 2,
      sent: subscribers / 2,
      delivered: subscribers / 2,
    }),
    // Machines open every tenth mail, people every fifth; a few are clicked or bounce.
    `INSERT INTO email_events (organization, email_id, type, at, machine, details)
     SELECT organization, emails.id, value, created_at + 1000, CASE WHEN value = 'opened' AND emails.key % 10 = 0 THEN 1 ELSE 0 END,
       CASE value WHEN 'clicked' THEN CASE WHEN emails.key % 3 = 0 THEN '{"link":"https://acme.dev/read"}' ELSE '{"link":"https://acme.dev/shop"}' END
         WHEN 'bounced' THEN '${bounced}' ELSE '{"by":"mx.mailbox.dev"}' END
     FROM emails, json_each(CASE WHEN delivery_mode = 'captured' THEN '[]' WHEN last_event = 'bounced' THEN '["bounced"]'
       WHEN emails.key % 40 = 0 THEN '["delivered","opened","clicked"]' WHEN emails.key % 5 = 0 THEN '["delivered","opened"]'
       ELSE '["delivered"]' END) WHERE organization = ${org} AND created_at >= ${firstMs}`,
    `WITH RECURSIVE hours (n) AS (SELECT ${firstMs} UNION ALL SELECT n + ${hourMs} FROM hours WHERE n < ${firstMs} + 8760 * ${hourMs})
     INSERT INTO email_metrics
     SELECT ${org}, grouped.value ->> 0, n, grouped.value ->> 1, 0, 3600, 3500, 9, 36, 9, 2, 3, 4, 720, 300, 90, 20
     FROM hours, json_each('[["",""],["domain","acme.dev"],["domain","brand-0.com"],["provider","gmail"],["provider","other"],["source","api"],["source","campaign"]]') grouped`,
    `INSERT INTO email_metric_domains (organization, name) VALUES (${org}, 'brand-0.com') ON CONFLICT DO NOTHING`,
  ];
}

/** Copies rows of the scene until there are as many as an organization of this size has. */
function multiplyScene(connection: DatabaseSync, scene: Prototypes, size: Size): void {
  const { subscribers } = size;
  const until = seededUntil(size);
  const byId = (table: string, id: string): { key: number } =>
    connection.prepare(`SELECT key FROM ${table} WHERE id = ?`).get(id) as { key: number };
  const copy = (table: string, where: string, amount: number, changes: Record<string, string>): void =>
    multiply(connection, table, where, amount, changes);
  const spread = `${firstMs} + n * ${Math.floor((until - firstMs) / subscribers)}`;

  copy('domains', `id = '${scene.domain}'`, domains, { id: numbered('dom'), name: `'shop-' || n || '.com'` });
  connection.exec(`UPDATE approvals SET expires_at = ${until + 12 * hourMs} WHERE status = 'pending'`);
  const decidedAt = `${firstMs} + n * ${Math.floor((until - firstMs) / decidedApprovals)}`;
  copy('approvals', `id = '${scene.approval}'`, decidedApprovals, {
    ...{ id: numbered('apr'), call_mark: `'mark ' || n`, asked_at: decidedAt, decided_at: decidedAt },
    ...{ expires_at: `${decidedAt} + ${24 * hourMs}` },
  });
  const tokens = `(SELECT id FROM tokens WHERE name = 'Token ' || n % 60)`;
  copy('audit_entries', `id = 'aud_${'0'.repeat(26)}'`, subscribers, {
    ...{ id: `printf('aud_%026d', 500000000 + n)`, at: spread },
    token_id: `CASE WHEN n % 50 = 0 THEN ${tokens} ELSE 'tok_00000000000000000000000001' END`,
    outcome: `CASE WHEN n % 20 = 0 THEN 'rate_limited' ELSE 'done' END`,
    person_id: `CASE WHEN n % 30 = 0 THEN (SELECT id FROM people LIMIT 1) END`,
    person_name: `CASE WHEN n % 30 = 0 THEN 'Person 0' END`,
  });

  const webhook = byId('webhooks', scene.webhook).key;
  const message = `(SELECT min(message) FROM webhook_results WHERE webhook = ${webhook})`;
  const newest = (connection.prepare('SELECT max(key) AS key FROM webhook_messages').get() as { key: number })
    .key;
  copy('webhook_messages', `key = ${message}`, subscribers, {
    ...{ id: numbered('msg'), kind: `CASE WHEN n % 50 = 0 THEN 'email.bounced' ELSE 'email.delivered' END` },
    ...{ object_id: numbered('eml'), at: spread },
  });
  copy('webhook_results', `webhook = ${webhook} AND message = ${message}`, subscribers, {
    message: `${newest} + 1 + n`,
    outcome: `CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'succeeded' END`,
    ended_at: spread,
  });
  copy('webhook_attempts', `webhook = ${webhook} AND message = ${message}`, subscribers, {
    ...{ id: numbered('att'), message: `${newest} + 1 + n`, at: spread },
    outcome: `CASE WHEN n % 50 = 0 THEN 'refused' ELSE 'succeeded' END`,
    status_code: `CASE WHEN n % 50 = 0 THEN 500 ELSE 204 END`,
  });

  const integration = byId('integrations', scene.integration).key;
  const event = `(SELECT min(key) FROM integration_events WHERE integration = ${integration})`;
  const events = Math.ceil(subscribers / 5);
  copy('integration_events', `key = ${event}`, events, { id: numbered('ine'), received_at: spread });
  connection.exec(`INSERT INTO integration_event_states (event, organization, integration, state, attempts, outcome, settled_at)
    SELECT key, organization, integration, CASE WHEN key % 20 = 0 THEN 'failed' ELSE 'applied' END, 1, NULL, received_at
    FROM integration_events WHERE key > ${event}`);

  seedRuns(connection, scene, subscribers, spread);
}

/** A run of each subscriber: two of three ended, the others at two steps, a few failed. */
function seedRuns(
  connection: DatabaseSync,
  { workflow, run }: Prototypes,
  subscribers: number,
  spread: string,
): void {
  const { key } = connection.prepare('SELECT key FROM workflow_runs WHERE id = ?').get(run) as {
    key: number;
  };
  const first = (
    connection.prepare(`SELECT key FROM subscribers WHERE id = ?`).get(`sub_${'0'.repeat(26)}`) as {
      key: number;
    }
  ).key;
  const subscriber = `${first} + n`;
  const choose = (ended: string, failed: string, others: string): string =>
    `CASE WHEN n % 3 < 2 THEN ${ended} WHEN n % 100 = 2 THEN ${failed} ELSE ${others} END`;
  multiply(connection, 'workflow_runs', `key = ${key}`, subscribers, {
    ...{ key: `${key} + 1 + n`, id: numbered('run'), subscriber, subscriber_id: numbered('sub') },
    ...{ entry: `'entry ' || n`, started_at: spread },
  });
  multiply(connection, 'workflow_states', `run = ${key}`, subscribers, {
    run: `${key} + 1 + n`,
    subscriber,
    status: choose(`'COMPLETED'`, `'FAILED'`, 'status'),
    step: choose(`'last'`, `'reminder'`, 'step'),
    wait: choose('NULL', 'NULL', 'wait'),
    due_at: choose('NULL', 'NULL', 'due_at'),
    arrived_at: spread,
    ended_at: choose(spread, spread, 'NULL'),
    ended: choose(`'{"reason":"finished"}'`, `'{"reason":"email_failed"}'`, 'NULL'),
  });
  multiply(connection, 'workflow_visits', `run = ${key} AND visit = 1`, subscribers, {
    ...{ run: `${key} + 1 + n`, arrived_at: spread, left_at: spread, email_id: 'NULL' },
  });
  const counts = {
    COMPLETED: 2 / 3,
    FAILED: 1 / 300,
    '/welcome passed': 1,
    '/welcome mailed': 1,
    started: 1,
  };
  for (const [name, share] of Object.entries(counts)) {
    const counted = name.startsWith('/') ? workflow + name : `${workflow} ${name}`;
    connection
      .prepare(
        `INSERT INTO counts (organization, counted, amount) SELECT max(key), ?, ? FROM organizations WHERE true
         ON CONFLICT (organization, counted) DO UPDATE SET amount = excluded.amount`,
      )
      .run(counted, Math.round(subscribers * share));
  }
}

/** SQL of an id with the number of the row. */
function numbered(prefix: string): string {
  return `printf('${prefix}_%026d', n)`;
}

/** Copies a row `amount` times. `changes` has SQL by column, in which `n` is the number of the copy. */
function multiply(
  connection: DatabaseSync,
  table: string,
  where: string,
  amount: number,
  changes: Record<string, string>,
): void {
  const columns = (
    connection.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]
  )
    .map(({ name }) => name)
    .filter((name) => name !== 'key' || name in changes);
  const result = connection
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${amount - 1})
     INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map((name) => changes[name] ?? `original.${name}`).join(', ')}
     FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 1) AS original, numbers`,
    )
    .run();
  if (Number(result.changes) !== amount) throw new Error(`${table} has no row ${where}`);
}
