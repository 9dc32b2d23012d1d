import { resumed } from '../../model/workflow/runs/progress.ts';
import type { Job } from '../../store/jobs.ts';
import { findWorkflowToResume } from '../../store/records/workflows/workflow-runs.ts';
import type { Engine } from '../context/scope.ts';
import { withWorkflows } from './locked-workflows.ts';

const pageRuns = 1_000;

/** Resumes runs that came due during a pause; the rest of their wait starts now. @returns whether there were any */
export async function resumePage(engine: Engine, job: Job): Promise<boolean> {
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
