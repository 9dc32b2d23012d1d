import { access, stat, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { backedUpName, copiedName } from '../../engine/organizations/restored-copy.ts';
import { isoInstant } from '../../model/instant.ts';
import { explainError } from '../../model/text/explain-error.ts';
import { copySqlite, integrityFault, noteInPlace, stampCopy } from '../../store/sqlite/copy.ts';
import { makeDraft, publish } from '../../world/write-once-file.ts';
import type { BackupEnvironment } from './environment.ts';
import type { Help } from './output/help.ts';
import { UsageError, withoutOptions } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse backup FILE',
  about: [
    'Copies the SQLite database to a new file while the server runs, and checks the copy. Only your user can read the file (mode 600). A file that exists is never overwritten.',
    'Keep the file "secret" of the data folder with the copy: without it, stored keys cannot be decrypted. On PostgreSQL, use pg_dump.',
  ],
  examples: ['posthouse backup /backups/posthouse-monday.sqlite'],
};

/** Suffixes of files that SQLite may create next to a database. */
const companions = ['', '-journal', '-wal', '-shm'];

/** @returns the exit code: 0 copied and checked, 1 failed, 2 for wrong words and on PostgreSQL */
export async function runBackup(
  words: readonly string[],
  environment: BackupEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await withoutOptions(words, { help, streams }, async (alone) => {
    const [target, ...more] = alone;
    if (target === undefined || more.length > 0)
      throw new UsageError('backup needs the name of one new file');
    const config = environment.readConfig();
    if (config.POSTHOUSE_DATABASE_URL !== undefined) {
      throw new UsageError(
        'the database is on PostgreSQL: use pg_dump, which copies it while the server runs',
      );
    }
    const source = environment.databaseFileOf(config);
    const now = environment.clock.now();
    const fault = await copy(source, resolve(target), now);
    if (fault !== null) {
      streams.err.write(`posthouse: ${fault}\n`);
      return exitCodes.refused;
    }
    const { size } = await stat(target);
    streams.out.write(`${resolve(target)}: ${size.toLocaleString('en')} bytes, complete and checked.\n`);
    const unnoted = noteBackup(source, now);
    if (unnoted !== null)
      streams.err.write(
        `posthouse: the copy is complete, but the time of this backup could not be stored in the database: ${unnoted}\n`,
      );
    return exitCodes.done;
  });
}

/** Copies to a draft first, so that the target is always a complete, checked copy. @returns the error, or null */
async function copy(source: string, target: string, now: number): Promise<string | null> {
  if (await exists(target)) return `${target} already exists, and a backup never overwrites a file`;
  if (!(await exists(source)))
    return `there is no database at ${source} yet; the first start of the server creates it`;
  let draft: string | undefined;
  try {
    // Create the file first, so that other users cannot read it at any time.
    draft = makeDraft(target);
    copySqlite(source, draft);
    const fault = integrityFault(draft);
    if (fault !== null) return `the copy failed its check (${fault}); the database itself may be damaged`;
    stampCopy(draft, { [copiedName]: isoInstant(now), [backedUpName]: isoInstant(now) });
    publish(draft, target);
    return null;
  } catch (error) {
    return describeFault(error, target);
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
    return explainError(error);
  }
}

function describeFault(error: unknown, target: string): string {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EEXIST') return `${target} already exists, and a backup never overwrites a file`;
    if (error.code === 'ENOENT') return `the folder ${dirname(target)} does not exist`;
  }
  return `the copy failed: ${explainError(error)}`;
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
