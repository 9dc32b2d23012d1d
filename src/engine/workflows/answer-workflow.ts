import type { z } from 'zod';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import {
  countsOfSteps,
  countsOfWorkflow,
  runAnswer,
  type WorkflowRun,
  workflowAnswer,
  workflowAnswerLimits,
  workflowSummary,
} from '../../model/workflow/workflow-answer.ts';
import { readPeople } from '../../store/records/workflows/workflow-facts.ts';
import { countRunsAtSteps } from '../../store/records/workflows/workflow-run-lists.ts';
import type { KnownRun } from '../../store/records/workflows/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { isUnchanged } from './draft-changes.ts';
import { listWorkflowWarnings } from './workflow-warnings.ts';

export async function answerWorkflow(
  scope: Pick<Scope, 'engine' | 'caller'>,
  store: OrganizationStore,
  workflow: WorkflowRecord,
  notes: readonly string[] = [],
): Promise<ReturnType<typeof workflowAnswer>> {
  const amounts = await store.counts.readAll([...countsOfWorkflow(workflow), ...countsOfSteps(workflow)]);
  const draftChanged = workflow.version !== null && !(await isUnchanged(store, workflow));
  const warnings = [...notes, ...(await listWorkflowWarnings(scope, store, workflow.definition))];
  const stepRuns = await countRunsAtSteps(store, workflow.key, workflowAnswerLimits.runsCountedMax);
  const versions = await store.workflows.newestVersions(workflow.key, workflowAnswerLimits.versionsMax);
  return workflowAnswer(workflow, { amounts, draftChanged, warnings, stepRuns, versions });
}

export async function answerWorkflows(
  store: OrganizationStore,
  workflows: readonly WorkflowRecord[],
): Promise<ReturnType<typeof workflowSummary>[]> {
  const amounts = await store.counts.readAll(workflows.flatMap(countsOfWorkflow));
  return workflows.map((workflow) => workflowSummary(workflow, amounts));
}

export async function answerRuns(
  store: OrganizationStore,
  runs: readonly KnownRun[],
): Promise<z.infer<typeof WorkflowRun>[]> {
  const workflows = await store.workflows.namesOf([...new Set(runs.map(({ run }) => run.workflow))]);
  const keys = [...new Set(runs.map(({ run }) => run.subscriber))];
  const people = await readPeople(store.queries, store.organization, keys, 'look');
  return runs.flatMap(({ run, state }) => {
    const workflow = workflows.get(run.workflow);
    return workflow ? runAnswer(workflow, run, state, people.get(run.subscriber)?.email ?? null) : [];
  });
}
