import { hourMs } from '../../model/instant.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { enrolmentJobs, hasJobs } from '../../store/move-waiting.ts';
import type { Engine } from './scope.ts';

/** Bounds how long a transaction holds the writer. */
const pageJobs = 500;
/** The remaining jobs come due by themselves, within a day. */
const pagesMax = 2_000;
const againAfterFaultMs = hourMs;
const pageOrganizations = 100;

/** Retries waiting opt-in requests early, because a sender address may exist now. */
export async function planAskWaiting(queries: Queries, organization: number, now: number): Promise<void> {
  if (!(await hasJobs(queries, organization, 'send_confirmation'))) return;
  const job = { organization, kind: 'ask_waiting', subject: String(organization), runAt: now } as const;
  await addJobs(queries, [job], now);
}

/** Runs at startup, because the configuration may have changed the instance's host name. */
export async function planAskWaitingEverywhere({ store, world }: Engine): Promise<void> {
  let after: number | null = null;
  do {
    const page: OrganizationRecord[] = await store.organizations.page(pageOrganizations, after);
    after = page.length < pageOrganizations ? null : page.at(-1)!.key;
    const asking = page.filter(({ doubleOptIn }) => doubleOptIn);
    await store.database.transaction(async (queries) => {
      for (const { key } of asking) await planAskWaiting(queries, key, world.clock.now());
    });
  } while (after !== null);
}

export async function askWaiting({ store, world, wake }: Engine, job: Job): Promise<void> {
  const { database } = store;
  const now = world.clock.now();
  for (let page = 0; page < pagesMax; page += 1) {
    const moved = await database.transaction((queries) =>
      enrolmentJobs(queries, {
        organization: job.organization,
        kind: 'send_confirmation',
        now,
        limit: pageJobs,
      }),
    );
    if (moved < pageJobs) break;
  }
  await database.transaction((queries) => finishJob(queries, job));
  wake();
}

export async function afterBrokenAskWaiting({ store, world }: Engine, job: Job): Promise<void> {
  const next = world.clock.now() + againAfterFaultMs;
  await store.database.transaction((queries) => retryJob(queries, job, next));
}
