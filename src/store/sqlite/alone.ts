import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { countersFileOf } from './database.ts';

/** SQLITE_BUSY and SQLITE_LOCKED. */
const inUse = new Set([5, 6]);

/**
 * Locks other processes out of a database: each holds a shared lock on the counters file while the database
 * is open. Returns a function that releases the lock, or null if the database is open elsewhere.
 */
export function keepOthersOff(file: string): (() => void) | null {
  const lock = new DatabaseSync(countersFileOf(file), { timeout: 0 });
  try {
    // Leaving WAL mode requires that no other connection is open, not even an idle one.
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isInUse(error)) return null;
    throw error;
  }
}

/** Moves the log into the database file, so that the file alone is complete; `in use` by another program. */
export function foldLog(file: string): 'folded' | 'damaged' | 'in use' {
  // SQLite treats a file without a header as empty and discards its log.
  if (!hasHeader(file)) return 'damaged';
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_schema;');
    return 'folded';
  } catch (error) {
    return isInUse(error) ? 'in use' : 'damaged';
  } finally {
    database?.close();
  }
}

const header = 'SQLite format 3\0';

function hasHeader(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(header.length);
    readSync(opened, bytes);
    return bytes.toString('latin1') === header;
  } finally {
    closeSync(opened);
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && inUse.has(Number(error.errcode) & 0xff);
}
