import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries, Value } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';

/** PostgreSQL estimates a filter without its value from the number of different values, which says nothing about a rare one. */

const organization = 1;
const mails = 20_000;

let database: Database;

beforeAll(async () => {
  const { url } = await freshPostgres();
  database = await openPostgres(url);
  await database.transaction(addMails);
  await database.transaction((queries) => queries.run('ANALYZE emails', []));
});
afterAll(() => database.close());

async function addMails(queries: Queries): Promise<void> {
  await queries.run(
    `INSERT INTO emails (id, organization, source, delivery_mode, last_event, last_event_at, last_event_machine, created_at,
       from_text, to_text, to_key, subject, message_id, body_kind, body)
     SELECT 'eml_' || n, ${organization}, CASE WHEN n % 2 = 0 THEN 'api' ELSE 'smtp' END, 'live',
       CASE WHEN n = 7 THEN 'complained' WHEN n % 100 = 0 THEN 'bounced' ELSE 'delivered' END, n, 0, n,
       'hello@acme.dev', 'ada@mailbox.dev', 'ada@mailbox.dev', 'Hello', '<' || n || '>', 'markdown', 'Hello'
     FROM generate_series(1, $1) AS n`,
    [mails],
  );
}

/** Returns the plans that the server chose for the statements of a list, on the connection that prepared them. */
async function plansOf(list: (store: OrganizationStore) => Promise<unknown>): Promise<string[]> {
  const { reader } = database;
  const asked: { sql: string; values: readonly Value[] }[] = [];
  const noting: Queries = {
    ...reader,
    away: () => noting,
    get: (sql, values) => {
      asked.push({ sql, values });
      return reader.get(sql, values);
    },
    all: (sql, values) => {
      asked.push({ sql, values });
      return reader.all(sql, values);
    },
  };
  await list(new OrganizationStore(noting, organization));
  const plans: string[] = [];
  for (const { sql, values } of asked.filter((one) => / FROM emails WHERE .* ORDER BY /s.test(one.sql))) {
    const [mark = ''] = /\/\*[^*]*\*\//.exec(sql) ?? [];
    const [prepared] = await reader.all<{ name: string }>(
      `SELECT name FROM pg_prepared_statements WHERE statement = $1 ${mark}`,
      [sql],
    );
    const literals = values.map((value) => (typeof value === 'number' ? String(value) : `'${value}'`));
    const lines = await reader.all<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE ${prepared!.name} (${literals.join(', ')}) ${mark}`,
      [],
    );
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  }
  return plans;
}

test.each([
  ['a rare state', { lastEvent: 'complained' }],
  ['a state that no mail has', { lastEvent: 'canceled' }],
  ['a state and a source', { lastEvent: 'bounced', source: 'api' }],
] as const)('the page of mails with %s reads only the index of the state', async (_, filters) => {
  const plans = await plansOf((store) => store.emails.page(filters, { limit: 50 }));
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toContain('emails_by_last_event');
    expect(plan).not.toMatch(/emails_pkey|Seq Scan on emails|Sort/);
  }
});
