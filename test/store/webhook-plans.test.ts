import { afterEach, beforeEach, expect, test } from 'vitest';
import { fanOutDue } from '../../src/engine/webhooks/fan-out.ts';
import { sweep } from '../../src/engine/worker/sweep.ts';
import type { Database, Queries, Value } from '../../src/store/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { addWebhook } from '../engine/webhooks/webhook-scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';

let statements: { sql: string; values: readonly Value[] }[];
let posthouse: SimulatedPlatform;

/** Records every statement on the tables of webhooks, inside transactions too. */
function recording(database: Database): Database {
  const noted = (queries: Queries): Queries => {
    const note = (sql: string, values: readonly Value[]) => {
      if (sql.includes('webhook_')) statements.push({ sql, values });
    };
    return {
      ...queries,
      all: (sql, values) => {
        note(sql, values);
        return queries.all(sql, values);
      },
      get: (sql, values) => {
        note(sql, values);
        return queries.get(sql, values);
      },
      run: (sql, values) => {
        note(sql, values);
        return queries.run(sql, values);
      },
      insert: (head, rows, tail) => {
        note(head, []);
        return queries.insert(head, rows, tail);
      },
    };
  };
  return {
    ...database,
    reader: noted(database.reader),
    transaction: (work, time) => database.transaction((queries) => work(noted(queries)), time),
  };
}

beforeEach(async () => {
  statements = [];
  posthouse = await openPlatform({ database: recording(openSqlite(':memory:')) });
  // Drops the statements of migrations.
  statements = [];
});
afterEach(() => posthouse.close());

const send = (to = 'ada@example.com') =>
  posthouse.call('send_email', { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' });

test('an organization without webhooks needs one narrow read per accepted group', async () => {
  await send();
  expect(statements.map(({ sql }) => sql.replace(/\s+/g, ' ').trim())).toEqual([
    expect.stringMatching(/^SELECT DISTINCT organization, kind FROM webhook_listens WHERE organization IN/),
  ]);
});

test('recording, fan-out, replay, erasure and cleanup of webhook messages read index ranges', async () => {
  const webhook = await addWebhook(posthouse);
  await posthouse.call('create_subscriber', { email: 'ada@example.com', tags: ['vip'] });
  await send();
  await fanOutDue(posthouse.platform.engine);
  await posthouse.call('test_webhook', { webhook });
  for (const given of [{}, { status: 'failed' }, { status: 'pending', since: '2020-01-01T00:00:00Z' }]) {
    await posthouse.call('list_webhook_deliveries', { webhook, ...given });
  }
  await posthouse.call('replay_webhook_deliveries', { webhook });
  await posthouse.call('replay_webhook_deliveries', { webhook, since: '2020-01-01T00:00:00Z' });
  await posthouse.call('delete_subscriber', { subscriber: 'ada@example.com' });
  await sweep(posthouse.platform.engine);
  const asked = statements.filter(({ sql }) => !/^\s*INSERT/.test(sql));
  expect(asked.length).toBeGreaterThan(25);
  const { reader } = posthouse.platform.engine.store.database;
  for (const { sql, values } of asked) {
    const plan = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
    const scans = plan
      .map(({ detail }) => detail)
      // The oldest messages and the newest of the outbox are at the end of the table; a deleted endpoint has
      // an index.
      .filter((detail) => /^SCAN webhook/.test(detail) && !/USING (COVERING )?INDEX/.test(detail))
      .filter(() => !/ORDER BY key( DESC)? LIMIT/.test(sql));
    expect({ sql, scans }).toEqual({ sql, scans: [] });
  }
});
