import type { Advance } from '../../model/workflow/runs/advance.ts';
import type { RunState } from '../../model/workflow/runs/run.ts';
import type { StateRecord, VisitRecord } from '../../store/records/workflows/workflow-runs.ts';

export function keptState(before: StateRecord, next: RunState, floor: number): StateRecord {
  const dueAt = next.dueAt === null ? null : Math.max(next.dueAt, floor);
  return { ...before, ...next, dueAt, leftMs: null };
}

export function createVisit(
  before: StateRecord,
  advance: Extract<Advance, { kind: 'move' | 'end' }>,
  now: number,
  emailId: string | null,
): VisitRecord {
  return {
    run: before.run,
    visit: before.visit,
    step: before.step ?? '',
    arrivedAt: before.arrivedAt,
    leftAt: now,
    via: advance.kind === 'move' ? advance.via : 'end',
    because: advance.because,
    emailId,
  };
}
