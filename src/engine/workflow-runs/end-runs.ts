import { cancelled } from '../../model/workflow/runs/progress.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { Job } from '../../store/jobs.ts';
import type { RunRecord } from '../../store/records/workflows/workflow-runs.ts';
import { workflowsEnding } from '../../store/records/workflows/workflows.ts';
import type { Engine } from '../context/scope.ts';
import { withWorkflows } from './locked-workflows.ts';
import { noteEnded } from './note-runs.ts';

const pageRuns = 1_000;

export function isToEnd(
  { ending }: Pick<WorkflowRecord, 'ending'>,
  { key }: Pick<RunRecord, 'key'>,
): boolean {
  return ending !== null && key <= ending.through;
}

/** Ends a page of runs of a cancelled workflow. @returns whether there were any */
export async function endPage(engine: Engine, job: Job): Promise<boolean> {
  const workflow = await workflowsEnding(engine.store.database.reader, job.organization);
  if (workflow === undefined) return false;
  return await withWorkflows(engine, job, async ({ store }) => {
    const held = await store.workflows.holdKey(workflow);
    if (!held?.ending) return true;
    const { through, because } = held.ending;
    const now = engine.world.clock.now();
    const open = await store.workflowRuns.holdOpenThrough(workflow, through, pageRuns);
    const ended = open.map((state) => ({ ...state, ...cancelled(state, now, because), leftMs: null }));
    await store.workflowRuns.saveStates(ended);
    await noteEnded(store, held, ended, now);
    if (open.length < pageRuns) await store.workflows.update({ ...held, ending: null });
    return true;
  });
}
