import { access, stat, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { backedUpName, copiedName } from '../../engine/organizations/restored-copy.ts';
import { isoInstant } from '../../model/instant.ts';
import { copySqlite, integrityFault, noteInPlace, stampCopy } from '../../store/sqlite/copy.ts';
import { makeDraft, publish } from '../../world/write-once-file.ts';
import type { BackupEnvironment } from './environment.ts';
import { UsageError, withoutOptions } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const usage = 'posthouse backup FILE';
const help = `${usage}
  A consistent copy of the SQLite database, while the platform runs. The copy is checked, belongs to you alone
  (mode 600), and never takes the place of a file that exists. Keep the file "secret" of the data folder with
  it: without it stored keys cannot be opened. On PostgreSQL use pg_dump.
`;

/** Suffixes of files that SQLite may create next to a database. */
const companions = ['', '-journal', '-wal', '-shm'];

/** @returns the exit code: 0 copied and checked, 1 failed, 2 for wrong words and on PostgreSQL */
export async function runBackup(
  words: readonly string[],
  environment: BackupEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await withoutOptions(words, { usage, help, streams }, async (alone) => {
    const [target, ...more] = alone;
    if (target === undefined || more.length > 0)
      throw new UsageError('backup takes the name of one new file');
    const config = environment.readConfig();
    if (config.POSTHOUSE_DATABASE_URL !== undefined) {
      throw new UsageError('the database is on PostgreSQL: use pg_dump, which copies it while it runs');
    }
    const source = environment.databaseFileOf(config);
    const now = environment.clock.now();
    const fault = await copy(source, resolve(target), now);
    if (fault !== null) {
      streams.err.write(`posthouse: ${fault}\n`);
      return exitCodes.refused;
    }
    const { size } = await stat(target);
    streams.out.write(`${resolve(target)}: ${size.toLocaleString('en')} bytes, whole and checked.\n`);
    const unnoted = noteBackup(source, now);
    if (unnoted !== null)
      streams.err.write(`posthouse: the database does not know of this copy: ${unnoted}\n`);
    return exitCodes.done;
  });
}

/** Copies to a draft first, so that the target is always a complete, checked copy. @returns the error, or null */
async function copy(source: string, target: string, now: number): Promise<string | null> {
  if (await exists(target)) return `${target} exists already; a backup never overwrites a file`;
  if (!(await exists(source))) return `there is no database at ${source} yet`;
  let draft: string | undefined;
  try {
    // Create the file first, so that other users cannot read it at any time.
    draft = makeDraft(target);
    copySqlite(source, draft);
    const fault = integrityFault(draft);
    if (fault !== null) return `the copy is not whole (${fault}); the database itself may be damaged`;
    stampCopy(draft, { [copiedName]: isoInstant(now), [backedUpName]: isoInstant(now) });
    publish(draft, target);
    return null;
  } catch (error) {
    return faultOf(error, target);
  } finally {
    if (draft !== undefined) for (const end of companions) await unlink(draft + end).catch(() => {});
  }
}

/** Stores the time for the server's `backup_age_seconds` metric. @returns the error, or null */
function noteBackup(source: string, now: number): string | null {
  try {
    noteInPlace(source, backedUpName, isoInstant(now));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function faultOf(error: unknown, target: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EEXIST':
      return `${target} exists already; a backup never overwrites a file`;
    case 'ENOENT':
      return `the folder ${dirname(target)} does not exist`;
    case 'EACCES':
    case 'EROFS':
      return `the folder ${dirname(target)} is not writable`;
    default:
      return `the copy failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
