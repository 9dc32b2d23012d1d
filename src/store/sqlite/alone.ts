import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { countersFileOf } from './database.ts';

/** SQLITE_BUSY and SQLITE_LOCKED. */
const inUse = new Set([5, 6]);

/**
 * Keeps every other process off a database. Each process that has it open holds a shared lock on the file of its
 * counters as long as it lives, and takes that one first.
 * @returns what lets the others in again, or null when one has it open
 */
export function keepOthersOff(file: string): (() => void) | null {
  const lock = new DatabaseSync(countersFileOf(file), { timeout: 0 });
  try {
    // Leaving the write-ahead log takes that no other connection is open, not even an idle one.
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isInUse(error)) return null;
    throw error;
  }
}

/**
 * Writes what is in the log of a database into its file, so that the file alone is all of it.
 * @returns `damaged` when SQLite cannot, and `in use` while another program has the file open
 */
export function foldLog(file: string): 'folded' | 'damaged' | 'in use' {
  // SQLite takes a file without its header for an empty one, and then throws its log away.
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
