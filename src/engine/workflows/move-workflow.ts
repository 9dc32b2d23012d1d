import { Failure } from '../../model/failure.ts';
import { nextWorkflowStatus, type WorkflowMove, type WorkflowRecord } from '../../model/workflow/workflow.ts';
import { addJobNow } from '../../store/jobs.ts';
import { beginLane, lockLane } from '../../store/records/workflow-inbox.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { saveListens } from './activate-workflow.ts';

const wants = {
  pause: 'Only an ACTIVE workflow can be paused',
  archive: 'An archived workflow is archived already',
  restore: 'Only an ARCHIVED workflow can be restored',
} as const satisfies Partial<Record<WorkflowMove, string>>;

/**
 * Pauses a workflow: nobody enters, and who is on their way stands still until it is activated again. Archived, it ends the
 * runs of those too. One that is there already stays as it is.
 * @throws Failure not_found; conflict when it is not where the move begins
 */
export async function moveWorkflow(
  scope: Scope,
  id: string,
  move: keyof typeof wants,
): Promise<WorkflowRecord> {
  const { now, engine } = scope;
  const moved = await scope.commit(async (store) => {
    await beginLane(store.queries, store.organization);
    await lockLane(store.queries, store.organization);
    const held = (await store.workflows.hold(id)) ?? scope.fail('not_found');
    if (move === 'pause' && held.status === 'PAUSED') return held;
    const status = nextWorkflowStatus(held.status, move);
    if (status === null) {
      throw new Failure('conflict', { message: wants[move], details: { status: held.status } });
    }
    const next: WorkflowRecord = {
      ...held,
      status,
      pausedAt: move === 'pause' ? now : null,
      ...(move === 'archive' && { backfill: null, ending: await everyRun(store, held) }),
      // A restored one is a draft again: its versions stay with the runs that followed them.
      ...(move === 'restore' && { version: null, problem: null }),
      revision: held.revision + 1,
      updatedAt: now,
    };
    await store.workflows.update(next);
    await saveListens(store, next);
    if (next.ending !== null) await wakeLane(scope, store);
    return next;
  });
  engine.wake();
  return moved;
}

async function everyRun(
  store: OrganizationStore,
  { key }: WorkflowRecord,
): Promise<WorkflowRecord['ending']> {
  const through = await store.workflowRuns.newest(key);
  return through === 0 ? null : { through, because: 'cancelled' };
}

/** Has the lane of the caller's organization run now. */
export async function wakeLane(
  { caller, now }: Pick<Scope, 'caller' | 'now'>,
  { queries, organization }: OrganizationStore,
): Promise<void> {
  await addJobNow(queries, { organization, kind: 'run_workflows', subject: caller.organization.id }, now);
}

/** Ends all runs of a workflow that are open now, a page at a time. @throws Failure not_found */
export async function cancelAllRuns(scope: Scope, workflowId: string): Promise<WorkflowRecord> {
  const cancelled = await scope.commit(async (store) => {
    await beginLane(store.queries, store.organization);
    await lockLane(store.queries, store.organization);
    const held = (await store.workflows.hold(workflowId)) ?? scope.fail('not_found');
    const next = { ...held, ending: (await everyRun(store, held)) ?? held.ending, updatedAt: scope.now };
    await store.workflows.update(next);
    await wakeLane(scope, store);
    return next;
  });
  scope.engine.wake();
  return cancelled;
}
