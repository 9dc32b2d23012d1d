import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseFileOf, readConfig } from '../../../src/config.ts';
import { secondMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { busyTables, errorClasses } from '../../../src/store/figures.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { DatabaseUnavailable } from '../../../src/store/outage.ts';
import { openPostgres, classifyError as postgresClassOf } from '../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { classifyError as sqliteClassOf } from '../../../src/store/sqlite/refusal.ts';
import { runBackup } from '../../../src/surfaces/cli/backup.ts';
import { prometheusMeters } from '../../../src/world/telemetry/prometheus-meters.ts';
import { addWebhook } from '../../engine/webhooks/webhook-scene.ts';
import { mail, realMailbox } from '../../spec/scene.ts';
import { keptStreams } from '../../surfaces/cli/runner.ts';
import { refused } from '../mail/capture-mail.ts';
import { breakableDatabases } from '../postgres/breakable-databases.ts';
import { databases } from '../postgres/databases.ts';
import { freshPostgres } from '../postgres/postgres.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { type MeasuredPlatform, measured } from './measured.ts';

const roundMs = 15 * secondMs;
/** The gauges are held by one process at a time. */
const held = 'posthouse_singleton_held{name="gauges"}';
/** Number of deliveries in any state; null if the process shows no database gauges. */
async function deliveries({ value }: MeasuredPlatform): Promise<number | null> {
  const states = ['due', 'later', 'running'];
  const amounts = await Promise.all(
    states.map((state) => value(`posthouse_jobs{kind="deliver_email",state="${state}"}`)),
  );
  return amounts.includes(null) ? null : amounts.reduce<number>((all, amount) => all + amount!, 0);
}

/** Creates a folder that is deleted when the test ends. */
function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-meters-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Opens a fresh database that several platforms of a test may close. */
async function sharedOf(open: () => Promise<Database>): Promise<Database> {
  const database = await open();
  onTestFinished(() => database.close());
  return { ...database, close: async () => {} };
}

/** Advances several rounds of gauges while a real database responds. */
async function pass(clock: { advance(ms: number): Promise<void> }, database: Database, ms: number) {
  for (let passed = 0; passed < ms; passed += secondMs) {
    await clock.advance(secondMs);
    for (let round = 0; round < 4; round += 1) {
      await database.transaction(async (queries) => queries.get('SELECT 1 AS one', []));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

describe.each(databases)('on %s,', (_, openDatabase) => {
  const open = async () => await measured({ database: await openDatabase() });
  const transactions = (what: string) => `posthouse_db_transaction_seconds_count{what="${what}"}`;

  test('a transaction is measured by its purpose', async () => {
    const posthouse = await open();
    const { call, deliver, value, labels } = posthouse;
    await addWebhook(posthouse);
    const before = new Map<string, number>();
    for (const what of ['accept', 'claim', 'settle', 'webhook', 'other']) {
      before.set(what, (await value(transactions(what))) ?? 0);
    }
    await call('send_email', mail({ to: realMailbox }));
    await call('update_organization', { id: posthouse.organization.id, name: 'Another' });
    await deliver();
    for (const [what, amount] of before) {
      expect(await value(transactions(what)), what).toBeGreaterThan(amount);
    }
    expect(['accept', 'bulk', 'claim', 'migration', 'other', 'settle', 'webhook']).toEqual(
      expect.arrayContaining(await labels('posthouse_db_transaction_seconds_count', 'what')),
    );
  });

  test('open transactions count as busy, and transactions without a connection as waiting', async () => {
    const { platform, value, labels } = await open();
    const { database } = platform.engine.store;
    const pool = (state: string) => value(`posthouse_db_pool{state="${state}"}`);
    expect([await pool('busy'), await pool('waiting')]).toEqual([0, 0]);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const open13 = Array.from({ length: 13 }, () =>
      database.transaction(async (queries) => {
        await queries.get('SELECT 1 AS one', []);
        begin();
        await end;
      }),
    );
    await begun;
    const all = (await pool('busy'))! + (await pool('waiting'))!;
    expect(await pool('busy')).toBe(database.reader.dialect.name === 'sqlite' ? 1 : 12);
    expect(all).toBe(13);
    resolve();
    await Promise.all(open13);
    expect([await pool('busy'), await pool('waiting')]).toEqual([0, 0]);
    expect(await pool('idle')).toBeGreaterThan(0);
    expect(await labels('posthouse_db_pool', 'state')).toEqual(['busy', 'idle', 'waiting']);
  });

  test('database errors are counted by class, and refusals of tools are not', async () => {
    const { platform, http, value, labels } = await open();
    const { database } = platform.engine.store;
    const twice = database.transaction((queries) =>
      queries.insert('INSERT INTO instance (name, remembered)', [
        ['a test', '1'],
        ['a test', '2'],
      ]),
    );
    await expect(twice).rejects.toThrow();
    expect(await value('posthouse_db_errors_total{code_class="constraint"}')).toBe(1);
    await expect(database.reader.get('SELECT nothing FROM nowhere', [])).rejects.toThrow();
    expect(await value('posthouse_db_errors_total{code_class="other"}')).toBe(1);
    expect((await http('GET', '/api/v2/emails/eml_none')).status).toBe(404);
    await expect(
      database.transaction(async () => {
        throw new Error('not of the database');
      }),
    ).rejects.toThrow('not of the database');
    const classes = await labels('posthouse_db_errors_total', 'code_class');
    expect(classes).toEqual(['constraint', 'other']);
    expect(errorClasses).toEqual(expect.arrayContaining(classes));
  });

  test('one process reads the gauges for all, and another takes over when it ends', async () => {
    const database = await sharedOf(openDatabase);
    const clock = simulatedClock();
    const first = await measured({ database, clock });
    const second = await measured({ database, clock, seed: 2 });
    await first.call('send_email', mail({ to: realMailbox }));
    for (const { mailbox } of [first, second]) mailbox.script = () => refused(451);
    for (const { platform } of [first, second]) platform.worker.start();
    await pass(clock, database, roundMs + secondMs);
    const shown = async () => [await first.value(held), await second.value(held)];
    await expect.poll(async () => (await shown()).toSorted()).toEqual([0, 1]);
    const holders = await shown();
    // The holder stays the same, whichever process comes first in a round.
    await pass(clock, database, 2 * roundMs);
    expect(await shown()).toEqual(holders);
    const [holder, other] = holders[0] === 1 ? [first, second] : [second, first];
    await expect.poll(() => deliveries(holder)).toBe(1);
    expect(await holder.value('posthouse_oldest_due_seconds{kind="deliver_email"}')).toBe(0);
    expect(await deliveries(other)).toBeNull();
    await holder.platform.worker.drain();
    expect([await holder.value(held), await deliveries(holder)]).toEqual([0, null]);
    await pass(clock, database, roundMs + secondMs);
    await expect.poll(() => deliveries(other)).toBe(1);
    expect(await other.value(held)).toBe(1);
  });

  test('the gauges of a stalled process are taken over, and the stalled process stops showing them', async () => {
    const database = await sharedOf(openDatabase);
    const [itsClock, clock] = [simulatedClock(), simulatedClock()];
    const still = await measured({ database, clock: itsClock });
    const other = await measured({ database, clock, seed: 2 });
    still.platform.worker.start();
    await pass(itsClock, database, roundMs + secondMs);
    await expect.poll(() => still.value(held)).toBe(1);
    other.platform.worker.start();
    await pass(clock, database, 3 * roundMs + secondMs);
    expect(await other.value(held)).toBe(0);
    await pass(clock, database, 2 * roundMs);
    await expect.poll(() => other.value(held)).toBe(1);
    await pass(itsClock, database, roundMs + secondMs);
    await expect.poll(() => still.value(held)).toBe(0);
    expect(await still.value('posthouse_campaigns{stage="sending"}')).toBeNull();
  });
});

test.each([
  ['57P01', 'connection'],
  ['08006', 'connection'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['23505', 'constraint'],
  ['58030', 'disk'],
  ['55P03', 'locked'],
  ['25006', 'read_only'],
  ['53100', 'resources'],
  ['57014', 'timeout'],
  ['42P01', 'other'],
])('the PostgreSQL error %s has the class %s', (code, expected) => {
  expect(postgresClassOf(Object.assign(new Error('no'), { code, severity: 'ERROR' }))).toBe(expected);
});

test.each([
  [5, 'locked'],
  [261, 'locked'],
  [8, 'read_only'],
  [10, 'disk'],
  [13, 'resources'],
  [2067, 'constraint'],
  [1, 'other'],
])('the SQLite error %i has the class %s', (errcode, expected) => {
  expect(sqliteClassOf(Object.assign(new Error('no'), { errcode }))).toBe(expected);
});

test('an error that is not from the database, or was counted before, has no class', () => {
  expect(sqliteClassOf(new Error('thrown within a transaction'))).toBeNull();
  const before = new DatabaseUnavailable('counted before');
  expect([sqliteClassOf(before), postgresClassOf(before)]).toEqual([null, null]);
  expect(postgresClassOf(new Error('Connection terminated unexpectedly'))).toBe('connection');
});

test.each(breakableDatabases)('an outage of %s is counted under its class', async (name, make) => {
  const breakable = make();
  const database = await breakable.open();
  await migrate(database);
  const { call, value, platform, clock } = await measured({ database });
  const series = `posthouse_db_errors_total{code_class="${name === 'SQLite' ? 'read_only' : 'connection'}"}`;
  expect(await value(series)).toBeNull();
  await breakable.fail();
  await expect(call('send_email', mail())).rejects.toThrow();
  expect(await value(series)).toBeGreaterThan(0);
  await breakable.mend();
  await expect
    .poll(async () => {
      await clock.advance(secondMs);
      return platform.engine.store.database.outage.error;
    })
    .toBeNull();
});

test('SQLite reports the size of its log and the free disk space, without PostgreSQL metrics', async () => {
  const file = join(folderOf(), 'posthouse.sqlite');
  const empty = openSqlite(file);
  await migrate(empty);
  // The log starts empty.
  await empty.close();
  const { platform, clock, value, scrape } = await measured({ database: openSqlite(file) });
  platform.worker.start();
  const later = async () => {
    await pass(clock, platform.engine.store.database, roundMs + secondMs);
    return await value('posthouse_wal_bytes');
  };
  await expect.poll(later).not.toBeNull();
  const before = await value('posthouse_wal_bytes');
  await platform.engine.store.database.transaction((queries) =>
    queries.insert('INSERT INTO instance (name, remembered)', [['a test', 'x'.repeat(1_000_000)]]),
  );
  await expect.poll(later).toBeGreaterThan(before! + 1_000_000);
  expect(await value('posthouse_disk_free_bytes')).toBeGreaterThan(before!);
  expect(await scrape()).not.toMatch(/^posthouse_db_(dead_rows|oldest_snapshot_seconds)\b.* /m);
});

test('PostgreSQL reports dead rows and the age of the oldest snapshot', async () => {
  const { url } = await freshPostgres();
  const posthouse = await measured({ database: await openPostgres(url) });
  const { platform, clock, value, labels, scrape } = posthouse;
  const { database } = platform.engine.store;
  platform.worker.start();
  const snapshot = 'posthouse_db_oldest_snapshot_seconds';
  const dead = 'posthouse_db_dead_rows{table="subscribers"}';
  const next = async () => await pass(clock, database, roundMs + secondMs);
  const later = async (series: string) => {
    await next();
    return await value(series);
  };
  await expect.poll(() => later(dead)).toBe(0);
  await posthouse.call('create_subscriber', { email: 'ada@acme.dev' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  for (let times = 0; times < 7; times += 1) {
    await client.query('UPDATE subscribers SET updated_at = updated_at + 1');
  }
  await client.query('SELECT pg_stat_force_next_flush()');
  await expect.poll(() => later(dead)).toBeGreaterThan(0);

  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query('SELECT count(*) FROM jobs');
  await next();
  const ageOfIt = async () => {
    const age = 'SELECT EXTRACT(EPOCH FROM clock_timestamp() - now())::float8 AS age';
    return (await client.query<{ age: number }>(age)).rows[0]!.age;
  };
  const young = await ageOfIt();
  await expect.poll(() => later(snapshot)).toBeGreaterThan(young);
  const old = await ageOfIt();
  await client.query('COMMIT');
  await expect.poll(() => later(snapshot)).toBeLessThan(old);
  expect(busyTables).toEqual(expect.arrayContaining(await labels('posthouse_db_dead_rows', 'table')));
  expect(await scrape()).not.toMatch(/^posthouse_(wal|disk_free)_bytes /m);
});

test('every table in the dead rows metric exists', async () => {
  const { url } = await freshPostgres();
  const { labels, platform, clock } = await measured({ database: await openPostgres(url) });
  platform.worker.start();
  await expect
    .poll(async () => {
      await pass(clock, platform.engine.store.database, roundMs + secondMs);
      return await labels('posthouse_db_dead_rows', 'table');
    })
    .toEqual([...busyTables].sort());
});

test('the age of the last backup is shown if there is a backup', async () => {
  const folder = folderOf();
  const environment = { POSTHOUSE_DATA_DIR: join(folder, 'data') };
  mkdirSync(environment.POSTHOUSE_DATA_DIR);
  const config = readConfig(environment);
  const database = openSqlite(databaseFileOf(config));
  await migrate(database);
  const posthouse: MeasuredPlatform = await measured({ database });
  const { clock, platform, value } = posthouse;
  platform.worker.start();
  const shared = platform.engine.store.database;
  const later = async () => {
    await pass(clock, shared, roundMs + secondMs);
    return await value('posthouse_backup_age_seconds');
  };
  expect(await later()).toBeNull();
  const began = clock.now();
  const streams = keptStreams();
  const code = await runBackup(
    [join(folder, 'copy.sqlite')],
    { readConfig: () => config, databaseFileOf, clock },
    streams,
  );
  expect(streams.result(code)).toMatchObject({ code: 0, err: '' });
  await expect.poll(later).toBeGreaterThan(0);
  expect((await value('posthouse_backup_age_seconds'))!).toBeLessThanOrEqual(
    (clock.now() - began) / secondMs,
  );

  const copy = await measured({ database: openSqlite(join(folder, 'copy.sqlite')), clock });
  copy.platform.worker.start();
  await expect
    .poll(async () => {
      await pass(clock, copy.platform.engine.store.database, roundMs);
      return await copy.value('posthouse_backup_age_seconds');
    })
    .toBeGreaterThan(0);
});

test('without meters, a database is not wrapped', async () => {
  const { meteredDatabase } = await import('../../../src/engine/worker/meter-process.ts');
  const database = openSqlite(':memory:');
  onTestFinished(() => database.close());
  expect(meteredDatabase(database, {} as never)).toBe(database);
  expect(
    meteredDatabase(database, { meters: prometheusMeters(), clock: simulatedClock() } as never),
  ).not.toBe(database);
});
