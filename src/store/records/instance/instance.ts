import type { Database, Queries } from '../../database.ts';

export async function instanceValue(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.get<{ remembered: string }>('SELECT remembered FROM instance WHERE name = $1', [
    name,
  ]);
  return row?.remembered;
}

/** Like `instanceValue`, for a database that may be empty or older than the setting. */
export async function instanceValueBeforeMigration(
  queries: Queries,
  name: string,
): Promise<string | undefined> {
  const isThere = await queries.get(
    queries.dialect.name === 'sqlite'
      ? "SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'instance'"
      : "SELECT 1 AS found FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'instance'",
    [],
  );
  return isThere === undefined ? undefined : await instanceValue(queries, name);
}

export async function rememberOnce(queries: Queries, name: string, remembered: string): Promise<void> {
  await queries.insert(
    'INSERT INTO instance (name, remembered)',
    [[name, remembered]],
    'ON CONFLICT (name) DO NOTHING',
  );
}

export async function remember(queries: Queries, name: string, remembered: string): Promise<void> {
  await queries.insert(
    'INSERT INTO instance (name, remembered)',
    [[name, remembered]],
    'ON CONFLICT (name) DO UPDATE SET remembered = excluded.remembered',
  );
}

/** Replaces the value `before`; undefined for none. Returns false if another process has changed it. */
export async function rememberInPlace(
  queries: Queries,
  name: string,
  before: string | undefined,
  remembered: string,
): Promise<boolean> {
  const written =
    before === undefined
      ? await queries.insertCounting(
          'INSERT INTO instance (name, remembered)',
          [[name, remembered]],
          'ON CONFLICT (name) DO NOTHING',
        )
      : await queries.run('UPDATE instance SET remembered = $3 WHERE name = $1 AND remembered = $2', [
          name,
          before,
          remembered,
        ]);
  return written === 1;
}

export async function forget(queries: Queries, name: string): Promise<boolean> {
  return (await queries.run('DELETE FROM instance WHERE name = $1', [name])) === 1;
}

export async function forgetInPlace(queries: Queries, name: string, before: string): Promise<boolean> {
  return (
    (await queries.run('DELETE FROM instance WHERE name = $1 AND remembered = $2', [name, before])) === 1
  );
}

/** Much more than a page, because on an almost full disk small writes may succeed where the next mail fails. */
const provedOctets = 64 * 1024;

/** Writes data, waits until it is on disk, and deletes it. @throws the database's error */
export async function proveWritable(database: Database): Promise<void> {
  const proof = 'write proof';
  await database.transaction((queries) => remember(queries, proof, 'x'.repeat(provedOctets)));
  await database.transaction((queries) => forget(queries, proof));
}

/** Arbitrary key of the PostgreSQL advisory lock for `holdInstance`. */
const instanceLock = 2_026_112_601;

/** Locks the instance until the transaction ends, to count and then add a row. SQLite needs no lock, because it has one writer. */
export async function holdInstance(queries: Queries): Promise<void> {
  if (queries.dialect.name === 'postgres') {
    await queries.get(`SELECT pg_advisory_xact_lock(${instanceLock})`, []);
  }
}

/**
 * Clock changes, oldest first. `mails` is the key of the last mail before the change. Stored dates never
 * change, because people see them; the later steps give the elapsed time.
 */
type ClockSteps = readonly { mails: number; byMs: number }[];

const stepsName = 'clock steps';
const stepsKept = 20;

/** Records a clock change in the transaction from which rows use the new time. */
export async function noteClockStep(queries: Queries, byMs: number): Promise<void> {
  const newest = await queries.get<{ key: number | null }>('SELECT max(key) AS key FROM emails', []);
  const steps = [...(await clockSteps(queries)), { mails: newest?.key ?? 0, byMs }];
  await remember(queries, stepsName, JSON.stringify(steps.slice(-stepsKept)));
}

export async function clockSteps(queries: Queries): Promise<ClockSteps> {
  const text = await instanceValue(queries, stepsName);
  return text === undefined ? [] : (JSON.parse(text) as ClockSteps);
}

/** Converts a mail's date to the current clock. @param at stored date of the mail */
export function elapsedSince(steps: ClockSteps, mail: number, at: number): number {
  return steps.reduce((shifted, { mails, byMs }) => (mail <= mails ? shifted + byMs : shifted), at);
}

/** No organization has this key, so its counts belong to the instance. */
const instance = 0;

/** Claims the first start of a database. A concurrent claim waits. Returns whether this one succeeded. */
export async function claimFirstStart(queries: Queries): Promise<boolean> {
  const changed = await queries.run(
    `INSERT INTO counts (organization, counted, amount) VALUES ($1, 'first_starts', 1)
     ON CONFLICT (organization, counted) DO NOTHING`,
    [instance],
  );
  return changed === 1;
}
