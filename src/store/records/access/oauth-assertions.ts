import type { Queries } from '../../database.ts';

/**
 * Records an assertion by SHA-256 of its jti, in the database, because a replay may reach another process.
 * `full` if the client already has `max` unexpired assertions.
 */
export async function noteAssertion(
  queries: Queries,
  { client, mark, expiresAt, max }: { client: string; mark: string; expiresAt: number; max: number },
  now: number,
): Promise<'noted' | 'used' | 'full'> {
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM (
       SELECT 1 FROM oauth_assertions WHERE client = $1 AND expires_at > $2 LIMIT $3) AS remembered`,
    [client, now, max],
  );
  if ((row?.amount ?? 0) >= max) return 'full';
  const written = await queries.insertCounting(
    'INSERT INTO oauth_assertions (client, mark, expires_at)',
    [[client, mark, expiresAt]],
    'ON CONFLICT (client, mark) DO NOTHING',
  );
  return written === 1 ? 'noted' : 'used';
}

/** Deletes up to `limit` expired assertions. @returns the number; fewer than `limit` when done */
export async function forgetAssertions(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM oauth_assertions WHERE (client, mark) IN (
       SELECT client, mark FROM oauth_assertions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
    [now, limit],
  );
}
