import { existsSync, statSync, unlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, secretFileOf } from '../../config.ts';
import { opensWith, proofName } from '../../engine/auth/check-secret.ts';
import { releaseCommand } from '../../engine/organizations/queue-hold.ts';
import { copiedName } from '../../engine/organizations/restored-copy.ts';
import { isoInstant } from '../../model/instant.ts';
import { explainError } from '../../model/text/explain-error.ts';
import { readMigrationHistory } from '../../store/migrate.ts';
import { instanceValueBeforeMigration } from '../../store/records/instance/instance.ts';
import { foldLog, keepOthersOff } from '../../store/sqlite/alone.ts';
import { copySqlite, integrityFault, stampCopy } from '../../store/sqlite/copy.ts';
import { readSqlite } from '../../store/sqlite/database.ts';
import { makeDraft, makeFolder, putInPlace } from '../../world/write-once-file.ts';
import type { BackupEnvironment } from './environment.ts';
import type { Help } from './output/help.ts';
import { UsageError, withoutOptions } from './parse-options.ts';
import { readSecret } from './probe-server.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse restore FILE',
  about: [
    'Replaces the SQLite database with a backup. Stop the server first. Posthouse checks that the backup is complete, that this version can read it, and that it was made with the secret of this instance. The previous database is kept next to the restored one.',
    `Then Posthouse sends nothing, not even new mail, until you release the queue: ${releaseCommand}`,
    'On PostgreSQL, use pg_restore. The next start holds the queue in the same way.',
  ],
  examples: ['posthouse restore /backups/posthouse-monday.sqlite'],
};

/** @returns the exit code: 0 restored, 1 refused with everything unchanged, 2 for wrong words and on PostgreSQL */
export async function runRestore(
  words: readonly string[],
  environment: BackupEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await withoutOptions(words, { help, streams }, async (alone) => {
    const [source, ...more] = alone;
    if (source === undefined || more.length > 0) throw new UsageError('restore needs the name of one backup');
    const config = environment.readConfig();
    if (config.POSTHOUSE_DATABASE_URL !== undefined) {
      throw new UsageError('the database is on PostgreSQL: use pg_restore, with every server stopped');
    }
    const restored = await restore(
      resolve(source),
      environment.databaseFileOf(config),
      config,
      environment.clock.now(),
    );
    if ('fault' in restored) {
      streams.err.write(`posthouse: ${restored.fault}. Nothing was changed.\n`);
      return exitCodes.refused;
    }
    streams.out.write(`${restored.lines.join('\n')}\n`);
    return exitCodes.done;
  });
}

type Restored = { fault: string } | { lines: string[] };

async function restore(source: string, file: string, config: Config, now: number): Promise<Restored> {
  if (!existsSync(source) || !statSync(source).isFile()) return { fault: `there is no file ${source}` };
  if (existsSync(file) && sameFile(source, file)) return { fault: `${source} is the database itself` };
  makeFolder(dirname(file));
  const letOthersIn = keepOthersOff(file);
  if (letOthersIn === null) {
    return {
      fault: `Posthouse is running on ${dirname(file)}: first stop the server and every posthouse mcp on this machine`,
    };
  }
  const draft = makeDraft(file);
  try {
    const fault = await makeCopy(source, draft, config, now);
    if (fault !== null) return { fault: `${source} ${fault}` };
    const { size } = statSync(draft);
    const beside = `${file}.before-${isoInstant(now).replace(/[-:]|\.\d+/g, '')}`;
    const keeps = existsSync(file);
    if (keeps && existsSync(beside)) return { fault: `${beside} already exists` };
    if (keeps && foldLog(file) === 'in use') return { fault: `another program has ${file} open` };
    putInPlace(draft, file, beside);
    return {
      lines: [
        `${file}: restored from ${source}, ${size.toLocaleString('en')} bytes, complete and checked.`,
        ...(keeps ? [`The previous database is kept as ${beside}`] : []),
        ...(readSecret(config) === null
          ? [
              `There is no secret yet: before you start the server, copy the secret that belongs to the backup to ${secretFileOf(config)}`,
            ]
          : []),
        `Nothing is sent, not even new mail, until you release the queue: ${releaseCommand}`,
      ],
    };
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) {
      if (existsSync(draft + end)) unlinkSync(draft + end);
    }
    letOthersIn();
  }
}

/** Copies and checks. @returns the problem as the end of a sentence, or null */
async function makeCopy(source: string, draft: string, config: Config, now: number): Promise<string | null> {
  try {
    copySqlite(source, draft);
    const fault = integrityFault(draft);
    if (fault !== null) return `is damaged (${fault})`;
  } catch (error) {
    return `cannot be read as an SQLite database: ${explainError(error)}`;
  }
  const { reader, close } = readSqlite(draft);
  try {
    const sealed = await instanceValueBeforeMigration(reader, proofName);
    if (sealed === undefined)
      return 'is not a database of Posthouse, or belongs to a server that never started';
    const history = await readMigrationHistory(reader);
    if ('fault' in history) return `cannot be used: ${history.fault.replace(/\.$/, '')}`;
    const secret = readSecret(config);
    if (secret !== null && !opensWith(secret, sealed)) {
      const where = config.POSTHOUSE_SECRET === undefined ? secretFileOf(config) : 'POSTHOUSE_SECRET';
      return `was made with a different secret than the one in ${where}; put the secret of the backup there, then restore again`;
    }
  } finally {
    close();
  }
  stampCopy(draft, { [copiedName]: isoInstant(now) });
  return null;
}

function sameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)];
  return one.ino === other.ino && one.dev === other.dev;
}
