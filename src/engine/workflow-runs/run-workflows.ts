import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import { type Job, requeueJob, retryJob, stillHeld } from '../../store/jobs.ts';
import type { Engine } from '../context/scope.ts';
import { advancePage } from './advance-page.ts';
import { endPage } from './end-runs.ts';
import { JobLost } from './locked-workflows.ts';
import { routeInbox } from './route-inbox.ts';
import { thawPage } from './thaw-runs.ts';
import { walkPage } from './walk-people.ts';

/** One run goes no further than this; then other organizations have their turn. */
const stretchMs = 300;
const stretchStepsMax = 50;
/** An organization with nothing due is looked at again after this. */
const idleMs = hourMs;
/** A wait as short as this ends by a timer of its own. */
const wakeWithinMs = 500;
const brokenFirstMs = 5 * secondMs;
const brokenLongestMs = 5 * minuteMs;
const doublingsMax = 20;

/**
 * Moves the runs of an organization's workflows, a stretch at a time: routes what happened, and takes the steps that are due.
 * Every step is one transaction, so a worker that is killed leaves nothing half done.
 */
export async function runWorkflows(engine: Engine, job: Job): Promise<void> {
  const { clock } = engine.world;
  const begunAt = clock.monotonic();
  try {
    for (let steps = 0; steps < stretchStepsMax; steps += 1) {
      if (engine.stopping.now || clock.monotonic() - begunAt >= stretchMs) break;
      if (!(await stillHeld(engine.store.database.reader, job))) return;
      if (!(await takeStep(engine, job))) return await rest(engine, job);
    }
    await requeue(engine, job, clock.now());
  } catch (error) {
    if (!(error instanceof JobLost)) throw error;
  }
}

/** @returns whether there may be more to do at once */
async function takeStep(engine: Engine, job: Job): Promise<boolean> {
  // Those that were cancelled take no step more.
  if (await endPage(engine, job)) return true;
  // What happened comes before what is due: a person who has left gets no mail that is due now.
  if (await routeInbox(engine, job)) return true;
  if (await endPage(engine, job)) return true;
  if (await thawPage(engine, job)) return true;
  if (await advancePage(engine, job)) return true;
  // The last, so that those who are let in by thousands do not hold up those who are on their way.
  return await walkPage(engine, job);
}

/** Until the next run is due, or the next look at all subscribers. */
async function rest(engine: Engine, job: Job): Promise<void> {
  const { clock } = engine.world;
  const now = clock.now();
  const store = engine.store.forOrganization(job.organization);
  const next = await store.workflowRuns.nextDue();
  const walk = await store.workflowWalks.first();
  await requeue(engine, job, Math.min(next ?? now + idleMs, walk?.dueAt ?? now + idleMs, now + idleMs));
}

async function requeue(engine: Engine, job: Job, at: number): Promise<void> {
  const { clock } = engine.world;
  await engine.store.database.transaction((queries) => requeueJob(queries, job, at, job.createdAt));
  const waitMs = at - clock.now();
  if (waitMs <= wakeWithinMs) clock.after(Math.max(0, waitMs), () => engine.wake());
}

/** A fault of ours, or the database was away. Runs are never given up for it. */
export async function afterBrokenWorkflows(engine: Engine, job: Job): Promise<void> {
  const waitMs = Math.min(brokenFirstMs * 2 ** Math.min(job.attempts - 1, doublingsMax), brokenLongestMs);
  await engine.store.database.transaction((queries) =>
    retryJob(queries, job, engine.world.clock.now() + waitMs),
  );
}
