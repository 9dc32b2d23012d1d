import { Failure } from '../../model/failure.ts';
import { countedRuns } from '../../model/workflow/counts.ts';
import { cancelled, retried } from '../../model/workflow/runs/progress.ts';
import { beginWorkflows, lockWorkflows } from '../../store/records/workflows/workflow-inbox.ts';
import type { KnownRun } from '../../store/records/workflows/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { noteEnded } from '../workflow-runs/note-runs.ts';
import { wakeWorkflowJob } from './move-workflow.ts';

/** An ended run stays unchanged. @throws Failure not_found */
export async function cancelRun<Answer>(
  scope: Scope,
  workflowId: string,
  runId: string,
  answer: Answer,
): Promise<Answer> {
  return await scope.commit(async (store) => {
    await beginWorkflows(store.queries, store.organization);
    await lockWorkflows(store.queries, store.organization);
    const workflow = (await store.workflows.byId(workflowId)) ?? scope.fail('not_found');
    const known = await store.workflowRuns.byId(runId);
    if (known?.run.workflow !== workflow.key) return scope.fail('not_found');
    const [held] = await store.workflowRuns.holdStates([known.run.key]);
    const next = held && { ...held, ...cancelled(held, scope.now), leftMs: null };
    if (!next || next.endedAt === held.endedAt) return answer;
    await store.workflowRuns.saveStates([next]);
    await noteEnded(store, workflow, [next], scope.now);
    return answer;
  });
}

/** Retries one failed run, or a page of them, at the failed step. @throws Failure not_found; conflict if it did not fail */
export async function retryRuns<Answer>(
  scope: Scope,
  workflowId: string,
  runId: string | null,
  limit: number,
  answer: (store: OrganizationStore, runs: readonly KnownRun[]) => Promise<Answer>,
): Promise<Answer> {
  const { now, engine } = scope;
  const again = await scope.commit(async (store) => {
    await beginWorkflows(store.queries, store.organization);
    const floor = (await lockWorkflows(store.queries, store.organization)) ?? 0;
    const workflow = (await store.workflows.byId(workflowId)) ?? scope.fail('not_found');
    const found = runId === null ? await store.workflowRuns.failed(workflow.key, limit) : [runId];
    const runs: KnownRun[] = [];
    for (const id of found) {
      const known = await store.workflowRuns.byId(id);
      if (known?.run.workflow !== workflow.key) return scope.fail('not_found');
      if (known.state.status !== 'FAILED') {
        throw new Failure('conflict', {
          message: 'Only a FAILED run can be retried',
          details: { status: known.state.status },
        });
      }
      const failedAt = (await store.workflowRuns.visitsOf(known.run.key)).at(-1)?.step;
      if (failedAt === undefined) continue;
      const next = retried(known.state, failedAt, Math.max(now, floor));
      runs.push({ run: known.run, state: { ...known.state, ...next } });
    }
    await store.workflowRuns.saveStates(runs.map(({ state }) => state));
    store.noteCaused(runs.map(({ run }) => run.subscriber));
    await store.counts.changeAll(new Map([[countedRuns(workflow.id, 'FAILED'), -runs.length]]));
    await wakeWorkflowJob(scope, store);
    return await answer(store, runs);
  });
  engine.wake();
  return again;
}
