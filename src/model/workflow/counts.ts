import type { RunStatus } from './run.ts';

/** `wfl_… COMPLETED`, `wfl_… not_entered:filter`, and of a step `wfl_…/welcome passed`. */
export type WorkflowCounted = `wfl_${string} ${string}`;

/** Runs by how they began or ended; `goal` are among those that EXITED. */
export function countedRuns(id: string, what: RunStatus | 'started' | 'goal'): WorkflowCounted {
  return `${id} ${what}` as WorkflowCounted;
}

/** People who met the trigger and did not enter, by reason. */
export function countedOutside(id: string, reason: string): WorkflowCounted {
  return `${id} not_entered:${reason}` as WorkflowCounted;
}

export const stepCounts = ['passed', 'mailed', 'suppressed'] as const;
export type StepCount = (typeof stepCounts)[number];

/** How often runs left a step. */
export function countedStep(id: string, step: string, what: StepCount): WorkflowCounted {
  return `${id}/${step} ${what}` as WorkflowCounted;
}
