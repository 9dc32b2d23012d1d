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
