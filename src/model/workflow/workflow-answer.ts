import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { countedOutside, countedRuns, countedStep, stepCounts, type WorkflowCounted } from './counts.ts';
import { definitionAnswer, definitionAnswerFields } from './definition-answer.ts';
import { describeTrigger } from './outline/describe-trigger.ts';
import { formatOutline } from './outline/outline.ts';
import { entryRefusals } from './runs/entry.ts';
import { type RunEnd, type RunStart, type RunState, runStatuses } from './runs/run.ts';
import {
  resolveRunVersion,
  type WorkflowRecord,
  type WorkflowVersion,
  workflowStatuses,
} from './workflow.ts';

const WorkflowStats = z.object({
  started: z.int(),
  completed: z.int(),
  exited: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  goal: z.int().describe('Completed runs that reached the goal'),
  open: z.int(),
  notEntered: z.record(z.string(), z.int()),
});

const summaryFields = {
  object: z.literal('workflow'),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(workflowStatuses),
  version: z.int().nullable().describe('Version that new runs follow'),
  problem: z.string().nullable().describe('Reason for the automatic pause'),
  outline: z.array(z.string()),
  stats: WorkflowStats,
  revision: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  activatedAt: Instant.nullable(),
};

export const WorkflowSummary = z.object(summaryFields);

export const Workflow = z.object({
  ...summaryFields,
  ...definitionAnswerFields,
  draftChanged: z.boolean().describe('Whether the draft differs from the active version'),
  warnings: z.array(z.string()),
  stepStats: z.array(z.object({ key: z.string(), passed: z.int(), mailed: z.int(), suppressed: z.int() })),
  stepRuns: z
    .array(z.object({ key: z.string(), open: z.int(), stuck: z.int() }))
    .describe('Steps with people. stuck: failed, or waiting because the sender may not send'),
  versions: z.array(z.object({ version: z.int(), createdAt: Instant })),
});

/** `stepRuns` counts the newest runs, `versions` lists the newest versions. */
export const workflowAnswerLimits = { runsCountedMax: 10_000, versionsMax: 20 } as const;

const outsideReasons = [...Object.keys(entryRefusals).filter((reason) => reason !== 'not_a_match'), 'paused'];
const runCounts = ['started', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED', 'goal'] as const;

export function countsOfWorkflow({ id }: Pick<WorkflowRecord, 'id'>): WorkflowCounted[] {
  return [
    ...runCounts.map((what) => countedRuns(id, what)),
    ...outsideReasons.map((reason) => countedOutside(id, reason)),
  ];
}

export function countsOfSteps({
  id,
  definition,
}: Pick<WorkflowRecord, 'id' | 'definition'>): WorkflowCounted[] {
  return definition.steps.flatMap(({ key }) => stepCounts.map((what) => countedStep(id, key, what)));
}

type Amounts = ReadonlyMap<string, number>;

export function workflowSummary(workflow: WorkflowRecord, amounts: Amounts): z.infer<typeof WorkflowSummary> {
  const { id } = workflow;
  const { trigger, reentry } = workflow.definition;
  const of = (what: (typeof runCounts)[number]): number => amounts.get(countedRuns(id, what)) ?? 0;
  const [started, completed, exited, failed, cancelled] = runCounts.map(of) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    object: 'workflow',
    id,
    name: workflow.name,
    description: workflow.description,
    status: workflow.status,
    version: workflow.version,
    problem: workflow.problem,
    outline: [describeTrigger(trigger, reentry), ...formatOutline(workflow.definition)],
    stats: {
      started,
      completed,
      exited,
      failed,
      cancelled,
      goal: of('goal'),
      open: started - completed - exited - failed - cancelled,
      notEntered: Object.fromEntries(
        outsideReasons.flatMap((reason) => {
          const amount = amounts.get(countedOutside(id, reason)) ?? 0;
          return amount === 0 ? [] : [[reason, amount]];
        }),
      ),
    },
    revision: workflow.revision,
    createdAt: isoInstant(workflow.createdAt),
    updatedAt: isoInstant(workflow.updatedAt),
    activatedAt: isoInstantOrNull(workflow.activatedAt),
  };
}

type Answered = z.infer<typeof Workflow>;

type WorkflowFacts = Pick<Answered, 'draftChanged' | 'warnings' | 'stepRuns'> & {
  amounts: Amounts;
  versions: readonly Pick<WorkflowVersion, 'version' | 'createdAt'>[];
};

/** `warnings` are sentences about unexpected behaviour. */
export function workflowAnswer(
  workflow: WorkflowRecord,
  { amounts, versions, ...facts }: WorkflowFacts,
): Answered {
  const { id, definition } = workflow;
  return {
    ...workflowSummary(workflow, amounts),
    ...definitionAnswer(definition),
    ...facts,
    versions: versions.map(({ version, createdAt }) => ({ version, createdAt: isoInstant(createdAt) })),
    stepStats: definition.steps.map(({ key }) => {
      const of = (what: (typeof stepCounts)[number]): number => amounts.get(countedStep(id, key, what)) ?? 0;
      return { key, passed: of('passed'), mailed: of('mailed'), suppressed: of('suppressed') };
    }),
  };
}

const runFields = {
  object: z.literal('workflow_run'),
  id: z.string(),
  workflowId: z.string(),
  version: z.int(),
  subscriberId: z.string(),
  email: untrusted(z.string().nullable()),
  status: z.enum(runStatuses),
  step: z.string().nullable().describe('Key of the current step'),
  waitsFor: z
    .object({
      reason: z.string(),
      until: Instant,
      event: z.string().optional(),
      problem: z.string().optional(),
    })
    .nullable(),
  reason: z.string().nullable().describe('Reason why the run ended'),
  startedAt: Instant,
  endedAt: Instant.nullable(),
};

export const WorkflowRun = z.object(runFields);

export const ExplainedRun = z.object({
  ...runFields,
  trigger: untrusted(z.record(z.string(), z.unknown())),
  explanation: z.array(untrusted(z.string())),
  visits: z.array(
    z.object({
      visit: z.int(),
      step: z.string(),
      arrivedAt: Instant,
      leftAt: Instant,
      via: z.string(),
      emailId: z.string().nullable(),
      because: untrusted(z.record(z.string(), z.unknown())),
    }),
  ),
});

/** @param email null if the person was deleted */
export function runAnswer(
  workflow: Pick<WorkflowRecord, 'id' | 'movesTo'>,
  run: Pick<RunStart, 'id' | 'startedAt'> & { subscriberId: string },
  state: RunState & { version: number },
  email: string | null,
): z.infer<typeof WorkflowRun> {
  const { wait } = state;
  return {
    object: 'workflow_run',
    id: run.id,
    workflowId: workflow.id,
    // A moved run is recorded with its new version only at its next step, but it already follows that version.
    version: state.endedAt === null ? resolveRunVersion(workflow, state) : state.version,
    subscriberId: run.subscriberId,
    email,
    status: state.status,
    step: state.step,
    waitsFor: wait && {
      reason: wait.reason,
      until: isoInstant(wait.until),
      ...(wait.event !== undefined && { event: wait.event }),
      ...(wait.problem !== undefined && { problem: wait.problem }),
    },
    reason: state.ended && describeEnd(state.ended),
    startedAt: isoInstant(run.startedAt),
    endedAt: isoInstantOrNull(state.endedAt),
  };
}

export function describeEnd(end: RunEnd): string {
  switch (end.reason) {
    case 'left':
      return `left: ${end.because}`;
    case 'exit':
      return end.label === null ? 'exit' : `exit: ${end.label}`;
    case 'failed':
      return `failed: ${end.problem}`;
    default:
      return end.reason;
  }
}
