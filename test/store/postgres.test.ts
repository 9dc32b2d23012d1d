import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzeTable } from '../../src/store/analyze-table.ts';
import type { Database, Queries, Value } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { emptyPostgres, type FreshPostgres } from '../world/postgres/postgres.ts';
import { storeConforms } from './conformance.ts';
import { domainsAndSuppressionsConform } from './conformance-domains.ts';
import { subscribersConform } from './conformance-subscribers.ts';

describe('PostgreSQL', () => {
  let fresh: FreshPostgres;
  let database: Database;

  beforeAll(async () => {
    fresh = await emptyPostgres();
    database = await openPostgres(fresh.url);
    await migrate(database);
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  storeConforms(() => database);
  subscribersConform(() => database);
  domainsAndSuppressionsConform(() => database);

  test('looks up many addresses by index, even if most organizations are small', async () => {
    const [organization, people] = [77, 12];
    await database.transaction(async (queries) => {
      await queries.run(
        `INSERT INTO subscribers (id, organization, email, attributes, tags, status, source, search, created_at, updated_at, event_count)
         SELECT 'sub_' || number, $1, number || '@acme.dev', '{}', '', 'ACTIVE', 'IMPORT', '', 0, 0, 0
         FROM generate_series(1, $2) AS number`,
        [organization, people],
      );
      await analyzeTable(queries);
    });
    const asked: { sql: string; values: readonly Value[] }[] = [];
    const listening: Queries = {
      ...database.reader,
      all: (sql, values) => {
        asked.push({ sql, values });
        return database.reader.all(sql, values);
      },
    };
    await new OrganizationStore(listening, organization).subscribers.findAll([
      'ada@acme.dev',
      'bob@acme.dev',
    ]);
    const [{ sql, values }] = asked as [(typeof asked)[0]];
    const plan = await database.reader.all<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
    const conditions = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Index Cond'));
    expect(conditions.join()).toContain('email = wanted.value');
  });

  test('is migrated once if many processes start together', async () => {
    const { url, drop } = await emptyPostgres();
    const starting = await Promise.all([1, 2, 3].map(() => openPostgres(url)));
    const applied = await Promise.all(starting.map((one) => migrate(one)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(starting.map((one) => one.close()));
    await drop();
  });
});
