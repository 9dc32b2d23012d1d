import type { Queries } from '../../database.ts';

/** Captured and test mail that no person of the organization has opened at the console. Live mail is never unread. */
const unread = "organization = $1 AND delivery_mode <> 'live' AND read_at IS NULL";

type Place = { queries: Queries; organization: number };

/** Returns the unread mails among the ids. */
export async function unreadAmong(
  { queries, organization }: Place,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries.all<{ id: string }>(
    `SELECT id FROM emails WHERE id IN ${queries.dialect.strings('$2')} AND organization + 0 = $1
       AND delivery_mode <> 'live' AND read_at IS NULL`,
    [organization, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Counts at most `most` mails. */
export async function countUnread({ queries, organization }: Place, most: number): Promise<number> {
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM (SELECT 1 FROM emails WHERE ${unread} LIMIT $2) AS counted`,
    [organization, most],
  );
  return row?.amount ?? 0;
}

/** @param readAt null marks the mail as unread @returns false if the organization has no such captured or test mail */
export async function markRead(
  { queries, organization }: Place,
  id: string,
  readAt: number | null,
): Promise<boolean> {
  const marked = await queries.run(
    `UPDATE emails SET read_at = $3 WHERE id = $2 AND organization + 0 = $1 AND delivery_mode <> 'live'`,
    [organization, id, readAt],
  );
  return marked > 0;
}

/** Marks the next unread mails as read, at most `most`. @returns the number marked */
export async function markNextRead(
  { queries, organization }: Place,
  readAt: number,
  most: number,
): Promise<number> {
  return await queries.run(
    `UPDATE emails SET read_at = $2 WHERE key IN (SELECT key FROM emails WHERE ${unread} ORDER BY key LIMIT $3)`,
    [organization, readAt, most],
  );
}
