import type { Person } from '../../model/workflow/facts.ts';
import type { Effect } from '../../model/workflow/runs/advance.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { RunRecord } from '../../store/records/workflows/workflow-runs.ts';

/** Effects other than mails, which pass the gates. */
export type WorldEffect = Exclude<Effect, { kind: 'mail' }>;

export type RunEffect<Done extends WorldEffect = WorldEffect> = {
  workflow: WorkflowRecord;
  run: RunRecord;
  person: Person;
  effect: Done;
};

export type EffectOf<Kind extends WorldEffect['kind']> = RunEffect<Extract<WorldEffect, { kind: Kind }>>;
