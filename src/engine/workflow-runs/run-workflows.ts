import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import { resumed } from '../../model/workflow/runs/progress.ts';
import { holdsLease, type Job, requeueJob, retryJob } from '../../store/jobs.ts';
import { findWorkflowToResume } from '../../store/records/workflows/workflow-runs.ts';
import type { Engine } from '../context/scope.ts';
import { advancePage } from './advance-page.ts';
import { endPage } from './end-runs.ts';
import { JobLost, withWorkflows } from './locked-workflows.ts';
import { routeInbox } from './route-inbox.ts';
import { walkPage } from './walk-people.ts';

/** Limit of one turn, so that other organizations get theirs. */
const stretchMs = 300;
const stretchStepsMax = 50;
/** Recheck interval of an organization with nothing due. */
const idleMs = hourMs;
/** Shorter waits use their own timer. */
const wakeWithinMs = 500;
const brokenFirstMs = 5 * secondMs;
const brokenLongestMs = 5 * minuteMs;
const doublingsMax = 20;

/** Each step is one transaction, so a killed worker leaves nothing half done. */
export async function runWorkflows(engine: Engine, job: Job): Promise<void> {
  const { clock } = engine.world;
  const begunAt = clock.monotonic();
  try {
    for (let steps = 0; steps < stretchStepsMax; steps += 1) {
      if (engine.stopping.now || clock.monotonic() - begunAt >= stretchMs) break;
      if (!(await holdsLease(engine.store.database.reader, job))) return;
      if (!(await takeStep(engine, job))) return await rest(engine, job);
    }
    await requeue(engine, job, clock.now());
  } catch (error) {
    if (!(error instanceof JobLost)) throw error;
  }
}

async function takeStep(engine: Engine, job: Job): Promise<boolean> {
  // Cancelled runs must not take another step.
  if (await endPage(engine, job)) return true;
  // Events come before due steps, so that a person who has unsubscribed gets no mail due now.
  if (await routeInbox(engine, job)) return true;
  if (await endPage(engine, job)) return true;
  if (await resumePage(engine, job)) return true;
  if (await advancePage(engine, job)) return true;
  // Last, so that thousands of new runs do not delay current ones.
  return await walkPage(engine, job);
}

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

/** After a bug or a database outage, runs are retried without limit. */
export async function afterBrokenWorkflows(engine: Engine, job: Job): Promise<void> {
  const waitMs = Math.min(brokenFirstMs * 2 ** Math.min(job.attempts - 1, doublingsMax), brokenLongestMs);
  await engine.store.database.transaction((queries) =>
    retryJob(queries, job, engine.world.clock.now() + waitMs),
  );
}

const pageRuns = 1_000;

/** Resumes runs that came due during a pause; the rest of their wait starts now. @returns whether there were any */
async function resumePage(engine: Engine, job: Job): Promise<boolean> {
  const workflow = await findWorkflowToResume(engine.store.database.reader, job.organization);
  if (workflow === undefined) return false;
  return await withWorkflows(engine, job, async ({ store, dueFloor }) => {
    const held = await store.workflows.holdKey(workflow);
    if (held?.status !== 'ACTIVE') return true;
    const now = Math.max(engine.world.clock.now(), dueFloor);
    const frozen = await store.workflowRuns.holdFrozen(workflow, pageRuns);
    await store.workflowRuns.saveStates(
      frozen.map((state) => ({
        ...state,
        ...resumed(state, state.leftMs ?? 0, now),
        leftMs: null,
        pausedMs: held.pausedMs,
      })),
    );
    return true;
  });
}
