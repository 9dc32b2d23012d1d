import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { version } from '../version.ts';
import type { Database, Dialect, Queries } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);
/** Arbitrary key of the PostgreSQL advisory lock that lets one process migrate while the others wait. */
const migrationLock = 7_305_1;

type Applied = { name: string; checksum: string };

/**
 * Applies the missing migrations in one transaction, after a `tell` for each: it may take half a minute.
 * @throws if the database's history does not match this version's; the database stays unchanged
 */
export async function migrate(
  database: Database,
  tell: (name: string, appliedBefore: number) => void = () => {},
): Promise<string[]> {
  const migrations = migrationsOf(database.reader.dialect.name);
  return await database.transaction(async (queries) => {
    if (queries.dialect.name === 'postgres') {
      await queries.get(`SELECT pg_advisory_xact_lock(${migrationLock})`, []);
    }
    await queries.run(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)',
      [],
    );
    const applied = await readApplied(queries);
    const fault = historyFault(applied, migrations);
    if (fault !== null) throw new Error(fault);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) {
      tell(migration.name, applied.length);
      for (const statement of statementsOf(migration.text, queries)) await queries.run(statement, []);
      await queries.run('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    }
    return missing.map(({ name }) => name);
  }, 'unlimited');
}

type Migration = { name: string; text: string; checksum: string };

/** Name, number and purpose of a migration. The purpose is the first sentence of its text. */
export type MigrationNotes = { name: string; number: number; purpose: string };

/** Returns the applied and missing migrations, or why this version refuses the database. */
export async function readMigrationHistory(
  queries: Queries,
): Promise<{ applied: string[]; missing: string[] } | { fault: string }> {
  const migrations = migrationsOf(queries.dialect.name);
  const applied = await readApplied(queries);
  const fault = historyFault(applied, migrations);
  if (fault !== null) return { fault };
  return {
    applied: applied.map(({ name }) => name),
    missing: migrations.slice(applied.length).map(({ name }) => name),
  };
}

export function migrationNotes(dialect: Dialect['name']): MigrationNotes[] {
  return migrationsOf(dialect).map(({ name, text }) => ({
    name,
    number: schemaNumber(name),
    purpose: purposeIn(text),
  }));
}

export function schemaNumber(migration: string): number {
  return Number(/^\d+/.exec(migration)?.[0] ?? 0);
}

function purposeIn(text: string): string {
  const comment = /^(?:--.*\n)+/.exec(text)?.[0].replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ') ?? '';
  return /^.*?[.:](?= |$)/.exec(comment)?.[0].replace(/:$/, '.') ?? comment.trim();
}

async function readApplied(queries: Queries): Promise<Applied[]> {
  return await queries.all<Applied>('SELECT name, checksum FROM migrations ORDER BY name', []);
}

const readBefore = new Map<Dialect['name'], Migration[]>();

function migrationsOf(dialect: Dialect['name']): Migration[] {
  let migrations = readBefore.get(dialect);
  if (!migrations) {
    migrations = readMigrations(dialect);
    readBefore.set(dialect, migrations);
  }
  return migrations;
}

/**
 * Files ending in `.postgres.sql` or `.sqlite.sql` apply to that database only. Reads synchronously, because
 * the thread pool takes five times as long.
 */
function readMigrations(dialect: Dialect['name']): Migration[] {
  const other = dialect === 'sqlite' ? '.postgres.sql' : '.sqlite.sql';
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !name.endsWith(other))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/** Explains why this version cannot run on a database, with advice for the operator. */
function historyFault(applied: readonly Applied[], migrations: readonly Migration[]): string | null {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [index, { name, checksum }] of applied.entries()) {
    const expected = known.get(name);
    if (expected === undefined) {
      return `The database has the migration ${name}, which Posthouse ${version} does not know: a newer version made it. Start that version or a later one, or restore a backup from before the upgrade.`;
    }
    if (expected !== checksum) {
      return `The migration ${name} of Posthouse ${version} is not the one that was applied to the database: one of the two was edited. Install an unchanged Posthouse, or restore a backup; never edit a migration, nor the table of them.`;
    }
    const due = migrations[index]!.name;
    if (due !== name) {
      return `The database has the migration ${name} but lacks ${due}, which comes before it: no release of Posthouse leaves it so. Restore a backup, or start the version that was last used with it.`;
    }
  }
  return null;
}

/**
 * Splits at semicolons that end a line; comments are lines that begin with `--`. `{key}` becomes the
 * dialect's auto-incrementing primary key, `{clustered}` its storage clause.
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
