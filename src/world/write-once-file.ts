import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** All durable file writes. When a call returns, the file and its name are on disk; after a power cut, a file is complete or absent. */

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** Creates a folder for this user only and syncs its entry to disk. Leaves an existing folder as it is. */
export function makeFolder(folder: string): void {
  const first = createMissing(folder);
  if (first === undefined) {
    // The process that created it may have died before syncing. A parent of another user may be unreadable.
    syncIfReadable(dirname(folder));
    return;
  }
  for (let made = folder; ; made = dirname(made)) {
    syncFolder(dirname(made));
    if (made === first) return;
  }
}

/** Returns the topmost created folder. The `recursive` option of node:fs never returns in /proc. */
function createMissing(folder: string): string | undefined {
  if (isFolder(folder)) return undefined;
  const above = dirname(folder);
  const first = above === folder ? undefined : createMissing(above);
  try {
    mkdirSync(folder, { mode: ownerOnlyFolder });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isTaken(error) || !isFolder(folder)) throw error;
    return first;
  }
  return first ?? folder;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Writes a text under a free name. Of several concurrent processes, exactly one succeeds; read the file again to find out which. */
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

export function replaceFile(file: string, text: string): void {
  renameSync(writeDraft(file, text), file);
  syncFolder(dirname(file));
}

/** Creates an empty hidden file next to `file`, for this user only, to be filled and then published. */
export function makeDraft(file: string): string {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  closeSync(openSync(draft, 'wx', ownerOnly));
  return draft;
}

/** Writes pieces to a draft in order. Requests each piece after the previous piece was written. */
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

/** Gives a filled draft its final name. @throws EEXIST if the name is taken */
export function publish(draft: string, file: string): void {
  syncFile(draft);
  linkSync(draft, file);
  syncFolder(dirname(file));
}

/** Replaces a database and keeps the old file. The database's name always refers to a complete file. */
export function putInPlace(draft: string, file: string, beside: string): void {
  syncFile(draft);
  if (existsSync(file)) linkSync(file, beside);
  // SQLite would replay the old file's log into the new one.
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

/** Syncs a file of another process, and its name, to disk. */
export function syncToDisk(file: string): void {
  syncFile(file);
  syncFolder(dirname(file));
}

export function syncFolder(folder: string): void {
  // Windows cannot open folders, and stores names with the files.
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
