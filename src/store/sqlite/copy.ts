import { DatabaseSync } from 'node:sqlite';

/**
 * Copies a database that is in use into `target`, a file that is empty or not there: the state of one moment, whatever is
 * written meanwhile. Only what the tables hold is copied, so pages that were freed leave nothing in it of what was deleted.
 * It blocks the thread it runs in.
 */
export function copySqlite(source: string, target: string): void {
  const live = new DatabaseSync(source, { readOnly: true });
  try {
    live.prepare('VACUUM INTO ?').run(target);
  } finally {
    live.close();
  }
}

/** What is wrong with a database file, or null when all of it can be read and agrees with itself. */
export function integrityFault(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const row = database.prepare('PRAGMA integrity_check(1)').get();
    return row?.integrity_check === 'ok' ? null : String(row?.integrity_check);
  } finally {
    database.close();
  }
}

/** Has a copy remember something of itself, and be whole without a log. One that was never migrated has no place for it. */
export function stampCopy(file: string, remembered: Readonly<Record<string, string>>): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    for (const [name, value] of Object.entries(remembered)) note(database, name, value);
  } finally {
    database.close();
  }
}

/** Has a database that is in use remember something. One that was never migrated has no place for it. */
export function noteInPlace(file: string, name: string, remembered: string): void {
  const database = new DatabaseSync(file, { timeout: writeWaitMs });
  try {
    note(database, name, remembered);
  } finally {
    database.close();
  }
}

/** How long a write waits for that of the process that uses the database. */
const writeWaitMs = 10_000;

function note(database: DatabaseSync, name: string, remembered: string): void {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'instance'").get()) return;
  database.prepare('INSERT OR REPLACE INTO instance (name, remembered) VALUES (?, ?)').run(name, remembered);
}
