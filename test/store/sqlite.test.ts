import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { storeConforms } from './conformance.ts';
import { domainsAndSuppressionsConform } from './conformance-domains.ts';
import { subscribersConform } from './conformance-subscribers.ts';
import { house, save } from './scene.ts';

describe.each(['in memory', 'in a file'])('SQLite %s', (place) => {
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthouse-store-'));
    database = openSqlite(place === 'in memory' ? ':memory:' : join(folder, 'posthouse.db'));
    await migrate(database);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  storeConforms(() => database);
  subscribersConform(() => database);
  domainsAndSuppressionsConform(() => database);
});

test('a file opened again has what was answered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-store-'));
  const file = join(folder, 'posthouse.db');
  const first = openSqlite(file);
  expect(await migrate(first)).not.toEqual([]);
  const where = await house(first);
  await save(where, { email: 'ada@example.com', tags: ['red'] });
  await first.close();
  const second = openSqlite(file);
  expect(await migrate(second)).toEqual([]);
  const reopened = new OrganizationStore(second.reader, where.organization.key);
  const { rows } = await reopened.subscribers.page({}, { limit: 9 });
  expect(rows.map(({ email }) => email)).toEqual(['ada@example.com']);
  await second.close();
  await rm(folder, { recursive: true, force: true });
});
