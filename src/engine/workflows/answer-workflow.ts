import type { z } from 'zod';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import {
  countsOfSteps,
  countsOfWorkflow,
  runAnswer,
  type WorkflowRun,
  workflowAnswer,
  workflowSummary,
} from '../../model/workflow/workflow-answer.ts';
import { readPeople } from '../../store/records/workflow-facts.ts';
import type { KnownRun } from '../../store/records/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { isUnchanged } from './draft-changes.ts';

/** A workflow as it is answered, with its counts. */
export async function answerWorkflow(
  store: OrganizationStore,
  workflow: WorkflowRecord,
): Promise<ReturnType<typeof workflowAnswer>> {
  const amounts = await store.counts.readAll([...countsOfWorkflow(workflow), ...countsOfSteps(workflow)]);
  const draftChanged = workflow.version !== null && !(await isUnchanged(store, workflow));
  return workflowAnswer(workflow, amounts, draftChanged);
}

/** Workflows as lists show them: the counts of all by one look-up. */
export async function answerWorkflows(
  store: OrganizationStore,
  workflows: readonly WorkflowRecord[],
): Promise<ReturnType<typeof workflowSummary>[]> {
  const amounts = await store.counts.readAll(workflows.flatMap(countsOfWorkflow));
  return workflows.map((workflow) => workflowSummary(workflow, amounts));
}

/** Runs of one workflow, with the addresses that their people have now. */
export async function answerRuns(
  store: OrganizationStore,
  workflowId: string,
  runs: readonly KnownRun[],
): Promise<z.infer<typeof WorkflowRun>[]> {
  const keys = [...new Set(runs.map(({ run }) => run.subscriber))];
  const people = await readPeople(store.queries, store.organization, keys, 'look');
  return runs.map(({ run, state }) =>
    runAnswer(workflowId, run, state, people.get(run.subscriber)?.email ?? null),
  );
}
