import { hourMs } from '../../model/instant.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { enrolmentJobs, hasJobs } from '../../store/move-jobs.ts';
import type { Engine } from './scope.ts';

/** Brought forward in one transaction: bounds how long it holds the writer. */
const pageJobs = 500;
/** What is left beyond comes at its own time, within a day. */
const pagesMax = 2_000;
const againAfterFaultMs = hourMs;
const pageOrganizations = 100;

/** Has those asked who wait to be asked to confirm: there may be an address to ask them from now. */
export async function planAskWaiting(queries: Queries, organization: number, now: number): Promise<void> {
  if (!(await hasJobs(queries, organization, 'send_confirmation'))) return;
  const job = { organization, kind: 'ask_waiting', subject: String(organization), runAt: now } as const;
  await addJobs(queries, [job], now);
}

/** The same at a start, for all organizations: it may be another configuration that this instance has a name by. */
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
