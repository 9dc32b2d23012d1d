import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
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

  test('many processes that start at once migrate it once', async () => {
    const { url, drop } = await emptyPostgres();
    const starting = await Promise.all([1, 2, 3].map(() => openPostgres(url)));
    const applied = await Promise.all(starting.map((one) => migrate(one)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(starting.map((one) => one.close()));
    await drop();
  });
});
