import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Database, Dialect, Queries } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);
/** An arbitrary constant: PostgreSQL's advisory lock that lets one process migrate while the others wait. */
const migrationLock = 7_305_1;

type Applied = { name: string; checksum: string };

/**
 * Brings the database to this version: applies, in order and in one transaction, the migrations it has not
 * seen. A migration that was applied and has changed since stops the start, as does one this version does not
 * know (the database is newer than the program).
 *
 * @returns the names of the migrations applied now
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations(database.reader.dialect.name);
  return await database.transaction(async (queries) => {
    if (queries.dialect.name === 'postgres') {
      await queries.get(`SELECT pg_advisory_xact_lock(${migrationLock})`, []);
    }
    await queries.run(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)',
      [],
    );
    const applied = await queries.all<Applied>('SELECT name, checksum FROM migrations ORDER BY name', []);
    assertHistory(applied, migrations);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) {
      for (const statement of statementsOf(migration.text, queries)) await queries.run(statement, []);
      await queries.run('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    }
    return missing.map(({ name }) => name);
  });
}

type Migration = { name: string; text: string; checksum: string };

/** The names of all migrations for a database, in order: what a database of this version has applied. */
export async function migrationNames(dialect: Dialect['name']): Promise<string[]> {
  return (await readMigrations(dialect)).map(({ name }) => name);
}

/** A name that ends in `.postgres.sql` or `.sqlite.sql` is for that database alone; the others are for both. */
async function readMigrations(dialect: Dialect['name']): Promise<Migration[]> {
  const other = dialect === 'sqlite' ? '.postgres.sql' : '.sqlite.sql';
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.sql') && !name.endsWith(other))
    .sort();
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function assertHistory(applied: Applied[], migrations: Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index];
    if (known?.name !== name) {
      throw new Error(
        `The database has the migration ${name}, which this version of Posthouse does not know.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new Error(`The migration ${name} has changed since it was applied; migrations are append-only.`);
    }
  }
}

/**
 * The statements of a migration: one text for both databases. `{key}` becomes the dialect's counting primary
 * key, `{clustered}` its way of keeping rows in the primary key's tree. Statements end with a semicolon at the end of a line; comments are lines that begin with `--`.
 */
function statementsOf(text: string, { dialect }: Queries): string[] {
  return text
    .replace(/^\s*--.*$/gm, '')
    .replaceAll('{key}', dialect.key)
    .replaceAll('{clustered}', dialect.clustered)
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
