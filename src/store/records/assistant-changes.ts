import type { Queries } from '../database.ts';

/** Records that an assistant changes subscribers, in the same transaction. @param subscribers keys */
export type NoteChanges = (subscribers: readonly number[]) => Promise<void>;

/** Orders changes by assistants. */
export type ChangeClock = { now(): number };

/** Arbitrary key of the PostgreSQL advisory locks for `instantAfterChanges`, one per organization. */
const changesLock = 2_026_112_901;

/**
 * Returns an instant after all changes by assistants so far, as the time at which a person sees a preview. The instants of later
 * changes are not before it, in commit order, so that two changes in the same millisecond differ.
 * @param queries of a transaction, which locks the organization's changes until it ends
 */
export async function instantAfterChanges(
  queries: Queries,
  organization: number,
  clock: ChangeClock,
): Promise<number> {
  if (queries.dialect.name === 'postgres') {
    await queries.get(`SELECT pg_advisory_xact_lock(${changesLock}, $1::int)`, [organization]);
  }
  return Math.max(clock.now(), (await newestChange(queries, organization)) + 1);
}

/**
 * Returns an instant that separates the changes in a preview from all others: the former are before it, the latter are not.
 * @param newestShown the newest change before the preview was made
 */
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

/** Records subscribers that an assistant changed. @param by the clock and the budget key for mail */
export async function noteAssistantChanges(
  queries: Queries,
  organization: number,
  subscribers: readonly number[],
  { clock, assistant }: { clock: ChangeClock; assistant: string },
): Promise<void> {
  if (subscribers.length === 0) return;
  const at = await instantAfterChanges(queries, organization, clock);
  // Every transaction writes in the same order, to prevent deadlocks.
  const keys = [...new Set(subscribers)].sort((one, other) => one - other);
  await queries.insertCounting(
    'INSERT INTO assistant_changes (organization, subscriber, at, counted_as)',
    keys.map((subscriber) => [organization, subscriber, at, assistant]),
    'ON CONFLICT (organization, subscriber) DO UPDATE SET at = excluded.at, counted_as = excluded.counted_as',
  );
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

export async function changedMoreThan(
  { queries, organization }: { queries: Queries; organization: number },
  since: number,
  amount: number,
): Promise<boolean> {
  const row = await queries.get<{ found: number }>(
    `SELECT count(*) AS found FROM (
       SELECT 1 FROM assistant_changes WHERE organization = $1 AND at >= $2 LIMIT $3) AS changed`,
    [organization, since, amount + 1],
  );
  return (row?.found ?? 0) > amount;
}

/**
 * Returns the subscribers among these that assistants have changed since an instant, each with the budget key for mail; the key is null
 * if it was not recorded.
 * @param subscribers keys
 */
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
