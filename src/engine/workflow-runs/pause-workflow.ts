import {
  unapprovedCountedMinutes,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../model/sending/unapproved-people.ts';
import { workflowLimits } from '../../model/workflow/definition.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { Job } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { describeBecameLive, isAgainstApproved } from '../approval/approved-delivery.ts';
import type { Engine } from '../context/scope.ts';
import { announceWorkflowProblem } from '../ledger/announce-changes.ts';
import { withWorkflows } from './locked-workflows.ts';

/** Pauses a workflow after too many starts by a single person, because any other person could start it as often. */
export async function pauseFloodedWorkflow(
  store: OrganizationStore,
  workflow: Pick<WorkflowRecord, 'key'>,
  now: number,
): Promise<void> {
  const held = await store.workflows.holdKey(workflow.key);
  if (held?.status !== 'ACTIVE') return;
  const problem = `One person started it more than ${workflowLimits.startsPerHourMax} times in an hour: check the trigger, then activate it again`;
  await pauseByItself(store, held, problem, now);
}

/** Pauses a workflow after `BecameLive`. Its runs keep their place and continue after the next activation. */
export async function pauseBecauseLive(
  engine: Engine,
  job: Job,
  workflow: Pick<WorkflowRecord, 'key'>,
): Promise<void> {
  await withWorkflows(engine, job, async ({ store }) => {
    const held = await store.workflows.holdKey(workflow.key);
    // Approved or paused meanwhile.
    if (held?.status !== 'ACTIVE' || !isAgainstApproved(held.approvedDelivery, 'live')) return;
    const problem = describeBecameLive('activate_workflow');
    await pauseByItself(store, held, problem, engine.world.clock.now());
    engine.world.log.warn({ workflow: held.id, why: problem }, 'a workflow has paused itself');
  });
}

/** The runs keep their place and continue after the next activation, for which an assistant needs a person's approval. */
export async function pauseBecauseChanged(
  engine: Engine,
  job: Job,
  workflow: Pick<WorkflowRecord, 'key' | 'activatedAt'>,
): Promise<void> {
  await withWorkflows(engine, job, async ({ store }) => {
    const held = await store.workflows.holdKey(workflow.key);
    // Activated again or paused meanwhile.
    if (held?.status !== 'ACTIVE' || held.activatedAt !== workflow.activatedAt) return;
    const problem = `An assistant selected more recipients than it can mail without approval (${unapprovedPeopleMax} in ${unapprovedCountedMinutes} minutes, ${unapprovedPeopleADayMax} in 24 hours). Check the recipients, then call activate_workflow`;
    await pauseByItself(store, held, problem, engine.world.clock.now());
    engine.world.log.warn({ workflow: held.id, why: problem }, 'a workflow has paused itself');
  });
}

async function pauseByItself(
  store: OrganizationStore,
  held: WorkflowRecord,
  problem: string,
  now: number,
): Promise<void> {
  const paused: WorkflowRecord = {
    ...held,
    status: 'PAUSED',
    pausedAt: now,
    updatedAt: now,
    revision: held.revision + 1,
    problem,
  };
  await store.workflows.update(paused);
  await announceWorkflowProblem(store, paused, now);
}
