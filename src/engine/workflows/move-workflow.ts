import { Failure } from '../../model/failure.ts';
import { nextWorkflowStatus, type WorkflowMove, type WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { workflowAnswer } from '../../model/workflow/workflow-answer.ts';
import { addJobNow } from '../../store/jobs.ts';
import { beginWorkflows, lockWorkflows } from '../../store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { saveListens } from '../workflow-runs/save-listens.ts';
import { answerWorkflow } from './answer-workflow.ts';

const wants = {
  pause: 'Only an ACTIVE workflow can be paused',
  archive: 'The workflow is already archived',
  restore: 'Only an ARCHIVED workflow can be restored',
} as const satisfies Partial<Record<WorkflowMove, string>>;

/** A pause stops entries and runs; archiving ends runs. @throws Failure not_found; conflict when it is in another status */
export async function moveWorkflow(
  scope: Scope,
  id: string,
  move: keyof typeof wants,
): Promise<ReturnType<typeof workflowAnswer>> {
  const { now, engine } = scope;
  const moved = await scope.commit(async (store) => {
    await beginWorkflows(store.queries, store.organization);
    await lockWorkflows(store.queries, store.organization);
    const held = (await store.workflows.hold(id)) ?? scope.fail('not_found');
    if (move === 'pause' && held.status === 'PAUSED') return await answerWorkflow(scope, store, held);
    const status = nextWorkflowStatus(held.status, move);
    if (status === null) {
      throw new Failure('conflict', { message: wants[move], details: { status: held.status } });
    }
    const next: WorkflowRecord = {
      ...held,
      status,
      pausedAt: move === 'pause' ? now : null,
      ...(move === 'archive' && { backfill: null, ending: await everyRun(store, held) }),
      // A restored workflow is a draft again; its versions stay with their runs.
      ...(move === 'restore' && { version: null, problem: null }),
      revision: held.revision + 1,
      updatedAt: now,
    };
    await store.workflows.update(next);
    await saveListens(store, next);
    if (move === 'archive') await store.workflowWalks.remove(held.key);
    if (next.ending !== null) await wakeWorkflowJob(scope, store);
    return await answerWorkflow(scope, store, next);
  });
  engine.wake();
  return moved;
}

/** The row stays until the runs are deleted. @throws Failure not_found, workflow_active */
export async function removeWorkflow(scope: Scope, id: string): Promise<void> {
  await scope.commit(async (store) => {
    await beginWorkflows(store.queries, store.organization);
    await lockWorkflows(store.queries, store.organization);
    const held = (await store.workflows.hold(id)) ?? scope.fail('not_found');
    if (held.status === 'ACTIVE') throw new Failure('workflow_active');
    const next: WorkflowRecord = {
      ...held,
      status: 'ARCHIVED',
      pausedAt: null,
      backfill: null,
      ending: await everyRun(store, held),
      updatedAt: scope.now,
      deletedAt: scope.now,
    };
    await store.workflows.update(next);
    await saveListens(store, next);
    await store.workflowWalks.remove(held.key);
    if (next.ending !== null) await wakeWorkflowJob(scope, store);
  });
  scope.engine.wake();
}

async function everyRun(
  store: OrganizationStore,
  { key }: WorkflowRecord,
): Promise<WorkflowRecord['ending']> {
  const through = await store.workflowRuns.newest(key);
  return through === 0 ? null : { through, because: 'cancelled' };
}

export async function wakeWorkflowJob(
  { caller, now }: Pick<Scope, 'caller' | 'now'>,
  { queries, organization }: OrganizationStore,
): Promise<void> {
  await addJobNow(queries, { organization, kind: 'run_workflows', subject: caller.organization.id }, now);
}

/** Ends all open runs in pages. @throws Failure not_found */
export async function cancelAllRuns<Answer>(
  scope: Scope,
  workflowId: string,
  answer: Answer,
): Promise<Answer> {
  const cancelled = await scope.commit(async (store) => {
    await beginWorkflows(store.queries, store.organization);
    await lockWorkflows(store.queries, store.organization);
    const held = (await store.workflows.hold(workflowId)) ?? scope.fail('not_found');
    const next = { ...held, ending: (await everyRun(store, held)) ?? held.ending, updatedAt: scope.now };
    await store.workflows.update(next);
    await wakeWorkflowJob(scope, store);
    return answer;
  });
  scope.engine.wake();
  return cancelled;
}
