import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';

let image: Promise<Uint8Array> | undefined;

/** Opens an in-memory database with every migration applied, as before a first start. */
export async function migratedSqlite(): Promise<Database> {
  return openSqlite(':memory:', await migratedImage());
}

/**
 * Returns the content of a migrated database. Migrations run once per process, because a copy takes a
 * fortieth of the time.
 */
export function migratedImage(): Promise<Uint8Array> {
  image ??= sqliteImage(async (database) => {
    await migrate(database);
    await database.close();
  });
  return image;
}

/**
 * Returns the bytes of a database that `write` filled: `openSqlite(':memory:', image)` opens copies of it.
 */
export async function sqliteImage(write: (database: Database) => Promise<void>): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-migrated-'));
  try {
    const file = join(folder, 'posthouse.db');
    await write(openSqlite(file));
    const connection = new DatabaseSync(file);
    // An in-memory database has no write-ahead log.
    connection.exec('PRAGMA journal_mode = DELETE');
    const bytes = connection.serialize();
    connection.close();
    return bytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
