import { backup, DatabaseSync } from 'node:sqlite';

/** Pages copied at a step (4 MiB); each step is work for one thread of the pool. */
const pagesPerStep = 1_000;

/**
 * Copies a database that is in use into `target`: the state of one moment, as the online backup of SQLite makes
 * it. An existing file is written over.
 */
export async function copySqlite(source: string, target: string): Promise<void> {
  const live = new DatabaseSync(source, { readOnly: true });
  try {
    // SQLite begins a copy anew whenever another connection has written, so a busy platform's would never end.
    // A read transaction holds on to one moment instead; writers go on, for the log keeps what they change.
    live.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1;');
    await backup(live, target, { rate: pagesPerStep });
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
export function stampCopy(file: string, name: string, remembered: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'instance'").get()) return;
    database
      .prepare('INSERT OR REPLACE INTO instance (name, remembered) VALUES (?, ?)')
      .run(name, remembered);
  } finally {
    database.close();
  }
}
