import type { Person } from '../../model/workflow/facts.ts';
import type { RunRecord } from '../../store/records/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** Whose step has an effect, and what it is filled with. */
export type EffectScene = {
  engine: Engine;
  /** Of the transaction, and caused by the workflow: what it changes does not start the same workflow. */
  store: OrganizationStore;
  workflow: { id: string };
  run: RunRecord;
  person: Person;
  now: number;
};
