import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { translateError } from './refusal.ts';

/** Copies a snapshot of a database in use into an empty or missing file. Copies only live rows, so no deleted data. Blocks its thread. */
export function copySqlite(source: string, target: string): void {
  use(source, { readOnly: true }, (live) => live.prepare('VACUUM INTO ?').run(target));
}

/** Returns the first integrity error of a database file; null if it is intact. */
export function integrityFault(file: string): string | null {
  return use(file, { readOnly: true }, (database) => {
    const row = database.prepare('PRAGMA integrity_check(1)').get();
    return row?.integrity_check === 'ok' ? null : String(row?.integrity_check);
  });
}

/** Stores values in a copy and turns off its log. Does nothing in a database that was never migrated. */
export function stampCopy(file: string, remembered: Readonly<Record<string, string>>): void {
  use(file, {}, (database) => {
    database.exec('PRAGMA journal_mode = DELETE');
    for (const [name, value] of Object.entries(remembered)) note(database, name, value);
  });
}

/** Stores a value in a database in use. Does nothing in a database that was never migrated. */
export function noteInPlace(file: string, name: string, remembered: string): void {
  use(file, { timeout: writeWaitMs }, (database) => note(database, name, remembered));
}

/** Maximum wait for a write of the process that uses the database. */
const writeWaitMs = 10_000;

/** @throws the error of SQLite, translated to a sentence if the statement did not cause it */
function use<Result>(
  file: string,
  options: DatabaseSyncOptions,
  work: (database: DatabaseSync) => Result,
): Result {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, options);
    return work(database);
  } catch (error) {
    throw translateError(error);
  } finally {
    database?.close();
  }
}

function note(database: DatabaseSync, name: string, remembered: string): void {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'instance'").get()) return;
  database.prepare('INSERT OR REPLACE INTO instance (name, remembered) VALUES (?, ?)').run(name, remembered);
}
