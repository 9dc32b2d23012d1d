import type { Queries } from '../../database.ts';

/** Records that a confirmation was used. @returns false if it was already used */
export async function recordApprovalUse(
  queries: Queries,
  organization: number,
  confirmation: { id: string /** Epoch milliseconds. */; expiresAt: number },
): Promise<boolean> {
  const written = await queries.insertCounting(
    'INSERT INTO used_confirmations (organization, id, expires_at)',
    [[organization, confirmation.id, confirmation.expiresAt]],
    'ON CONFLICT (organization, id) DO NOTHING',
  );
  return written === 1;
}

/** Deletes up to `limit` expired confirmations. @returns the number; fewer than `limit` when done */
export async function forgetUsedApprovals(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM used_confirmations WHERE (organization, id) IN (
       SELECT organization, id FROM used_confirmations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
    [now, limit],
  );
}
