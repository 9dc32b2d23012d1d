import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { emptyPostgres } from '../world/postgres/postgres.ts';

const limits = { statementMs: 300, answerMs: 400 };

test('a migration statement has no time limit, and any other statement has one', async () => {
  const { url, drop } = await emptyPostgres();
  const database = await openPostgres(url, limits);
  const other = await openPostgres(url);
  onTestFinished(async () => {
    await Promise.all([database.close(), other.close()]);
    await drop();
  });
  const slow = `SELECT pg_sleep(${(3 * limits.statementMs) / 1_000})`;
  await expect(database.transaction((queries) => queries.get(slow, []))).rejects.toThrow();
  await expect(database.transaction((queries) => queries.get(slow, []), 'unlimited')).resolves.toBeDefined();
  // Another process is in the middle of the same migrations.
  const held = Promise.withResolvers<void>();
  const first = other.transaction(async (queries) => {
    await queries.get('SELECT pg_advisory_xact_lock(73051)', []);
    held.resolve();
    await queries.get(slow, []);
  });
  await held.promise;
  expect((await migrate(database)).length).toBeGreaterThan(10);
  await first;
});
