import type { Queries } from '../../database.ts';

/** The last opt-in request to a mailbox and their number. `mark` is a hash, which does not reveal the address. */
export type OptInRequestRow = { mark: string; askedAt: number; asked: number };

type Row = { mark: string; asked_at: number; asked: number };

const head = 'INSERT INTO confirmation_asks (mark, asked_at, asked)';

/**
 * Locks opt-in records (each mark once), so that only one of two concurrent saves sends a request. They
 * belong to no organization, because the limit per mailbox applies across all of them.
 */
export async function lockOptInRequests(
  queries: Queries,
  marks: readonly string[],
): Promise<OptInRequestRow[]> {
  if (marks.length === 0) return [];
  if (queries.dialect.name === 'postgres') {
    // Locked by an upsert in the same order in every transaction, like guard rows.
    await queries.insert(
      head,
      marks.toSorted().map((mark) => [mark, 0, 0]),
      'ON CONFLICT (mark) DO UPDATE SET mark = excluded.mark',
    );
  }
  return await readOptInRequests(queries, marks);
}

export async function readOptInRequests(
  queries: Queries,
  marks: readonly string[],
): Promise<OptInRequestRow[]> {
  const rows = await queries.all<Row>(
    `SELECT mark, asked_at, asked FROM confirmation_asks WHERE mark IN ${queries.dialect.strings('$1')}`,
    [JSON.stringify(marks)],
  );
  return rows.map(({ mark, asked_at, asked }) => ({ mark, askedAt: asked_at, asked }));
}

export async function saveOptInRequests(queries: Queries, rows: readonly OptInRequestRow[]): Promise<void> {
  await queries.insert(
    head,
    rows.map(({ mark, askedAt, asked }) => [mark, askedAt, asked]),
    'ON CONFLICT (mark) DO UPDATE SET asked_at = excluded.asked_at, asked = excluded.asked',
  );
}

/** Deletes up to `limit` records older than `before`. @returns the number; fewer than `limit` when done */
export async function forgetOptInRequests(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM confirmation_asks WHERE mark IN (
       SELECT mark FROM confirmation_asks WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)`,
    [before, limit],
  );
}
