import type { Database, Queries } from './database.ts';

/** The kinds of later work; `engine/jobs.ts` says what each does. */
export type JobKind = 'deliver_email' | 'check_domain' | 'send_campaign' | 'send_confirmation';

/** A job in a worker's hand. */
export type Job = {
  key: number;
  organization: number;
  kind: JobKind;
  /** The public id of what the job is about. */
  subject: string;
  attempts: number;
  /** Whose hand: a claim raises it, and whoever comes with an older one has lost the job. */
  fence: number;
  /** Attempts that began and whose end nobody recorded: their worker died. */
  unknownAttempts: number;
  createdAt: number;
};

type Row = {
  key: number;
  organization: number;
  kind: JobKind;
  subject: string;
  attempts: number;
  fence: number;
  unknown_attempts: number;
  created_at: number;
};

/** Organizations looked at in one claim. More than that wait for the next, which starts behind them. */
const organizationsPerClaimMax = 200;

/** Adds jobs in the transaction of the change that asks for them. A job that is there already stays. */
export async function addJobs(
  queries: Queries,
  jobs: readonly { organization: number; kind: JobKind; subject: string; runAt: number }[],
  now: number,
): Promise<void> {
  await queries.insert(
    `INSERT INTO jobs (organization, kind, subject, run_at, attempts, fence, attempt_open, unknown_attempts,
       created_at)`,
    jobs.map(({ organization, kind, subject, runAt }) => [
      organization,
      kind,
      subject,
      runAt,
      0,
      0,
      0,
      0,
      now,
    ]),
    'ON CONFLICT (kind, subject) DO NOTHING',
  );
}

/**
 * Takes up to `limit` due jobs of one kind and leases them until `now + leaseMs`. What is due is shared evenly
 * among the organizations that have something due, beginning behind `afterOrganization`, so that one
 * organization's hundred thousand mails do not stand before another's one.
 *
 * The claim is committed before the work begins and counts the attempt, so an attempt that dies leaves a trace.
 *
 * @param roomOf how many more an organization may have in hand
 */
export async function claimJobs(
  database: Database,
  kind: JobKind,
  limit: number,
  now: number,
  leaseMs: number,
  afterOrganization: number,
  roomOf: (organization: number) => number = () => limit,
): Promise<Job[]> {
  const due = await dueOrganizations(database.reader, kind, now, afterOrganization);
  if (due.length === 0) return [];
  const share = Math.max(1, Math.ceil(limit / due.length));
  return await database.transaction(async (queries) => {
    const claimed: Job[] = [];
    for (const organization of due) {
      const left = limit - claimed.length;
      if (left <= 0) break;
      const wanted = Math.min(share, left, roomOf(organization));
      if (wanted <= 0) continue;
      const rows = await queries.all<Row>(
        `WITH due AS MATERIALIZED (
           SELECT key FROM jobs WHERE kind = $2 AND organization = $3 AND run_at <= $4
           ORDER BY run_at LIMIT $5 ${queries.dialect.skipLocked})
         UPDATE jobs SET run_at = $1, attempts = attempts + 1, fence = fence + 1,
           unknown_attempts = unknown_attempts + attempt_open, attempt_open = 1
         WHERE key IN (SELECT key FROM due)
         RETURNING key, organization, kind, subject, attempts, fence, unknown_attempts, created_at`,
        [now + leaseMs, kind, organization, now, wanted],
      );
      claimed.push(...rows.map(jobOf));
    }
    return claimed;
  });
}

/**
 * Organizations with a due job, found by hopping along the index: its cost grows with the organizations that
 * have jobs, not with the jobs.
 */
async function dueOrganizations(
  queries: Queries,
  kind: JobKind,
  now: number,
  after: number,
): Promise<number[]> {
  const rows = await queries.all<{ organization: number }>(
    `WITH RECURSIVE hop (organization) AS (
       SELECT min(organization) FROM jobs WHERE kind = $1
       UNION ALL
       SELECT (SELECT min(jobs.organization) FROM jobs WHERE jobs.kind = $1 AND jobs.organization > hop.organization)
       FROM hop WHERE hop.organization IS NOT NULL
     )
     SELECT organization FROM hop
     WHERE organization IS NOT NULL
       AND EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = $1 AND jobs.organization = hop.organization AND jobs.run_at <= $2)
     LIMIT ${organizationsPerClaimMax * 50}`,
    [kind, now],
  );
  const organizations = rows.map((row) => row.organization);
  const behind = organizations.findIndex((organization) => organization > after);
  const rotated =
    behind <= 0 ? organizations : [...organizations.slice(behind), ...organizations.slice(0, behind)];
  return rotated.slice(0, organizationsPerClaimMax);
}

/** Lengthens the leases of jobs still in hand. One that was put off meanwhile keeps its time. */
export async function renewLeases(database: Database, jobs: readonly Job[], until: number): Promise<void> {
  if (jobs.length === 0) return;
  await database.transaction(async (queries) => {
    for (const job of jobs) {
      await queries.run('UPDATE jobs SET run_at = $3 WHERE key = $1 AND fence = $2 AND attempt_open = 1', [
        job.key,
        job.fence,
        until,
      ]);
    }
  });
}

/** Whether a job is still in this worker's hand: what a step of it writes is written only then. */
export async function stillHeld(queries: Queries, job: Job): Promise<boolean> {
  const row = await queries.get('SELECT key FROM jobs WHERE key = $1 AND fence = $2', [job.key, job.fence]);
  return row !== undefined;
}

/** Takes back a job that is not wanted any more: whoever has it in hand has lost it, and writes nothing. */
export async function removeJob(queries: Queries, kind: JobKind, subject: string): Promise<void> {
  await queries.run('DELETE FROM jobs WHERE kind = $1 AND subject = $2', [kind, subject]);
}

/** Ends a job. @returns false when it was no longer this worker's: its result must not be written */
export async function finishJob(queries: Queries, job: Job): Promise<boolean> {
  return (await queries.run('DELETE FROM jobs WHERE key = $1 AND fence = $2', [job.key, job.fence])) === 1;
}

/** Puts a job off. @returns false when it was no longer this worker's */
export async function postponeJob(queries: Queries, job: Job, runAt: number): Promise<boolean> {
  const changed = await queries.run(
    'UPDATE jobs SET run_at = $3, attempt_open = 0 WHERE key = $1 AND fence = $2',
    [job.key, job.fence, runAt],
  );
  return changed === 1;
}

/**
 * Puts a job back that was not attempted at all.
 * @param since epoch ms, from when on the job's time is counted: that of its making, or a later one
 * @returns false when it was no longer this worker's
 */
export async function putBackJob(queries: Queries, job: Job, runAt: number, since: number): Promise<boolean> {
  const changed = await queries.run(
    `UPDATE jobs SET run_at = $3, created_at = $4, attempt_open = 0, attempts = attempts - 1
     WHERE key = $1 AND fence = $2`,
    [job.key, job.fence, runAt, since],
  );
  return changed === 1;
}

function jobOf(row: Row): Job {
  return {
    key: row.key,
    organization: row.organization,
    kind: row.kind,
    subject: row.subject,
    attempts: row.attempts,
    fence: row.fence,
    unknownAttempts: row.unknown_attempts,
    createdAt: row.created_at,
  };
}
