import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { checkpointPages } from '../../src/store/sqlite/checkpoints.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { groupStepsMax } from '../../src/store/sqlite/group-commit.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { storeConforms } from './conformance.ts';
import { domainsAndSuppressionsConform } from './conformance-domains.ts';
import { subscribersConform } from './conformance-subscribers.ts';
import { ids, now, openStore, save } from './scene.ts';

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

test('adding or removing many links at once lets other work run in between', async () => {
  const database = openSqlite(':memory:');
  await migrate(database);
  const where = await openStore(database);
  const links = 10_001;
  /** Counts the turns of the event loop that other work gets while `work` runs. */
  const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    let turns = 0;
    let running = true;
    const turn = (): void => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    await work();
    running = false;
    return turns;
  };
  const [tag] = await where.write(({ tags }) =>
    tags.add([{ id: ids.id('tag'), name: 'red', description: null, color: null, createdAt: now }]),
  );
  const { key, id } = tag!;
  await where.write(async ({ tags }) => {
    const [red] = await tags.hold(['red']);
    const wanted = Array.from({ length: links }, (_, n) => ({ subscriber: n + 1, tag: red! }));
    expect(await turnsDuring(() => tags.link(wanted, now))).toBeGreaterThanOrEqual(4);
  });
  expect(await where.read.tags.find(id)).toMatchObject({ subscriberCount: links });
  await where.write(({ tags }) => tags.remove(key));
  const takeOff = async (): Promise<void> => {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await where.write(({ tags }) => tags.removeLinks(id, from));
    }
  };
  expect(await turnsDuring(takeOff)).toBeGreaterThanOrEqual(20);
  expect(await database.reader.all('SELECT tag FROM subscriber_tags WHERE tag = $1 LIMIT 1', [key])).toEqual(
    [],
  );
  await database.close();
});

test('a reopened file contains all committed data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-store-'));
  const file = join(folder, 'posthouse.db');
  const first = openSqlite(file);
  expect(await migrate(first)).not.toEqual([]);
  const where = await openStore(first);
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

/** Opens a database file and a second connection for the test. */
async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-store-'));
  const file = join(folder, 'posthouse.db');
  const database = openSqlite(file);
  const beside = new DatabaseSync(file);
  return {
    file,
    database,
    /** Counts pages in the write-ahead log, and those already copied to the database file. */
    pages: () => beside.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number },
    async write(pages: number, kind?: 'bulk') {
      await database.transaction(async (queries) => {
        await queries.run('CREATE TABLE IF NOT EXISTS pages (content TEXT)', []);
        const content = 'x'.repeat(4_000);
        await queries.insert('INSERT INTO pages (content)', Array<string[]>(pages).fill([content]));
      }, kind);
    },
    async close() {
      beside.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('a long write-ahead log is checkpointed by a thread outside the commit and then starts again', async () => {
  const { pages, write, close } = await openFile();
  await write(checkpointPages.usual + 1);
  expect(pages().checkpointed).toBe(0);
  await expect.poll(() => pages().checkpointed, { timeout: 10_000 }).toBeGreaterThan(checkpointPages.usual);
  await write(1);
  await write(1);
  expect(pages().log).toBeLessThan(100);
  await close();
});

test('a write-ahead log written in bulk is checkpointed after the next ordinary commit', async () => {
  const { database, pages, write, close } = await openFile();
  await write(checkpointPages.usual + 1, 'bulk');
  await write(1, 'bulk');
  expect(pages()).toMatchObject({ checkpointed: 0 });
  await write(1);
  await expect.poll(() => pages().checkpointed, { timeout: 10_000 }).toBeGreaterThan(checkpointPages.usual);
  await database.check();
  await close();
});

test('a write-ahead log that an open reader holds back is checkpointed after the reader closes', async () => {
  const { file, pages, write, close } = await openFile();
  await write(1);
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT count(*) FROM pages');
  await write(checkpointPages.usual + 1);
  await write(2_000);
  expect(pages().checkpointed).toBeLessThan(100);
  reader.close();
  const copied = async (): Promise<number> => {
    await write(1_000);
    return pages().checkpointed;
  };
  await expect.poll(copied, { timeout: 10_000 }).toBeGreaterThan(checkpointPages.usual);
  await close();
});

test('a purge that waits for a reader of the log does not block writers', async () => {
  const { file, database, pages, write, close } = await openFile();
  await write(1);
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT count(*) FROM pages');
  const purged = database.purge();
  // Until the thread has copied the pages that the reader does not need.
  while (pages().checkpointed === 0) await write(1);
  for (let commits = 0; commits < 50; commits += 1) await write(1);
  reader.close();
  await expect(purged).resolves.toBeUndefined();
  await close();
});

test('large transactions that wait together are committed in several groups', async () => {
  const { database, pages, write, close } = await openFile();
  await write(0);
  const rows = Array.from({ length: groupStepsMax }, () => ['']);
  let committed = 0;
  const begun: number[] = [];
  const insert = async (): Promise<void> => {
    await database.transaction(async (queries) => {
      begun.push(committed);
      await queries.insert('INSERT INTO pages (content)', rows);
    });
    committed += 1;
  };
  await Promise.all([insert(), insert(), insert()]);
  expect(begun).toEqual([0, 1, 2]);
  expect(pages().log).toBeGreaterThan(0);
  await close();
});

test('rows of many columns share a JavaScript shape', async () => {
  const database = openSqlite(':memory:');
  const columns = Array.from({ length: 40 }, (_, at) => `${at} AS column_${at}`);
  const rows = await database.reader.all<Record<string, number>>(
    `SELECT ${columns.join(', ')} UNION ALL SELECT ${columns.join(', ')}`,
    [],
  );
  setFlagsFromString('--allow-natives-syntax');
  const shareShape = new Function(
    'rows',
    'return %HasFastProperties(rows[0]) && %HaveSameMap(rows[0], rows[1])',
  );
  expect(shareShape(rows)).toBe(true);
  expect(Object.values(rows[1]!)).toEqual(columns.map((_, at) => at));
  await database.close();
});
