import type { Database, Queries } from './database.ts';
import { forUpdate } from './row-lock.ts';

/** Kinds of background jobs, defined in `engine/worker/jobs.ts`. */
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

/** Kinds that wait during a pause. `deliver_notice` runs, because people need its links to resume sending. */
export const pausedKinds: ReadonlySet<JobKind> = new Set([
  'deliver_email',
  'send_campaign',
  'send_confirmation',
  'run_workflows',
]);

/** The kinds that lose their lease when sending is paused. A mail in flight finishes and is recorded instead. */
const interruptedKinds: readonly JobKind[] = ['send_campaign', 'send_confirmation', 'run_workflows'];

export type Job = {
  key: number;
  organization: number;
  kind: JobKind;
  subject: string;
  attempts: number;
  /** Fencing token. Each claim increments it, and a worker with a lower value has lost the job. */
  fence: number;
  /** Attempts without a recorded end, because their worker died. */
  unknownAttempts: number;
  createdAt: number;
};

type Row = Omit<Job, 'unknownAttempts' | 'createdAt'> & { unknown_attempts: number; created_at: number };

/** Organizations per claim. The next claim starts after the last one. */
const organizationsPerClaimMax = 200;

/** Adds jobs in the transaction that needs them. An existing job stays unchanged. */
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

/** Adds jobs with terms. A job with other terms is replaced, and its worker loses the lease. */
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

/** Returns the subjects among these that have a job of this kind. */
export async function subjectsWithJobs(
  queries: Queries,
  kind: JobKind,
  subjects: readonly string[],
): Promise<Set<string>> {
  const rows = await queries.all<{ subject: string }>(
    `SELECT subject FROM jobs WHERE kind = $1 AND subject IN ${queries.dialect.strings('$2')}`,
    [kind, JSON.stringify(subjects)],
  );
  return new Set(rows.map(({ subject }) => subject));
}

/** Returns the terms of a job; null if it has none, undefined if the worker no longer holds it. */
export async function termsOfJob(queries: Queries, job: Job): Promise<string | null | undefined> {
  const row = await queries.get<{ terms: string | null }>(
    'SELECT terms FROM jobs WHERE key = $1 AND fence = $2',
    [job.key, job.fence],
  );
  return row?.terms;
}

/** Saves a job's progress in its terms. @returns false if the worker no longer holds the job */
export async function keepTerms(queries: Queries, job: Job, terms: string): Promise<boolean> {
  const kept = 'UPDATE jobs SET terms = $3 WHERE key = $1 AND fence = $2';
  return (await queries.run(kept, [job.key, job.fence, terms])) === 1;
}

export async function countJobsUpTo(
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

/** Makes a waiting job due now, or adds it, because the cause of its wait may be resolved. */
export async function addJobNow(
  queries: Queries,
  job: { organization: number; kind: JobKind; subject: string },
  now: number,
): Promise<void> {
  await addJobs(queries, [{ ...job, runAt: now }], now);
  // Excludes running jobs, because their `run_at` is the end of the lease.
  await queries.run(
    `UPDATE jobs SET run_at = $4
     WHERE kind = $1 AND subject = $2 AND organization = $3 AND run_at > $4 AND attempt_open = 0`,
    [job.kind, job.subject, job.organization, now],
  );
}

/**
 * Claims up to `limit` due jobs until `now + leaseMs`, shared evenly among organizations after
 * `afterOrganization`, so that a hundred thousand mails of one organization do not delay another's. The claim
 * commits before the work begins and counts the attempt, so that a dying worker leaves a record.
 * @param roomOf the number of further jobs an organization may have in flight
 * @param leases claims expired leases too, except for the jobs in `inFlight`; null for no expired leases
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

/** Returns the kinds that have at least one job, due or not, with one index seek per kind. */
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

/** Runs once per claim, on an index that is empty unless an organization is paused. */
const notPaused =
  'AND organization NOT IN (SELECT key FROM organizations WHERE sending_paused_at IS NOT NULL)';

/** Finds organizations with a due job by skipping along the index. The cost grows with the organizations, not with the jobs. */
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

/** Releases a job whose run failed before it had any effect, as if it had not been claimed. Leaves finished and rescheduled jobs alone. */
export async function giveBackJob(queries: Queries, job: Job, runAt: number): Promise<void> {
  await queries.run(
    `UPDATE jobs SET run_at = $3, attempt_open = 0, attempts = attempts - 1
     WHERE key = $1 AND fence = $2 AND attempt_open = 1`,
    [job.key, job.fence, runAt],
  );
}

/** Revokes the leases of jobs that accept mail. The jobs are due again immediately, as if they had not been claimed. */
export async function interruptJobs(queries: Queries, organization: number, now: number): Promise<void> {
  for (const kind of interruptedKinds) {
    await queries.run(
      `UPDATE jobs SET run_at = $3, fence = fence + 1, attempts = attempts - 1, attempt_open = 0
       WHERE kind = $1 AND organization = $2 AND attempt_open = 1`,
      [kind, organization, now],
    );
  }
}

/** Counts the job's age from the resume time, so that a pause does not use up its retry window. */
export function restartRetryWindow(job: Job, resumedAt: number | null): Job {
  return resumedAt === null || resumedAt <= job.createdAt ? job : { ...job, createdAt: resumedAt };
}

/** Extends the leases of jobs in flight. Skips jobs that were rescheduled meanwhile. */
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

export async function countJobs(queries: Queries, kind: JobKind): Promise<number> {
  const row = await queries.get<{ amount: number }>('SELECT count(*) AS amount FROM jobs WHERE kind = $1', [
    kind,
  ]);
  return row?.amount ?? 0;
}

/** Whether this worker still holds the lease. A step of the job may write only if it does. */
export async function holdsLease(queries: Queries, job: Job): Promise<boolean> {
  const row = await queries.get('SELECT key FROM jobs WHERE key = $1 AND fence = $2', [job.key, job.fence]);
  return row !== undefined;
}

/** Removes a job. A worker that runs it loses its lease and writes nothing. */
export async function removeJob(queries: Queries, kind: JobKind, subject: string): Promise<void> {
  await queries.run('DELETE FROM jobs WHERE kind = $1 AND subject = $2', [kind, subject]);
}

/** Finishes a job. @returns false if the worker no longer holds it and must not write its result */
export async function finishJob(queries: Queries, job: Job): Promise<boolean> {
  return (await queries.run('DELETE FROM jobs WHERE key = $1 AND fence = $2', [job.key, job.fence])) === 1;
}

/** Finishes jobs in key order, to prevent deadlocks. Returns the jobs still held; write no other results. */
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
  // A job whose first lease expired may be in the list twice. Only one entry has the current fence.
  const fences = new Map(rows.map(({ key, fence }) => [key, fence]));
  return new Set(jobs.filter(({ key, fence }) => fences.get(key) === fence));
}

/** Reschedules a job. @returns false if the worker no longer holds it, or this attempt has already ended */
export async function retryJob(queries: Queries, job: Job, runAt: number): Promise<boolean> {
  const changed = await queries.run(
    'UPDATE jobs SET run_at = $3, attempt_open = 0 WHERE key = $1 AND fence = $2 AND attempt_open = 1',
    [job.key, job.fence, runAt],
  );
  return changed === 1;
}

/** Puts back a job without an attempt; its age counts from `since`. @returns false if the lease is lost */
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
