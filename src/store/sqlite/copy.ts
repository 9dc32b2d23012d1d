import { DatabaseSync } from 'node:sqlite';

/** Copies a snapshot of a database in use into an empty or missing file. Copies only live rows, so no deleted data. Blocks its thread. */
export function copySqlite(source: string, target: string): void {
  const live = new DatabaseSync(source, { readOnly: true });
  try {
    live.prepare('VACUUM INTO ?').run(target);
  } finally {
    live.close();
  }
}

/** Returns the first integrity error of a database file; null if it is intact. */
export function integrityFault(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const row = database.prepare('PRAGMA integrity_check(1)').get();
    return row?.integrity_check === 'ok' ? null : String(row?.integrity_check);
  } finally {
    database.close();
  }
}

/** Stores values in a copy and turns off its log. Does nothing in a database that was never migrated. */
export function stampCopy(file: string, remembered: Readonly<Record<string, string>>): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    for (const [name, value] of Object.entries(remembered)) note(database, name, value);
  } finally {
    database.close();
  }
}

/** Stores a value in a database in use. Does nothing in a database that was never migrated. */
export function noteInPlace(file: string, name: string, remembered: string): void {
  const database = new DatabaseSync(file, { timeout: writeWaitMs });
  try {
    note(database, name, remembered);
  } finally {
    database.close();
  }
}

/** Maximum wait for a write of the process that uses the database. */
const writeWaitMs = 10_000;

function note(database: DatabaseSync, name: string, remembered: string): void {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'instance'").get()) return;
  database.prepare('INSERT OR REPLACE INTO instance (name, remembered) VALUES (?, ?)').run(name, remembered);
}
