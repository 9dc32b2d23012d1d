import { expect, test } from 'vitest';
import { ConnectionLost } from '../../src/store/outage.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';

test('a connection lost inside a transaction ends only that transaction, not the process', async () => {
  const { url, drop } = await freshPostgres();
  const database = await openPostgres(url);
  const lost = database.transaction(async (queries) => {
    const backend = await queries.get<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
    await database.reader.get('SELECT pg_terminate_backend($1::int)', [backend!.pid]);
    await queries.get('SELECT 1', []);
  });
  await expect(lost).rejects.toBeInstanceOf(ConnectionLost);
  expect(await database.reader.get('SELECT 1 AS one', [])).toEqual({ one: 1 });
  await database.close();
  await drop();
});
