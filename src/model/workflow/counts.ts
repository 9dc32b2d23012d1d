import type { RunStatus } from './runs/run.ts';

/** Counter key: `wfl_… COMPLETED`, `wfl_… not_entered:filter`, or for a step `wfl_…/welcome passed`. */
export type WorkflowCounted = `wfl_${string} ${string}`;

/** Runs by status. Runs that reached their `goal` are also counted as EXITED. */
export function countedRuns(id: string, what: RunStatus | 'started' | 'goal'): WorkflowCounted {
  return `${id} ${what}` as WorkflowCounted;
}

/** People who matched the trigger but did not enter, by reason. */
export function countedOutside(id: string, reason: string): WorkflowCounted {
  return `${id} not_entered:${reason}` as WorkflowCounted;
}

export const stepCounts = ['passed', 'mailed', 'suppressed'] as const;
export type StepCount = (typeof stepCounts)[number];

export function countedStep(id: string, step: string, what: StepCount): WorkflowCounted {
  return `${id}/${step} ${what}` as WorkflowCounted;
}
