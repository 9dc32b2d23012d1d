import type { Queries } from '../database.ts';

/** Notes that an assistant changes subscribers, in the transaction that changes them. @param subscribers keys */
export type NoteChanges = (subscribers: readonly number[]) => Promise<void>;

/** Notes subscribers that an assistant has changed. @param by when, epoch milliseconds, and whose allowance pays for the mail */
export async function noteAssistantChanges(
  queries: Queries,
  organization: number,
  subscribers: readonly number[],
  { at, assistant }: { at: number; assistant: string },
): Promise<void> {
  // Every transaction writes in the same order, so that no two wait for each other.
  const keys = [...new Set(subscribers)].sort((one, other) => one - other);
  await queries.insertCounting(
    'INSERT INTO assistant_changes (organization, subscriber, at, counted_as)',
    keys.map((subscriber) => [organization, subscriber, at, assistant]),
    'ON CONFLICT (organization, subscriber) DO UPDATE SET at = excluded.at, counted_as = excluded.counted_as',
  );
}

/** Counts these subscribers that an assistant has changed since an instant. @param subscribers keys */
export async function changedByAssistants(
  queries: Queries,
  organization: number,
  subscribers: readonly number[],
  since: number,
): Promise<number> {
  const any = await queries.get<{ at: number }>(
    'SELECT at FROM assistant_changes WHERE organization = $1 AND at > $2 LIMIT 1',
    [organization, since],
  );
  if (any === undefined) return 0;
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM assistant_changes
     WHERE organization = $1 AND at > $2 AND subscriber IN ${queries.dialect.integers('$3')}`,
    [organization, since, JSON.stringify(subscribers)],
  );
  return row?.amount ?? 0;
}

/** Returns whether assistants have changed more than `amount` subscribers since an instant. */
export async function changedMoreThan(
  { queries, organization }: { queries: Queries; organization: number },
  since: number,
  amount: number,
): Promise<boolean> {
  const row = await queries.get<{ found: number }>(
    `SELECT count(*) AS found FROM (
       SELECT 1 FROM assistant_changes WHERE organization = $1 AND at > $2 LIMIT $3) AS changed`,
    [organization, since, amount + 1],
  );
  return (row?.found ?? 0) > amount;
}

/**
 * Returns who of these subscribers an assistant has changed since an instant, with whose allowance pays for mail to them; null if that
 * is not known.
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
     WHERE organization = $1 AND at > $2 AND subscriber IN ${queries.dialect.integers('$3')}`,
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
