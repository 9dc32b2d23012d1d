import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries, Value } from '../../src/store/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';

type Statement = { sql: string; values: readonly Value[]; place: 'here' | 'away' };

/** Statements recorded during a call: `here` on the event loop's thread, `away` on other threads. */
const statements: Statement[] = [];

function recording(database: Database): Database {
  const { reader } = database;
  const noted = <Part extends Pick<Queries, 'all' | 'get'>>(
    queries: Part,
    place: Statement['place'],
  ): Part => ({
    ...queries,
    all: (sql: string, values: readonly Value[]) => {
      statements.push({ sql, values, place });
      return queries.all(sql, values);
    },
    get: (sql: string, values: readonly Value[]) => {
      statements.push({ sql, values, place });
      return queries.get(sql, values);
    },
  });
  return {
    ...database,
    reader: { ...noted(reader, 'here'), away: (organization) => noted(reader.away(organization), 'away') },
  };
}

const campaign = `cmp_${'0'.repeat(25)}1`;
const instant = '2026-01-01T00:00:00.000Z';

/** Every list with each of its filters, and some combinations. */
const lists: Record<string, readonly Record<string, unknown>[]> = {
  list_emails: [
    {},
    { last_event: 'bounced' },
    { to: 'ada@acme.dev' },
    { from: 'acme' },
    { subscriber: 'ada@acme.dev' },
    { campaign },
    { source: 'api' },
    { created_after: instant },
    { created_before: instant },
    { query: 'receipt' },
    { unsent: true },
    { unsent: true, to: 'ada@acme.dev', query: 'receipt' },
    { campaign, last_event: 'bounced', query: 'receipt', created_after: instant },
  ],
  list_subscribers: [
    {},
    { status: 'active' },
    { tag: ['news'] },
    { tag: ['news', 'beta'], status: 'active' },
    { query: 'ada' },
    { created_after: instant, query: 'ada' },
    { rule: { field: 'event.paid', operator: 'count_gte', value: 2, within: '30 days' } },
    { rule: { field: 'event.paid', operator: 'longer_ago', value: '30 days' }, tag: ['news'] },
  ],
  page_subscribers: [
    { page: 3 },
    { page: 3, status: 'active' },
    { page: 3, tag: ['news'] },
    { page: 3, tag: ['news', 'beta'] },
    { page: 3, query: 'ada' },
  ],
  list_subscriber_events: [{ subscriber: 'ada@acme.dev' }, { subscriber: 'ada@acme.dev', name: 'paid' }],
  page_subscriber_events: [{ subscriber: 'ada@acme.dev', page: 3, name: 'paid' }],
  list_suppressions: [{}, { origin: 'bounce' }, { query: 'ada' }, { origin: 'bounce', query: 'ada' }],
  export_suppressions: [{}, { origin: 'bounce' }],
  list_audit_log: [
    {},
    { tool: 'send_email' },
    { token_id: 'tok_1' },
    { tool: 'send_email', token_id: 'tok_1' },
    { person_id: 'per_1' },
    { tool: 'send_email', token_id: 'tok_1', person_id: 'per_1' },
  ],
  list_tags: [{}, { query: 'new' }],
  page_tags: [{ page: 3 }],
  list_campaigns: [{}, { status: 'sent' }, { query: 'spring' }],
  page_campaigns: [{ page: 3 }],
  list_campaign_recipients: [
    {},
    { state: 'waiting' },
    { state: 'accepted' },
    { state: 'skipped' },
    { last_event: 'bounced' },
    { state: 'skipped', last_event: 'bounced' },
  ],
  list_workflow_runs: [{ subscriber: 'ada@acme.dev' }, { subscriber: 'ada@acme.dev', status: 'WAITING' }],
  list_segments: [{}],
  list_domains: [{}],
  list_tokens: [{}],
  list_grants: [{}],
};

/** Tables that grow with every mail and every person, by the names that statements give them; erasures are looked up for each row. */
const grown =
  /\bSCAN (emails|mail|email_events|event|events|subscribers|known|subscriber_tags|campaign_recipients|line|suppressions|audit_entries|recipient_guards|jobs|runs|states|workflow_runs|workflow_states)\b|\bS(CAN|EARCH) gone\b.*\(organization=\?\)$/;

let folder: string;
let platform: SimulatedPlatform;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-plans-'));
  platform = await openPlatform({ database: recording(openSqlite(join(folder, 'posthouse.sqlite'))) });
  await platform.call('create_subscriber', { email: 'ada@acme.dev', tags: ['news', 'beta'] });
});

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

test.each(
  Object.entries(lists).flatMap(([tool, inputs]) =>
    inputs.flatMap((input) => [{ tool, input, title: `${tool} ${JSON.stringify(input)}` }]),
  ),
)('$title scans no large table and runs LIKE and OFFSET in a worker thread', async ({ tool, input }) => {
  const campaignId =
    tool === 'list_campaign_recipients'
      ? (
          (await platform.call('create_campaign', { name: 'Spring', subject: 'Spring' })).output as {
            id: string;
          }
        ).id
      : undefined;
  statements.length = 0;
  await platform.call(
    tool,
    { ...input, ...(campaignId && { campaignId }) },
    { caller: platform.caller('v1') },
  );
  const { reader } = platform.platform.engine.store.database;
  const asked = statements.splice(0);
  expect(asked.length).toBeGreaterThan(0);
  for (const { sql, values, place } of asked) {
    const plan = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
    expect({ sql, scans: plan.map(({ detail }) => detail).filter((detail) => grown.test(detail)) }).toEqual({
      sql,
      scans: [],
    });
    const walks =
      /\bLIKE\b|\blower\(|OFFSET/.test(sql) && !/FROM (tags|tokens|segments|campaigns)\b/.test(sql);
    if (walks) expect({ sql, place }).toEqual({ sql, place: 'away' });
  }
});

test('captured and test mail is read from its own index', async () => {
  statements.length = 0;
  await platform.call('list_emails', { unsent: true });
  const { reader } = platform.platform.engine.store.database;
  const read = statements.filter(({ sql }) => sql.includes('delivery_mode <>'));
  const plans = await Promise.all(
    read.map(({ sql, values }) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values)),
  );
  expect(plans.flat().map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('emails_unsent (organization=?)'),
  );
});

test.each([
  { tool: 'list_campaign_recipients', input: { state: 'waiting' } },
  { tool: 'list_campaign_recipients', input: { state: 'accepted' } },
  { tool: 'list_campaign_recipients', input: { state: 'skipped' } },
])('$tool $input scans no table', async ({ tool, input }) => {
  const { output } = await platform.call('create_campaign', { name: 'Spring', subject: 'Spring' });
  statements.length = 0;
  await platform.call(tool, { ...input, campaignId: (output as { id: string }).id });
  expect(statements.filter(({ place }) => place === 'away')).toEqual([]);
  const read = statements.filter(({ sql }) => sql.includes('campaign_recipients'));
  const { reader } = platform.platform.engine.store.database;
  const plans = await Promise.all(
    read.map(({ sql, values }) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values)),
  );
  expect(plans.flat().map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/campaign_recipients_by_state \(<expr>=\? AND state=\?/),
  );
});

test('runs of one status are read from the index on statuses, also if a workflow has millions', async () => {
  const steps = [{ type: 'delay', duration: '3 days' }];
  const workflow = { name: 'Readers', trigger: { type: 'MANUAL' }, steps };
  const { output } = await platform.call('save_workflow', workflow);
  statements.length = 0;
  const workflowId = (output as { id: string }).id;
  await platform.call('list_workflow_runs', { workflowId, status: 'COMPLETED' });
  const { reader } = platform.platform.engine.store.database;
  const read = statements.filter(({ sql }) => sql.includes('states.status'));
  const plans = await Promise.all(
    read.map(({ sql, values }) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values)),
  );
  const details = plans.flat().map(({ detail }) => detail);
  expect(details[0]).toContain('workflow_states_by_status (workflow=? AND status=?');
  expect(details.join()).not.toMatch(/SUBQUERY \d+,.*states|TEMP B-TREE/);
});

test.each([
  [
    'event.paid',
    { operator: 'count_gte', within: '30 days' },
    'events_by_name (subscriber=? AND name=? AND occurred_at>?)',
  ],
  ['event.paid', { operator: 'count_lt' }, 'events_by_name (subscriber=? AND name=?)'],
  [
    'email_opened',
    { operator: 'count_gte', within: '30 days' },
    'campaign_recipients_opened (subscriber=? AND opened_at>?)',
  ],
  ['email_opened', { operator: 'count_lt' }, 'campaign_recipients_opened (subscriber=?'],
  ['email_clicked', { operator: 'count_lt' }, 'campaign_recipients_clicked (subscriber=?'],
])('a rule that counts %s %j reads entries of one index', async (field, how, index) => {
  statements.length = 0;
  await platform.call('list_subscribers', { rule: { field, value: 2, ...how } });
  const { reader } = platform.platform.engine.store.database;
  const counting = statements.filter(({ sql }) => / LIMIT 1 OFFSET \$\d+\) IS NOT NULL/.test(sql));
  expect(counting.length).toBeGreaterThan(0);
  for (const { sql, values } of counting) {
    const plan = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
    expect(plan.map(({ detail }) => detail).join('\n')).toContain(index);
  }
});

test.each([{}, { skip_empty: true }, { group_by: 'domain' }, { group_by: 'domain', include_test: true }])(
  'a query of counters for %j reads only the hours of each period',
  async (asked) => {
    const year = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z', interval: 'day' };
    statements.length = 0;
    await platform.call('get_email_metrics', { ...year, ...asked });
    const { reader } = platform.platform.engine.store.database;
    const counters = statements.filter(({ sql }) => sql.includes('email_metrics counted'));
    expect(counters.length).toBeGreaterThan(0);
    for (const { sql, values } of counters) {
      const plan = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
      expect(plan.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH counted .*hour>\? AND hour<\?/);
    }
  },
);

test('a scan sees every row that was written before it began', async () => {
  for (let number = 0; number < 5; number += 1) {
    const email = `reader-${number}@walk.dev`;
    await platform.call('create_subscriber', { email });
    const { output } = await platform.call('list_subscribers', { query: `reader-${number}@walk` });
    expect((output as { data: { email: string }[] }).data.map((one) => one.email)).toEqual([email]);
  }
});

test('a scan ends when its client disconnects', async () => {
  const { engine } = platform.platform;
  const { subscribers } = engine.store.forOrganization(platform.organization.key);
  const gone = new AbortController();
  gone.abort();
  await expect(subscribers.page({ query: 'ada' }, { limit: 10, signal: gone.signal })).rejects.toThrow(
    'abort',
  );
});

test('organizations take turns in the scan thread, and excessive requests are refused', async () => {
  const { reader } = platform.platform.engine.store.database;
  const answered: string[] = [];
  const ask = async (organization: number, name: string) => {
    await reader.away(organization).all('SELECT 1 AS one', []);
    answered.push(name);
  };
  await Promise.all([
    ...Array.from({ length: 20 }, (_, number) => ask(101, `many ${number}`)),
    ask(102, 'one'),
  ]);
  expect(answered.indexOf('one')).toBeLessThan(3);
  const flood = await Promise.allSettled(
    Array.from({ length: 400 }, () => reader.away(101).get('SELECT 1', [])),
  );
  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]).toMatchObject({ reason: { failure: 'service_unavailable' } });
});

test('a slice of a search has one bound for each side of the key, because SQLite uses only one', async () => {
  const { database } = platform.platform.engine.store;
  await platform.call('send_email', {
    from: 'a@acme.dev',
    to: 'b@example.com',
    subject: 'Hello',
    markdown: 'Hello',
  });
  const columns = await database.reader.all<{ name: string }>(
    "SELECT name FROM pragma_table_info('emails')",
    [],
  );
  const copied = columns.flatMap(({ name }) => (name === 'key' || name === 'id' ? [] : [name])).join(', ');
  await database.transaction((queries) =>
    queries.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
       INSERT INTO emails (id, ${copied}) SELECT 'eml_' || n, ${copied} FROM numbers, (SELECT * FROM emails LIMIT 1)`,
      [],
    ),
  );
  statements.length = 0;
  const period = { created_after: instant, created_before: '2027-01-01T00:00:00.000Z' };
  const { output } = await platform.call('list_emails', { from: 'nothing', ...period });
  expect(output).toMatchObject({ data: [], has_more: false });
  const slices = statements.filter(({ sql }) => sql.includes('from_text) LIKE'));
  expect(slices.length).toBeGreaterThan(2);
  for (const { sql } of slices) {
    const [lower, upper] = [sql.match(/AND key >/g) ?? [], sql.match(/AND key </g) ?? []];
    expect({ sql, bounds: lower.length <= 1 && upper.length <= 1 }).toEqual({ sql, bounds: true });
  }
});
