import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseFileOf, readConfig } from '../../../../src/config.ts';
import { openDatabase } from '../../../../src/open.ts';
import { migrate, migrationNotes } from '../../../../src/store/migrate.ts';
import { openPostgres } from '../../../../src/store/postgres/database.ts';
import { runUpgrade } from '../../../../src/surfaces/cli/upgrade.ts';
import { textOf } from '../../../pins/checkout/program.ts';
import { emptyPostgres } from '../../../world/postgres/postgres.ts';
import { keptStreams, type ToolResult } from '../runner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

async function check(words: string[] = ['--check'], more: NodeJS.ProcessEnv = {}): Promise<ToolResult> {
  const streams = keptStreams();
  const config = () => readConfig({ POSTHOUSE_DATA_DIR: folder, ...more });
  return streams.result(
    await runUpgrade(words, { readConfig: config, databaseFileOf, openDatabase }, streams),
  );
}

async function report(more: NodeJS.ProcessEnv = {}) {
  const { code, out } = await check(['--check', '--json'], more);
  return { code, ...JSON.parse(out) };
}

const notes = migrationNotes('sqlite');
const newest = notes.at(-1)!;

async function migrated(): Promise<DatabaseSync> {
  const database = await openDatabase(readConfig({ POSTHOUSE_DATA_DIR: folder }));
  await migrate(database);
  await database.close();
  const opened = new DatabaseSync(join(folder, 'posthouse.sqlite'));
  onTestFinished(() => opened.close());
  return opened;
}

/** Restores the migrations table of an older version; the check reads only this table. */
function forget(database: DatabaseSync, names: readonly string[]): void {
  for (const name of names) database.prepare('DELETE FROM migrations WHERE name = ?').run(name);
}

describe('upgrade --check', () => {
  test('creates no database when none exists', async () => {
    const { code, out } = await check();
    expect({ code, err: out }).toEqual({
      code: 0,
      err: expect.stringContaining('no tables yet: the first start creates them'),
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(await report()).toMatchObject({ schema: { has: 0, needs: newest.number }, before: [] });
  });

  test('includes the write-ahead log in the size of a database', async () => {
    const database = await migrated();
    database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE large (octets BLOB)');
    database.exec('INSERT INTO large VALUES (zeroblob(5000000))');
    const { database: described } = await report();
    expect(Number(/\((.*) MB\)/.exec(described)?.[1])).toBeGreaterThanOrEqual(5);
  });

  test('reports no work for a database at this version', async () => {
    await migrated();
    const { code, out } = await check();
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(
        `^Posthouse \\S+ needs schema ${newest.number}\\.\n.* already has it: starting this version changes nothing`,
      ),
    );
    expect(await report()).toMatchObject({
      ready: true,
      schema: { has: newest.number, needs: newest.number },
      migrations: [],
      before: [],
    });
  });

  test('lists the migrations and the required backup for an older database, and changes nothing', async () => {
    const database = await migrated();
    const due = notes.slice(-2);
    forget(
      database,
      due.map(({ name }) => name),
    );
    const count = () => Number(database.prepare('SELECT count(*) AS n FROM migrations').get()!.n);
    const before = count();
    const { code, out } = await check();
    expect(code).toBe(0);
    expect(out).toContain(`has schema ${notes.at(-3)!.number}.`);
    for (const { number, purpose } of due) expect(out).toContain(`  ${number}  ${purpose}\n`);
    expect(out).toContain(`backup posthouse-schema-${notes.at(-3)!.number}.sqlite`);
    expect(out).toContain(join(folder, 'secret'));
    expect(count()).toBe(before);
    expect(await report()).toMatchObject({ ready: true, migrations: due, before: { length: 3 } });
    expect((await report({ POSTHOUSE_SECRET: 's'.repeat(32) })).before[2]).toContain('Keep POSTHOUSE_SECRET');
  });

  test('refuses the database of a newer version and names the migration that made it', async () => {
    const database = await migrated();
    database.prepare("INSERT INTO migrations VALUES ('9999-later.sql', 'x')").run();
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toContain('9999-later.sql');
    expect(out).toContain('It cannot start on');
    expect(await report()).toMatchObject({
      ready: false,
      schema: { has: null },
      migrations: [],
      fault: expect.stringContaining('a newer version made it'),
    });
  });

  test('refuses a file that is not a Posthouse database', async () => {
    writeFileSync(
      join(folder, 'posthouse.sqlite'),
      'not a database, but longer than a hundred octets'.repeat(9),
    );
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('cannot be opened') });
    rmSync(join(folder, 'posthouse.sqlite'));
    const other = new DatabaseSync(join(folder, 'posthouse.sqlite'));
    other.exec('CREATE TABLE songs (name TEXT)');
    other.close();
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('another program') });
  });

  test('checks PostgreSQL in the same way and recommends pg_dump', async () => {
    const { url, drop } = await emptyPostgres();
    onTestFinished(drop);
    expect(await report({ POSTHOUSE_DATABASE_URL: url })).toMatchObject({ code: 0, schema: { has: 0 } });
    const database = await openPostgres(url);
    await migrate(database);
    const [last] = (await migrationNotes('postgres')).slice(-1);
    expect(await report({ POSTHOUSE_DATABASE_URL: url })).toMatchObject({ schema: { has: last!.number } });
    await database.transaction((queries) =>
      queries.run('DELETE FROM migrations WHERE name = $1', [last!.name]),
    );
    expect(await report({ POSTHOUSE_DATABASE_URL: url })).toMatchObject({
      code: 0,
      migrations: [last],
      before: [expect.anything(), expect.stringContaining('pg_dump'), expect.anything()],
    });
    await database.close();
    const down = 'postgres://127.0.0.1:1/posthouse';
    expect(await report({ POSTHOUSE_DATABASE_URL: down })).toMatchObject({
      code: 1,
      fault: expect.stringContaining('PostgreSQL cannot be reached; check that it runs'),
    });
    expect(existsSync(join(folder, 'posthouse.sqlite'))).toBe(false);
  });

  test.each([
    [[], 'only checks'],
    [['--chek'], 'did you mean --check?'],
    [['now', '--check'], 'takes no argument now'],
  ])('rejects the arguments %j and prints its usage', async (words, sentence) => {
    const { code, err } = await check(words);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err).toContain('Usage: posthouse upgrade --check');
  });
});

test('every migration starts with a sentence about its purpose', async () => {
  for (const { name, purpose } of [...notes, ...(await migrationNotes('postgres'))]) {
    expect(purpose, name).toMatch(/^\S.{10,200}\.$/);
  }
});

test('the changelog names the schema of each version, including the next version', () => {
  const sections = textOf('CHANGELOG.md').split(/^## /m).slice(1);
  const schemas = sections.map((section) => Number(/^Schema (\d+)\b/m.exec(section)?.[1]));
  expect(schemas[0]).toBe(newest.number);
  expect(schemas.toSorted((a, b) => b - a)).toEqual(schemas);
});
