import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries, Value } from '../../src/store/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { catalogue } from '../../tools/index.ts';
import { inputFor, type Seeded, seeded } from '../spec/assistants/assistants-scene.ts';

/** Tables that grow with mails, subscribers, requests and events, by the names that statements give them. */
const grown = [
  'emails|mail|email_events|raw_messages|jobs',
  'subscribers|known|subscriber_tags|events|event|suppressions',
  'campaigns|campaign_recipients|line|recipient_guards',
  'audit_entries|idempotency|idempotency_people|approvals',
  'webhook_messages|message|webhook_results|webhook_attempts|webhook_deliveries',
  'workflow_runs|runs|workflow_states|states|workflow_visits|integration_events',
].join('|');
/**
 * Reads all rows of a large table, or all rows of one organization. The named index has only the required
 * rows.
 */
const walksAll = new RegExp(
  `^(SCAN (${grown})\\b|SEARCH (${grown}) USING (?!INDEX suppressions_erased).*\\(organization=\\?\\)$)`,
);
/** Such a plan stops after the page if the rows come in the order of the index. */
const readsPage = /ORDER BY (\w+\.)?key( ASC| DESC)?\s+LIMIT/;

const statements = new Map<string, readonly Value[]>();
let scene: Seeded;

/** Records the statements that run on the event loop. */
function noting(database: Database): Database {
  const noted = (queries: Queries): Queries => ({
    ...queries,
    all: (sql, values) => {
      statements.set(sql, values);
      return queries.all(sql, values);
    },
    get: (sql, values) => {
      statements.set(sql, values);
      return queries.get(sql, values);
    },
    run: (sql, values) => {
      statements.set(sql, values);
      return queries.run(sql, values);
    },
    away: (organization) => queries.away(organization),
  });
  return {
    ...database,
    reader: noted(database.reader),
    transaction: (work, kind) => database.transaction((queries) => work(noted(queries)), kind),
  };
}

beforeAll(async () => {
  scene = await seeded({ database: noting(openSqlite(':memory:')) });
  // A first start may read everything.
  statements.clear();
});
afterAll(async () => {
  await scene.simulated.close();
});

test('no statement of an operation reads all rows of an organization on the event loop', async () => {
  const { simulated } = scene;
  for (const tool of catalogue) {
    if (tool.name.startsWith('wait_for_')) continue;
    const input = await inputFor(tool, scene).catch(() => null);
    if (input) await simulated.call(tool.name, input).catch(() => {});
    await simulated.deliver();
  }
  await simulated.call('get_suppression', { suppression: 'left@elsewhere.dev' }).catch(() => {});
  await simulated.call('remove_suppressions', { emails: ['left@elsewhere.dev'] }).catch(() => {});
  await simulated.call('import_subscribers', { csv: 'email\nbob@elsewhere.dev\n' });
  await simulated.deliver();
  const { reader } = simulated.platform.engine.store.database;
  const walks: string[] = [];
  for (const [sql, values] of [...statements]) {
    if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql)) continue;
    const plan = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
    for (const { detail } of plan) {
      if (walksAll.test(detail) && !readsPage.test(sql))
        walks.push(`${detail}: ${sql.replaceAll(/\s+/g, ' ')}`);
    }
  }
  expect(walks).toEqual([]);
  expect(statements.size).toBeGreaterThan(300);
});
