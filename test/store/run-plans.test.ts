import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queries, Value } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { runsPage } from '../../src/store/records/workflows/workflow-run-lists.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { migratedSqlite } from '../world/postgres/migrated-sqlite.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';

/** One person with many runs, many people with a few runs, and one of the latter. */
const [often, seldom] = [7, 8];
const [oftenRuns, otherRuns] = [3_000, 6_000];
const organization = 1;

describe.each(['SQLite', 'PostgreSQL'])('on %s,', (kind) => {
  let database: Database;
  let close = async () => {};

  beforeAll(async () => {
    const fresh = kind === 'PostgreSQL' ? await freshPostgres() : null;
    database = fresh ? await openPostgres(fresh.url) : await migratedSqlite();
    close = async () => {
      await database.close();
      await fresh?.drop();
    };
    await database.transaction(addRuns);
    // PostgreSQL does this by itself within a minute; SQLite never does it here.
    if (fresh) await database.transaction((queries) => queries.run('ANALYZE', []));
  });
  afterAll(() => close());

  async function addRuns(queries: Queries): Promise<void> {
    const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)`;
    const amount = oftenRuns + otherRuns;
    await queries.run(
      `${numbers} INSERT INTO workflow_runs
         (id, organization, workflow, version, subscriber, subscriber_id, entry, trigger_data, depth, started_at)
       SELECT 'run_' || n, ${organization}, 1 + n % 5, 1,
         CASE WHEN n % 3 = 0 THEN ${often} ELSE ${seldom} + n / 4 END, 'sub_x', 'entry ' || n, '{}', 0, n
       FROM numbers`,
      [amount],
    );
    await queries.run(
      `INSERT INTO workflow_states (run, organization, workflow, subscriber, version, status, visit, arrived_at, paused_ms)
       SELECT key, organization, workflow, subscriber, 1, CASE WHEN key % 2 = 0 THEN 'WAITING' ELSE 'COMPLETED' END, 1, 1, 0
       FROM workflow_runs`,
      [],
    );
  }

  /** Explains the statement that reads the keys of a page. */
  async function planOf(subscriber: number, status: 'WAITING' | null, page: object): Promise<string> {
    const asked: { sql: string; values: readonly Value[] }[] = [];
    const listening: Queries = {
      ...database.reader,
      all: (sql, values) => {
        asked.push({ sql, values });
        return database.reader.all(sql, values);
      },
    };
    const store = new OrganizationStore(listening, organization);
    const { rows } = await runsPage(store, { workflow: null, subscriber, status }, { limit: 20, ...page });
    expect(rows.map(({ run }) => run.subscriber)).toEqual(rows.map(() => subscriber));
    expect(rows.map(({ run }) => run.key)).toEqual(rows.map(({ run }) => run.key).toSorted((a, b) => b - a));
    const [{ sql, values }] = asked as [(typeof asked)[0]];
    const explain = kind === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const lines = await database.reader.all<Record<string, unknown>>(`${explain} ${sql}`, values);
    return lines.map((line) => line['QUERY PLAN'] ?? line.detail).join('\n');
  }

  test.each([
    ['many runs', often, null, {}],
    ['many runs, from the middle', often, null, { after: 4_000 }],
    ['many runs, backwards', often, null, { before: 4_000 }],
    ['many runs, of one status', often, 'WAITING', {}],
  ] as const)('a page of a subscriber with %s is read in index order', async (_, person, status, page) => {
    const plan = await planOf(person, status, page);
    expect(plan).toContain('workflow_runs_of_subscriber');
    expect(plan).not.toMatch(/Sort|TEMP B-TREE|Seq Scan|SCAN runs|workflow_runs_pkey/);
  });

  test.each([
    ['few runs', null],
    ['few runs, of one status', 'WAITING'],
  ] as const)('a page of a subscriber with %s reads only these runs', async (_, status) => {
    const plan = await planOf(seldom, status, {});
    expect(plan).toMatch(/workflow_runs_(of|by)_subscriber/);
    expect(plan).not.toMatch(/Seq Scan|SCAN runs|workflow_runs_pkey/);
  });
});
