import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { ConnectionLost, DatabaseUnavailable } from '../../src/store/outage.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';

const long = 'x'.repeat(10_000);

async function fullSqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-full-'));
  const file = join(folder, 'full.sqlite');
  const database = openSqlite(file);
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  await database.transaction((queries) => queries.run('CREATE TABLE notes (text TEXT NOT NULL)', []));
  const pagesMax = (pages: number) =>
    database.transaction((queries) => queries.get(`PRAGMA max_page_count = ${pages}`, []));
  return { database, file, pagesMax };
}

test('a full disk rolls back the complete transaction, including its later statements', async () => {
  const { database, pagesMax } = await fullSqlite();
  await pagesMax(1);
  const insert = 'INSERT INTO notes (text) VALUES ($1)';
  const written = database.transaction(async (queries) => {
    await queries.run(insert, ['before']);
    const full = Array.from({ length: 20 }, () => queries.run(insert, [long]));
    await Promise.allSettled(full);
    await queries.run(insert, ['after']);
  });
  await expect(written).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(database.outage.error).toBeInstanceOf(DatabaseUnavailable);
  await pagesMax(1_000_000);
  expect(await database.reader.all('SELECT text FROM notes LIMIT 10', [])).toEqual([]);
  await database.transaction((queries) => queries.run(insert, ['later']));
  expect(await database.reader.all('SELECT text FROM notes LIMIT 10', [])).toEqual([{ text: 'later' }]);
});

/** Milliseconds that the writing connection waits for a lock. @param wanted the new wait */
async function busyTimeout({ transaction }: Database, wanted?: number): Promise<number> {
  const pragma = `PRAGMA busy_timeout${wanted === undefined ? '' : ` = ${wanted}`}`;
  return (await transaction((queries) => queries.get<{ timeout: number }>(pragma, [])))!.timeout;
}

test('a database locked too long by another program counts as an outage', async () => {
  const { database, file } = await fullSqlite();
  expect(await busyTimeout(database)).toBe(10_000);
  await busyTimeout(database, 50);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const written = database.transaction((queries) => queries.run("INSERT INTO notes (text) VALUES ('a')", []));
  await expect(written).rejects.toBeInstanceOf(DatabaseUnavailable);
  other.exec('COMMIT');
  other.close();
  await database.transaction((queries) => queries.run("INSERT INTO notes (text) VALUES ('b')", []));
});

test('an invalid statement does not count as an outage', async () => {
  const { database } = await fullSqlite();
  const wrong = database.reader.get('SELECT nothing FROM nowhere', []);
  await expect(wrong).rejects.not.toBeInstanceOf(DatabaseUnavailable);
  expect(database.outage.error).toBeNull();
});

test('a read-only PostgreSQL server counts as an outage for writes', async () => {
  const { url, drop } = await freshPostgres();
  const database = await openPostgres(url);
  await migrate(database);
  const readOnly = database.transaction(async (queries) => {
    await queries.run('SET TRANSACTION READ ONLY', []);
    await queries.run("INSERT INTO instance (name, remembered) VALUES ('a', 'b')", []);
  });
  await expect(readOnly).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(readOnly).rejects.not.toBeInstanceOf(ConnectionLost);
  await expect(database.reader.get('SELECT nothing FROM nowhere', [])).rejects.not.toBeInstanceOf(
    DatabaseUnavailable,
  );
  await database.close();
  await drop();
});

test('a PostgreSQL server that is missing or accepts no more connections counts as an outage', async () => {
  const { url, drop } = await freshPostgres();
  const name = new URL(url).pathname.slice(1);
  const owner = new pg.Client({ connectionString: url.replace(`/${name}`, '/postgres') });
  await owner.connect();
  const user = `few_${name.slice(-12)}`;
  await owner.query(`CREATE ROLE ${user} LOGIN PASSWORD 'few' CONNECTION LIMIT 0`);
  const refused = new URL(url);
  refused.username = user;
  refused.password = 'few';
  const nowhere = new URL(url);
  nowhere.port = '1';
  for (const at of [refused, nowhere]) {
    const database = await openPostgres(at.href);
    await expect(database.check()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(database.transaction(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await database.close();
  }
  await owner.query(`DROP ROLE ${user}`);
  await owner.end();
  await drop();
});
