import type { Queries } from '../../database.ts';
import { pausedKinds } from '../../jobs.ts';

/** Maximum jobs counted, which bounds the cost. */
const countedMax = 100_000;

/** Jobs of one kind. Jobs of a paused organization count as `later`. A running job's `run_at` is the end of its lease. */
type QueueState = {
  kind: string;
  due: number;
  later: number;
  running: number;
  /** Epoch ms of the longest-due job; null if no job is due. */
  oldestDue: number | null;
};

const kinds = [...pausedKinds].map((kind) => `'${kind}'`).join(', ');

export async function queueState(queries: Pick<Queries, 'all'>, now: number): Promise<QueueState[]> {
  return await queries.all<QueueState>(
    `SELECT kind, SUM(CASE WHEN run_at <= $1 AND paused = 0 THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN (run_at > $1 OR paused = 1) AND attempt_open = 0 THEN 1 ELSE 0 END) AS later,
       SUM(CASE WHEN run_at > $1 AND attempt_open = 1 THEN 1 ELSE 0 END) AS running,
       MIN(CASE WHEN run_at <= $1 AND paused = 0 THEN run_at END) AS "oldestDue"
     FROM (SELECT kind, run_at, attempt_open, CASE WHEN kind IN (${kinds}) AND organization IN (
         SELECT key FROM organizations WHERE sending_paused_at IS NOT NULL) THEN 1 ELSE 0 END AS paused
       FROM jobs ORDER BY key LIMIT ${countedMax}) AS counted
     GROUP BY kind`,
    [now],
  );
}

export async function campaignStages(
  queries: Pick<Queries, 'all'>,
): Promise<{ stage: 'SCHEDULED' | 'SENDING'; amount: number }[]> {
  return await queries.all(
    `SELECT status AS stage, count(*) AS amount
     FROM (SELECT status FROM campaigns WHERE status IN ('SCHEDULED', 'SENDING') LIMIT ${countedMax}) AS counted
     GROUP BY status`,
    [],
  );
}

/** Mail of an organization that waits for its delivery. `oldestAt` is in epoch ms. */
type QueueStanding = {
  queued: number;
  /** True if more than `queued` mails wait. */
  isMore: boolean;
  oldestAt: number | null;
};

const standingCountedMax = 1_000;

/** Counts up to 1,000 jobs by an index, so that every page can call it. The oldest is among the counted. */
export async function queueStanding(
  queries: Pick<Queries, 'get'>,
  organization: number,
): Promise<QueueStanding> {
  const row = await queries.get<{ queued: number; oldest: number | null }>(
    `SELECT count(*) AS queued, min(created_at) AS oldest FROM (
       SELECT created_at FROM jobs WHERE kind = 'deliver_email' AND organization = $1
       ORDER BY run_at LIMIT ${standingCountedMax + 1}) AS waiting`,
    [organization],
  );
  const queued = Number(row?.queued ?? 0);
  return {
    queued: Math.min(queued, standingCountedMax),
    isMore: queued > standingCountedMax,
    oldestAt: row?.oldest == null ? null : Number(row.oldest),
  };
}
