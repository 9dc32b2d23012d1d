import { backup, DatabaseSync } from 'node:sqlite';

/** Pages copied at a step; between two steps the platform goes on writing. */
const pagesPerStep = 1_000;

/**
 * Copies a database that is in use into `target`: the state of one moment, as the online backup of SQLite makes
 * it. An existing file is written over.
 */
export async function copySqlite(source: string, target: string): Promise<void> {
  const live = new DatabaseSync(source, { readOnly: true });
  try {
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
