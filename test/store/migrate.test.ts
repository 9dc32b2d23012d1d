import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { migratedImage } from '../world/postgres/migrated-sqlite.ts';
import { emptyPostgres, freshPostgres } from '../world/postgres/postgres.ts';
import { builtProgram } from '../world/programs/built-program.ts';
import { endsWithTests } from '../world/programs/child-programs.ts';

/** An operator's database: how to open it, and the variables with its location. */
type Place = { open(): Promise<Database>; environment: Record<string, string> };

const places: readonly (readonly [name: string, place: (state: 'empty' | 'migrated') => Promise<Place>])[] = [
  [
    'SQLite',
    async (state) => {
      const folder = await mkdtemp(join(tmpdir(), 'posthouse-migrate-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      if (state === 'migrated') await writeFile(join(folder, 'posthouse.sqlite'), await migratedImage());
      return {
        open: async () => openSqlite(join(folder, 'posthouse.sqlite')),
        environment: { POSTHOUSE_DATA_DIR: folder },
      };
    },
  ],
  [
    'PostgreSQL',
    async (state) => {
      const { url, drop } = await (state === 'empty' ? emptyPostgres() : freshPostgres());
      const folder = await mkdtemp(join(tmpdir(), 'posthouse-migrate-'));
      onTestFinished(async () => {
        await drop();
        await rm(folder, { recursive: true });
      });
      return {
        open: async () => await openPostgres(url),
        environment: { POSTHOUSE_DATA_DIR: folder, POSTHOUSE_DATABASE_URL: url },
      };
    },
  ],
];

/** All commands share this message; the first history checks that each command prints it. */
const histories = [
  {
    what: 'has a migration of a newer version',
    commands: ['serve', 'migrate', 'doctor'],
    change: `INSERT INTO migrations (name, checksum) VALUES ('9999-future.sql', 'x')`,
    says: /^The database has the migration 9999-future\.sql, which Posthouse [\d.]+ does not know: a newer version made it\. Start that version or a later one, or restore a backup from before the upgrade$/,
  },
  {
    what: 'has applied a migration that was edited since',
    commands: ['serve'],
    change: `UPDATE migrations SET checksum = 'x' WHERE name = '0007-campaigns.sql'`,
    says: /^The migration 0007-campaigns\.sql of Posthouse [\d.]+ is not the one that was applied to the database: one of the two was edited\. Install an unchanged Posthouse, or restore a backup; never edit a migration, nor the table of them$/,
  },
  {
    what: 'lacks a migration before one that it has',
    commands: ['migrate'],
    change: `DELETE FROM migrations WHERE name = '0003-domains.sql'`,
    says: /^The database has the migration 0004-raw-messages\.sql but lacks 0003-domains\.sql, which comes before it: no release of Posthouse leaves it so\. Restore a backup, or start the version that was last used with it$/,
  },
];

describe.each(places)('on %s,', (_, place) => {
  test.each(histories)(
    'a database that $what is refused with a one-line instruction',
    async ({ commands, change, says }) => {
      const { open, environment } = await place('migrated');
      await prepare(open, change);
      for (const command of commands) {
        const { code, out, complained } = await run(command, environment);
        expect(code, command).toBe(1);
        if (command === 'doctor') {
          const line = out.split('\n').find((one) => /^FIX +database/.test(one));
          expect(line?.replace(/^FIX +database +|\.$/g, '')).toMatch(says);
        } else {
          expect(complained.replace(/^posthouse: |\n$/g, ''), command).toMatch(says);
          expect(out, command).toBe('');
        }
      }
    },
  );

  test('a refused database remains unchanged', async () => {
    const { open } = await place('migrated');
    await prepare(open, histories[0]!.change);
    const database = await open();
    const names = async () =>
      (await database.reader.all<{ name: string }>('SELECT name FROM migrations', [])).length;
    await database.transaction((queries) =>
      queries.run(`DELETE FROM migrations WHERE name BETWEEN '0014' AND '9998'`, []),
    );
    const left = await names();
    await expect(migrate(database)).rejects.toThrow(/9999-future/);
    expect(await names()).toBe(left);
    await database.close();
  });

  test('each migration is reported before it is applied', async () => {
    const { open } = await place('empty');
    const database = await open();
    const result: string[] = [];
    const tell = (name: string, appliedBefore: number) => result.push(`${appliedBefore} ${name}`);
    const applied = await migrate(database, tell);
    expect(result).toEqual(applied.map((name) => `0 ${name}`));
    expect(await migrate(database, tell)).toEqual([]);
    expect(result).toHaveLength(applied.length);
    await database.close();
  });
});

async function prepare(open: Place['open'], change: string): Promise<void> {
  const database = await open();
  await database.transaction((queries) => queries.run(change, []));
  await database.close();
}

const main = await builtProgram();

async function run(command: string, environment: Record<string, string>) {
  const child = endsWithTests(
    spawn(process.execPath, [main, command], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        POSTHOUSE_SMTP_PORT: '0',
        POSTHOUSE_SMTPS_PORT: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const [out, complained, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, out, complained };
}
