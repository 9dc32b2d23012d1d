import type { Queries } from './database.ts';
import type { JobKind } from './jobs.ts';

/** Whether an organization has a job of a kind. */
export async function hasJobs(queries: Queries, organization: number, kind: JobKind): Promise<boolean> {
  const found = await queries.get('SELECT key FROM jobs WHERE kind = $1 AND organization = $2 LIMIT 1', [
    kind,
    organization,
  ]);
  return found !== undefined;
}

/**
 * Has jobs of a kind run now that wait for later; those in a worker's hand are left to it.
 * @returns how many were brought forward, `limit` at most
 */
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

/**
 * Brings jobs back that wait for a time of before the clock was set back, and ends the leases of that time: who lives has
 * renewed theirs by now. A job that was put off since comes early, and looks for itself whether it may.
 * @param span `after` a key, `limit` at most; by how much the clock was set back, to `now` (epoch ms); how long a lease lasts; and those to leave
 * @returns the key to go on behind; null when there are no more
 */
export async function bringBackJobs(
  queries: Queries,
  span: {
    after: number;
    limit: number;
    setBackMs: number;
    now: number;
    leaseMs: number;
    inFlight: readonly number[];
  },
): Promise<number | null> {
  const rows = await queries.all<{ key: number }>(
    'SELECT key FROM jobs WHERE key > $1 ORDER BY key LIMIT $2',
    [span.after, span.limit],
  );
  const last = rows.at(-1);
  if (!last) return null;
  await queries.run(
    'UPDATE jobs SET run_at = run_at - $1 WHERE key > $2 AND key <= $3 AND attempt_open = 0 AND run_at > $4',
    [span.setBackMs, span.after, last.key, span.now],
  );
  await queries.run(
    `UPDATE jobs SET run_at = $1 WHERE key > $2 AND key <= $3 AND attempt_open = 1 AND run_at > $4
       AND key NOT IN ${queries.dialect.integers('$5')}`,
    // A lease of the new time ends no later than one that is taken now.
    [span.now, span.after, last.key, span.now + span.leaseMs, JSON.stringify(span.inFlight)],
  );
  return rows.length < span.limit ? null : last.key;
}
