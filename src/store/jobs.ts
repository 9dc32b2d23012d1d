import type { Database, Queries } from './database.ts';
import { forUpdate } from './row-lock.ts';

/** The kinds of later work; `engine/worker/jobs.ts` says what each does. */
export type JobKind =
  | 'deliver_email'
  | 'deliver_notice'
  | 'check_domain'
  | 'send_campaign'
  | 'send_confirmation'
  | 'ask_waiting'
  | 'count_segment'
  | 'remove_tag'
  | 'apply_tag'
  | 'run_import'
  | 'seek_erased'
  | 'erase_person'
  | 'apply_integration_event'
  | 'run_workflows';

/**
 * The kinds that wait while sending of their organization is paused. `deliver_notice` does not: it carries sign-in links and
 * approval requests, without which no person could resume.
 */
export const pausedKinds: ReadonlySet<JobKind> = new Set([
  'deliver_email',
  'send_campaign',
  'send_confirmation',
  'run_workflows',
]);

/** The kinds whose holders lose their jobs to a pause. A mail in flight is finished and recorded instead. */
const interruptedKinds: readonly JobKind[] = ['send_campaign', 'send_confirmation', 'run_workflows'];

/** A job that a worker has claimed. */
export type Job = {
  key: number;
  organization: number;
  kind: JobKind;
  /** The public id of what the job is about. */
  subject: string;
  attempts: number;
  /** The fencing token: a claim raises it, and a worker with an older one has lost the job. */
  fence: number;
  /** Attempts that began and have no recorded end, because their worker died. */
  unknownAttempts: number;
  createdAt: number;
};

type Row = Omit<Job, 'unknownAttempts' | 'createdAt'> & { unknown_attempts: number; created_at: number };

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
 * Adds jobs that keep to terms (a text), in place of such as have others: a worker that runs one of those has lost it. One
 * with the very terms stays as it is.
 * @param jobs each subject once
 */
export async function addJobsOnTerms(
  queries: Queries,
  jobs: readonly { organization: number; kind: JobKind; subject: string; runAt: number; terms: string }[],
  now: number,
): Promise<void> {
  await queries.insert(
    `INSERT INTO jobs (organization, kind, subject, run_at, attempts, fence, attempt_open, unknown_attempts,
       created_at, terms)`,
    jobs.map(({ organization, kind, subject, runAt, terms }) => [
      organization,
      kind,
      subject,
      runAt,
      0,
      0,
      0,
      0,
      now,
      terms,
    ]),
    `ON CONFLICT (kind, subject) DO UPDATE SET run_at = excluded.run_at, attempts = 0, fence = jobs.fence + 1,
       attempt_open = 0, unknown_attempts = 0, created_at = excluded.created_at, terms = excluded.terms
     WHERE jobs.terms IS DISTINCT FROM excluded.terms`,
  );
}

/** The terms of a job, null for none; undefined when it is no longer this worker's. */
export async function termsOfJob(queries: Queries, job: Job): Promise<string | null | undefined> {
  const row = await queries.get<{ terms: string | null }>(
    'SELECT terms FROM jobs WHERE key = $1 AND fence = $2',
    [job.key, job.fence],
  );
  return row?.terms;
}

/** Writes how far a job has come into its terms. @returns false when it is no longer this worker's */
export async function keepTerms(queries: Queries, job: Job, terms: string): Promise<boolean> {
  const kept = 'UPDATE jobs SET terms = $3 WHERE key = $1 AND fence = $2';
  return (await queries.run(kept, [job.key, job.fence, terms])) === 1;
}

/** How many jobs of a kind an organization has; `limit` at most. */
export async function jobsOf(
  queries: Queries,
  organization: number,
  kind: JobKind,
  limit: number,
): Promise<number> {
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM (
       SELECT 1 FROM jobs WHERE kind = $1 AND organization = $2 LIMIT $3) AS open`,
    [kind, organization, limit],
  );
  return row?.amount ?? 0;
}

/** Runs a waiting job now, or adds it, because what it waits for may have been corrected. */
export async function addJobNow(
  queries: Queries,
  job: { organization: number; kind: JobKind; subject: string },
  now: number,
): Promise<void> {
  await addJobs(queries, [{ ...job, runAt: now }], now);
  // A job that a worker runs is left alone: its `run_at` is the end of its lease.
  await queries.run(
    `UPDATE jobs SET run_at = $4
     WHERE kind = $1 AND subject = $2 AND organization = $3 AND run_at > $4 AND attempt_open = 0`,
    [job.kind, job.subject, job.organization, now],
  );
}

/**
 * Takes up to `limit` due jobs of one kind and leases them until `now + leaseMs`. What is due is shared evenly
 * among the organizations that have something due, beginning behind `afterOrganization`, so that one
 * organization's hundred thousand mails do not stand before another's one.
 *
 * The claim is committed before the work begins and counts the attempt, so an attempt that dies leaves a trace.
 *
 * @param roomOf how many more an organization may have in flight
 * @param leases those that are over may be claimed, but for jobs that are still in this process's own hand: it would do them
 *   twice. `null` leaves all of them to those who hold them
 */
export async function claimJobs(
  database: Database,
  kind: JobKind,
  limit: number,
  now: number,
  leaseMs: number,
  afterOrganization: number,
  roomOf: (organization: number) => number = () => limit,
  leases: { inFlight: readonly number[] } | null = { inFlight: [] },
): Promise<Job[]> {
  const due = await dueOrganizations(database.reader, kind, now, afterOrganization);
  if (due.length === 0) return [];
  const share = Math.max(1, Math.ceil(limit / due.length));
  const inFlight = JSON.stringify(leases?.inFlight ?? []);
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
             AND (attempt_open = 0 OR ($6 = 1 AND key NOT IN ${queries.dialect.integers('$7')}))
           ORDER BY run_at LIMIT $5 ${queries.dialect.skipLocked})
         UPDATE jobs SET run_at = $1, attempts = attempts + 1, fence = fence + 1,
           unknown_attempts = unknown_attempts + attempt_open, attempt_open = 1
         WHERE key IN (SELECT key FROM due)
         RETURNING key, organization, kind, subject, attempts, fence, unknown_attempts, created_at`,
        [now + leaseMs, kind, organization, now, wanted, leases === null ? 0 : 1, inFlight],
      );
      claimed.push(...rows.map(jobOf));
    }
    return claimed;
  }, 'claim');
}

/** Returns the kinds that have at least one job, due or not, in one index seek per kind. */
export async function kindsWithJobs(queries: Queries): Promise<Set<JobKind>> {
  const rows = await queries.all<{ kind: JobKind }>(
    `WITH RECURSIVE present (kind) AS (
       SELECT min(kind) FROM jobs
       UNION ALL
       SELECT (SELECT min(jobs.kind) FROM jobs WHERE jobs.kind > present.kind)
       FROM present WHERE present.kind IS NOT NULL
     )
     SELECT kind FROM present WHERE kind IS NOT NULL`,
    [],
  );
  return new Set(rows.map(({ kind }) => kind));
}

/** Read once per claim, from an index that is empty unless an organization is paused. */
const notPaused =
  'AND organization NOT IN (SELECT key FROM organizations WHERE sending_paused_at IS NOT NULL)';

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
     WHERE organization IS NOT NULL ${pausedKinds.has(kind) ? notPaused : ''}
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

/**
 * Gives a job back whose run broke before it did anything, as if it had not been claimed. One that was ended or put off
 * after all stays so.
 */
export async function giveBackJob(queries: Queries, job: Job, runAt: number): Promise<void> {
  await queries.run(
    `UPDATE jobs SET run_at = $3, attempt_open = 0, attempts = attempts - 1
     WHERE key = $1 AND fence = $2 AND attempt_open = 1`,
    [job.key, job.fence, runAt],
  );
}

/**
 * Takes jobs that accept mail from their holders, who write nothing more. They are due at once, as if they had not been claimed.
 */
export async function interruptJobs(queries: Queries, organization: number, now: number): Promise<void> {
  for (const kind of interruptedKinds) {
    await queries.run(
      `UPDATE jobs SET run_at = $3, fence = fence + 1, attempts = attempts - 1, attempt_open = 0
       WHERE kind = $1 AND organization = $2 AND attempt_open = 1`,
      [kind, organization, now],
    );
  }
}

/** Returns the job with its time counted from when sending was resumed, so that a pause takes nothing from it. */
export function triedSince(job: Job, resumedAt: number | null): Job {
  return resumedAt === null || resumedAt <= job.createdAt ? job : { ...job, createdAt: resumedAt };
}

/** Extends the leases of jobs still in flight. One that was put off meanwhile keeps its time. */
export async function renewLeases(database: Database, jobs: readonly Job[], until: number): Promise<void> {
  if (jobs.length === 0) return;
  await database.transaction(async (queries) => {
    await queries.run(
      `WITH wanted AS MATERIALIZED (
         SELECT a AS key, CAST(b AS BIGINT) AS fence FROM ${queries.dialect.pairs('$1')} AS pair),
       held AS MATERIALIZED (
         SELECT jobs.key FROM wanted JOIN jobs ON jobs.key = wanted.key AND jobs.fence = wanted.fence
         WHERE jobs.attempt_open = 1 ORDER BY jobs.key ${forUpdate(queries)})
       UPDATE jobs SET run_at = $2 WHERE key IN (SELECT key FROM held)`,
      [JSON.stringify(jobs.map(({ key, fence }) => [key, fence])), until],
    );
  }, 'claim');
}

/** How many jobs of a kind there are, of all organizations. */
export async function countJobs(queries: Queries, kind: JobKind): Promise<number> {
  const row = await queries.get<{ amount: number }>('SELECT count(*) AS amount FROM jobs WHERE kind = $1', [
    kind,
  ]);
  return row?.amount ?? 0;
}

/** Whether this worker still holds the lease of a job. A step of it may write only then. */
export async function stillHeld(queries: Queries, job: Job): Promise<boolean> {
  const row = await queries.get('SELECT key FROM jobs WHERE key = $1 AND fence = $2', [job.key, job.fence]);
  return row !== undefined;
}

/** Removes a job. A worker that runs it has lost its lease and writes nothing. */
export async function removeJob(queries: Queries, kind: JobKind, subject: string): Promise<void> {
  await queries.run('DELETE FROM jobs WHERE kind = $1 AND subject = $2', [kind, subject]);
}

/** Ends a job. @returns false when it was no longer this worker's: its result must not be written */
export async function finishJob(queries: Queries, job: Job): Promise<boolean> {
  return (await queries.run('DELETE FROM jobs WHERE key = $1 AND fence = $2', [job.key, job.fence])) === 1;
}

/**
 * Ends many jobs at once. They are held in the order of their keys, so that two who end some of the same do not wait for
 * each other.
 * @returns those that were still this worker's: the result of no other may be written
 */
export async function finishJobs(queries: Queries, jobs: readonly Job[]): Promise<Set<Job>> {
  if (jobs.length === 0) return new Set();
  const rows = await queries.all<{ key: number; fence: number }>(
    `WITH wanted AS MATERIALIZED (
       SELECT a AS key, CAST(b AS BIGINT) AS fence FROM ${queries.dialect.pairs('$1')} AS pair),
     held AS MATERIALIZED (
       SELECT jobs.key FROM wanted JOIN jobs ON jobs.key = wanted.key AND jobs.fence = wanted.fence
       ORDER BY jobs.key ${forUpdate(queries)})
     DELETE FROM jobs WHERE key IN (SELECT key FROM held) RETURNING key, fence`,
    [JSON.stringify(jobs.map(({ key, fence }) => [key, fence]))],
  );
  // One job may run twice, if its first lease was lost: only one of the two has its fence.
  const fences = new Map(rows.map(({ key, fence }) => [key, fence]));
  return new Set(jobs.filter(({ key, fence }) => fences.get(key) === fence));
}

/** Puts a job off. @returns false when it was no longer this worker's, or this attempt was over already */
export async function retryJob(queries: Queries, job: Job, runAt: number): Promise<boolean> {
  const changed = await queries.run(
    'UPDATE jobs SET run_at = $3, attempt_open = 0 WHERE key = $1 AND fence = $2 AND attempt_open = 1',
    [job.key, job.fence, runAt],
  );
  return changed === 1;
}

/**
 * Puts a job back that was not attempted at all.
 * @param since epoch ms, from when on the job's time is counted: that of its making, or a later one
 * @returns false when it was no longer this worker's
 */
export async function requeueJob(queries: Queries, job: Job, runAt: number, since: number): Promise<boolean> {
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
