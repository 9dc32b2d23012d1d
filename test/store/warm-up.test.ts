import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { forgetWarmUpSends, spendWarmUp } from '../../src/store/records/permits/warm-up.ts';
import { databases } from '../world/postgres/databases.ts';

describe.each(databases)('the warm-up of a sending domain on %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await migrate(database);
  });
  afterAll(() => database.close());

  const spend = ({
    organization = 1,
    domain = 'acme.com',
    provider = 'google',
    day = 20_000,
    limit = 5,
  } = {}) =>
    database.transaction((queries) => spendWarmUp(queries, organization, domain, provider, day, limit));

  test('limits many parallel mails to the daily limit', async () => {
    const spent = await Promise.all(
      Array.from({ length: 30 }, () => spend({ domain: 'many.com', limit: 7 })),
    );
    expect(spent.filter(Boolean)).toHaveLength(7);
    expect(await spend({ domain: 'many.com', limit: 7 })).toBe(false);
    expect(await spend({ domain: 'many.com', limit: 8 })).toBe(true);
  });

  test('counts each organization, domain, provider and day separately', async () => {
    const one = { domain: 'own.com', limit: 1 };
    expect(await spend(one)).toBe(true);
    expect(await spend(one)).toBe(false);
    expect(await spend({ ...one, organization: 2 })).toBe(true);
    expect(await spend({ ...one, domain: 'other.com' })).toBe(true);
    expect(await spend({ ...one, provider: 'yahoo' })).toBe(true);
    expect(await spend({ ...one, day: 20_001 })).toBe(true);
  });

  test('deletes only counts of past days, in several transactions', async () => {
    for (const day of [100, 101, 102, 103]) await spend({ domain: 'old.com', day, limit: 1 });
    const forget = (limit: number) =>
      database.transaction((queries) => forgetWarmUpSends(queries, 103, limit));
    expect([await forget(2), await forget(2), await forget(2)]).toEqual([2, 1, 0]);
    expect(await spend({ domain: 'old.com', day: 103, limit: 1 })).toBe(false);
    expect(await spend({ domain: 'old.com', day: 102, limit: 1 })).toBe(true);
  });
});
