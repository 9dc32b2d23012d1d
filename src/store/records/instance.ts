import type { Database, Queries } from '../database.ts';

/** What the whole instance remembers of itself, by name. */
export async function instanceValue(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.get<{ remembered: string }>('SELECT remembered FROM instance WHERE name = $1', [
    name,
  ]);
  return row?.remembered;
}

/** As `instanceValue`, on a database that may be empty or older than what it is asked for. */
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

/** Remembers it the first time; what was remembered before stays. */
export async function rememberOnce(queries: Queries, name: string, remembered: string): Promise<void> {
  await queries.insert(
    'INSERT INTO instance (name, remembered)',
    [[name, remembered]],
    'ON CONFLICT (name) DO NOTHING',
  );
}

/** Remembers it in place of what was remembered before. */
export async function remember(queries: Queries, name: string, remembered: string): Promise<void> {
  await queries.insert(
    'INSERT INTO instance (name, remembered)',
    [[name, remembered]],
    'ON CONFLICT (name) DO UPDATE SET remembered = excluded.remembered',
  );
}

/**
 * Remembers it in place of `before`; undefined for nothing. Of several processes that do this at once, one does.
 * @returns false when something else is remembered by now: then that stays
 */
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

/** @returns whether there was something to forget */
export async function forget(queries: Queries, name: string): Promise<boolean> {
  return (await queries.run('DELETE FROM instance WHERE name = $1', [name])) === 1;
}

/** As `forget`, where it is still `before`. */
export async function forgetInPlace(queries: Queries, name: string, before: string): Promise<boolean> {
  return (
    (await queries.run('DELETE FROM instance WHERE name = $1 AND remembered = $2', [name, before])) === 1
  );
}

/** Much more than a page: on a disk that is nearly full, small writes go through when the next mail does not. */
const provedOctets = 64 * 1024;

/** Writes something, waits until it is on the disk, and takes it away again. @throws what the database refuses with */
export async function proveWritable(database: Database): Promise<void> {
  const proof = 'write proof';
  await database.transaction((queries) => remember(queries, proof, 'x'.repeat(provedOctets)));
  await database.transaction((queries) => forget(queries, proof));
}

/** An arbitrary constant, of PostgreSQL's advisory lock that is held by what `holdInstance` is for. */
const instanceLock = 2_026_112_601;

/**
 * Until the transaction ends no other one holds the instance: for what is counted over all organizations and then added to.
 * SQLite has one writer, so that nothing is to be done there.
 */
export async function holdInstance(queries: Queries): Promise<void> {
  if (queries.dialect.name === 'postgres') {
    await queries.get(`SELECT pg_advisory_xact_lock(${instanceLock})`, []);
  }
}
