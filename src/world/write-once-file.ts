import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The one place that writes files. On return a file and its name are on disk: after a power cut it is complete or absent. */

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** Makes a folder for this user alone, and syncs its entry to disk. An existing folder stays as it is. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: ownerOnlyFolder });
  if (first === undefined) {
    // The process that made it may have died before syncing. A parent of another user may not be readable.
    syncIfReadable(dirname(folder));
    return;
  }
  for (let made = folder; ; made = dirname(made)) {
    syncFolder(dirname(made));
    if (made === first) return;
  }
}

/**
 * Writes a text under a name that is free. Of several concurrent processes exactly one succeeds; only reading the file
 * again reveals which.
 */
export function keepOnce(file: string, text: string): void {
  const draft = writeDraft(file, text);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dirname(file));
}

/** Replaces a file's text atomically. */
export function replaceFile(file: string, text: string): void {
  renameSync(writeDraft(file, text), file);
  syncFolder(dirname(file));
}

/** An empty hidden file beside `file`, for this user alone, to be filled and then published. */
export function makeDraft(file: string): string {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  closeSync(openSync(draft, 'wx', ownerOnly));
  return draft;
}

/** Writes pieces to a draft in the order they come, each before the next is asked for. */
export async function fillDraft(draft: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const opened = openSync(draft, 'r+');
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += writeSync(opened, piece, at);
    }
  } finally {
    closeSync(opened);
  }
}

/** Gives a filled draft the name of the finished file. @throws EEXIST when the name is taken */
export function publish(draft: string, file: string): void {
  syncFile(draft);
  linkSync(draft, file);
  syncFolder(dirname(file));
}

/**
 * Replaces a database by a filled draft, and keeps the old file as `beside`, with the remains of its SQLite log. At
 * every moment the database's name is that of a complete file.
 */
export function putInPlace(draft: string, file: string, beside: string): void {
  syncFile(draft);
  if (existsSync(file)) linkSync(file, beside);
  // Another file's log would be replayed into this one.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${beside}-wal`);
  if (existsSync(`${file}-shm`)) unlinkSync(`${file}-shm`);
  syncFolder(dirname(file));
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Removes a broken file, unless another process has replaced it meanwhile. */
export function discard(file: string, isBroken: (text: string) => boolean): void {
  const aside = `${file}.broken.${process.pid}`;
  renameSync(file, aside);
  try {
    if (!isBroken(readFileSync(aside, 'utf8'))) linkSync(aside, file);
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    unlinkSync(aside);
  }
  syncFolder(dirname(file));
}

/** Syncs a file that another process wrote, and its name, to disk. */
export function settle(file: string): void {
  syncFile(file);
  syncFolder(dirname(file));
}

/** Syncs the names in a folder to disk. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders, and stores their names with the files.
  if (process.platform !== 'win32') syncAt(folder, 'r');
}

function syncIfReadable(folder: string): void {
  try {
    syncFolder(folder);
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
  }
}

function syncFile(file: string): void {
  syncAt(file, 'r+');
}

function syncAt(path: string, flags: 'r' | 'r+'): void {
  const opened = openSync(path, flags);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function writeDraft(file: string, text: string): string {
  const draft = `${file}.${process.pid}`;
  const opened = openSync(draft, 'w', ownerOnly);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at);
    fsyncSync(opened);
  } catch (error) {
    unlinkSync(draft);
    throw error;
  } finally {
    closeSync(opened);
  }
  return draft;
}

function isTaken(error: unknown): boolean {
  return hasCode(error, 'EEXIST');
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
