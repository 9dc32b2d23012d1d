import type { RunFacts } from '../../model/workflow/facts.ts';
import type { Advance } from '../../model/workflow/runs/advance.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { RunRecord, StateRecord } from '../../store/records/workflows/workflow-runs.ts';
import type { FrozenVersion } from './frozen-versions.ts';

export type DueRun = {
  run: RunRecord;
  state: StateRecord;
  version: FrozenVersion;
  workflow: WorkflowRecord;
  facts: RunFacts;
};

export type DueMail = DueRun & { mail: Extract<Advance, { kind: 'move' }> };
