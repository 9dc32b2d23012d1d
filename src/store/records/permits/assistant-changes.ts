import type { Queries } from '../../database.ts';
import { type NotesWriter, notesIn } from '../../transaction-notes.ts';

/** Notes that an assistant changes subscribers, in the same transaction. @param subscribers keys */
export type NoteChanges = (subscribers: readonly number[]) => void;

export type ChangeClock = { now(): number };

/**
 * Arbitrary key of the PostgreSQL advisory locks of changes. Lock order everywhere: tags, people, campaigns,
 * changes, storage. Taken just before the commit, because it could otherwise deadlock or delay others.
 */
const changesLock = 2_026_112_901;

/** Bounds how long a transaction keeps its connection and its locks while it waits for `changesLock`. It then runs again. */
const lockTimeoutMs = 2_000;

type Noted = { clock: ChangeClock; by: Map<number, string> };

type NotedByOrganization = Map<number, Noted>;

const noted = { begin: (): NotedByOrganization => new Map() };

export function writingChanges(waitMs = lockTimeoutMs): NotesWriter<NotedByOrganization> {
  return {
    notes: noted,
    async write(queries, changes) {
      for (const [organization, own] of [...changes].sort(([one], [other]) => one - other)) {
        await writeChanges(queries, organization, own, waitMs);
      }
    },
  };
}

/** Writes changes at an instant that is later than all earlier changes, in commit order. */
async function writeChanges(
  queries: Queries,
  organization: number,
  { clock, by }: Noted,
  waitMs: number,
): Promise<void> {
  if (queries.dialect.name === 'postgres') {
    await queries.get(`SELECT set_config('lock_timeout', '${waitMs}', true)`, []);
    await queries.get(`SELECT pg_advisory_xact_lock(${changesLock}, $1::int)`, [organization]);
  }
  const at = Math.max(clock.now(), (await newestChange(queries, organization)) + 1);
  await queries.insertCounting(
    'INSERT INTO assistant_changes (organization, subscriber, at, counted_as)',
    [...by]
      .sort(([one], [other]) => one - other)
      .map(([subscriber, assistant]) => [organization, subscriber, at, assistant]),
    'ON CONFLICT (organization, subscriber) DO UPDATE SET at = excluded.at, counted_as = excluded.counted_as',
  );
}

/**
 * Returns an instant after all changes by assistants so far, as the time at which a person sees a preview.
 * Later changes get later instants, even in the same millisecond. Waits for no lock: while another
 * transaction writes changes, the instant follows the newest visible change.
 */
export async function instantAfterChanges(
  queries: Queries,
  organization: number,
  clock: ChangeClock,
): Promise<number> {
  // Read first, because a transaction may begin to write after the look at the lock.
  const now = clock.now();
  const isQuiet = await noneIsWritten(queries, organization);
  const after = (await newestChange(queries, organization)) + 1;
  return isQuiet ? Math.max(now, after) : after;
}

/** Releases the lock in the statement that takes it. A transaction that kept it could deadlock with a writer. */
async function noneIsWritten(queries: Queries, organization: number): Promise<boolean> {
  // A transaction on SQLite is the only writer.
  if (queries.dialect.name !== 'postgres') return true;
  const row = await queries.get<{ quiet: boolean }>(
    `SELECT CASE WHEN pg_try_advisory_lock_shared(${changesLock}, $1::int)
       THEN pg_advisory_unlock_shared(${changesLock}, $1::int) ELSE false END AS quiet`,
    [organization],
  );
  return row?.quiet === true;
}

/** Returns an instant that is later than the changes in a preview (up to `newestShown`), but not later than any newer change. */
export async function instantOfPreview(
  queries: Queries,
  organization: number,
  clock: ChangeClock,
  newestShown: number,
): Promise<number> {
  const after = await instantAfterChanges(queries, organization, clock);
  const missed = await queries.get<{ at: number }>(
    'SELECT at FROM assistant_changes WHERE organization = $1 AND at > $2 ORDER BY at LIMIT 1',
    [organization, newestShown],
  );
  return missed?.at ?? after;
}

/** Returns the instant of the newest change by an assistant, epoch ms; 0 without one. */
export async function newestChange(queries: Queries, organization: number): Promise<number> {
  const row = await queries.get<{ at: number }>(
    'SELECT at FROM assistant_changes WHERE organization = $1 ORDER BY at DESC LIMIT 1',
    [organization],
  );
  return row?.at ?? 0;
}

/** Notes subscribers that an assistant changed. The transaction writes them before it commits. @param by the budget key for mail */
export function noteAssistantChanges(
  queries: Queries,
  organization: number,
  subscribers: readonly number[],
  { clock, assistant }: { clock: ChangeClock; assistant: string },
): void {
  const all = notesIn(queries, noted);
  if (all === undefined) throw new Error('changes are noted outside a transaction that takes notes');
  if (subscribers.length === 0) return;
  let changes = all.get(organization);
  if (changes === undefined) {
    changes = { clock, by: new Map() };
    all.set(organization, changes);
  }
  for (const subscriber of subscribers) changes.by.set(subscriber, assistant);
}

/** Counts the subscribers among these that assistants have changed since an instant. @param subscribers keys */
export async function changedByAssistants(
  queries: Queries,
  organization: number,
  subscribers: readonly number[],
  since: number,
): Promise<number> {
  const any = await queries.get<{ at: number }>(
    'SELECT at FROM assistant_changes WHERE organization = $1 AND at >= $2 LIMIT 1',
    [organization, since],
  );
  if (any === undefined) return 0;
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM assistant_changes
     WHERE organization = $1 AND at >= $2 AND subscriber IN ${queries.dialect.integers('$3')}`,
    [organization, since, JSON.stringify(subscribers)],
  );
  return row?.amount ?? 0;
}

/** Counts the changes noted in this transaction too. */
export async function changedMoreThan(
  { queries, organization }: { queries: Queries; organization: number },
  since: number,
  amount: number,
): Promise<boolean> {
  const own = [...(notesIn(queries, noted)?.get(organization)?.by.keys() ?? [])];
  if (own.length > amount) return true;
  const row = await queries.get<{ found: number }>(
    `SELECT count(*) AS found FROM (
       SELECT 1 FROM assistant_changes WHERE organization = $1 AND at >= $2
         AND subscriber NOT IN ${queries.dialect.integers('$4')} LIMIT $3) AS changed`,
    [organization, since, amount + 1 - own.length, JSON.stringify(own)],
  );
  return own.length + (row?.found ?? 0) > amount;
}

/** Returns the subscribers that assistants have changed since an instant, with the recorded budget keys. */
export async function amongChangedByAssistants(
  queries: Queries,
  organization: number,
  subscribers: readonly number[],
  since: number,
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await queries.all<{ subscriber: number; assistant: string | null }>(
    `SELECT subscriber, counted_as AS assistant FROM assistant_changes
     WHERE organization = $1 AND at >= $2 AND subscriber IN ${queries.dialect.integers('$3')}`,
    [organization, since, JSON.stringify(subscribers)],
  );
  return new Map(rows.map(({ subscriber, assistant }) => [subscriber, assistant]));
}

/** Deletes up to `limit` changes from before an instant. @returns the number deleted: fewer than `limit` when done */
export async function forgetAssistantChanges(
  queries: Queries,
  before: number,
  limit: number,
): Promise<number> {
  return await queries.run(
    `DELETE FROM assistant_changes WHERE (organization, subscriber) IN (
       SELECT organization, subscriber FROM assistant_changes WHERE at < $1 LIMIT $2)`,
    [before, limit],
  );
}
