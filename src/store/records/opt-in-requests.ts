import type { Queries } from '../database.ts';

/** When and how often a person was asked to confirm; the mark does not reveal the person. */
export type OptInRequestRow = { mark: string; askedAt: number; asked: number };

type Row = { mark: string; asked_at: number; asked: number };

const head = 'INSERT INTO confirmation_asks (mark, asked_at, asked)';

/**
 * Reads what is remembered under some marks and holds it until the transaction ends, so that of two saves at one moment
 * one asks. The marks belong to no organization: a mailbox is asked by all of them together.
 *
 * @param marks each once
 */
export async function lockOptInRequests(
  queries: Queries,
  marks: readonly string[],
): Promise<OptInRequestRow[]> {
  if (marks.length === 0) return [];
  if (queries.dialect.name === 'postgres') {
    // Locked as the guard rows are: by writing them, in the same order by every transaction.
    await queries.insert(
      head,
      marks.toSorted().map((mark) => [mark, 0, 0]),
      'ON CONFLICT (mark) DO UPDATE SET mark = excluded.mark',
    );
  }
  return await readOptInRequests(queries, marks);
}

/** The same, read without a lock. */
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

/** Writes what was held. */
export async function saveOptInRequests(queries: Queries, rows: readonly OptInRequestRow[]): Promise<void> {
  await queries.insert(
    head,
    rows.map(({ mark, askedAt, asked }) => [mark, askedAt, asked]),
    'ON CONFLICT (mark) DO UPDATE SET asked_at = excluded.asked_at, asked = excluded.asked',
  );
}

/** Forgets up to `limit` that are older than `before`. @returns how many there were: fewer than `limit` when done */
export async function forgetOptInRequests(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM confirmation_asks WHERE mark IN (
       SELECT mark FROM confirmation_asks WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)`,
    [before, limit],
  );
}
