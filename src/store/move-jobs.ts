import type { Queries } from './database.ts';
import type { JobKind } from './jobs.ts';

export async function hasJobs(queries: Queries, organization: number, kind: JobKind): Promise<boolean> {
  const found = await queries.get('SELECT key FROM jobs WHERE kind = $1 AND organization = $2 LIMIT 1', [
    kind,
    organization,
  ]);
  return found !== undefined;
}

/** Makes up to `limit` waiting jobs of a kind due now, except running jobs. Returns their number. */
export async function enrolmentJobs(
  queries: Queries,
  { organization, kind, now, limit }: { organization: number; kind: JobKind; now: number; limit: number },
): Promise<number> {
  const waits = 'run_at > $3 AND attempt_open = 0';
  return await queries.run(
    `UPDATE jobs SET run_at = $3
     WHERE ${waits} AND key IN (
       SELECT key FROM jobs WHERE kind = $1 AND organization = $2 AND ${waits} LIMIT $4)`,
    [kind, organization, now, limit],
  );
}
