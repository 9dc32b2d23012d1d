import { isoInstant, isoInstantOrNull } from '../instant.ts';
import type { RunEnd, RunStatus } from '../workflow/runs/run.ts';
import type { WorkflowRecord } from '../workflow/workflow.ts';
import { boundedText, boundedTextOrNull, textOctetsMax } from './bounded-text.ts';

export function describeWorkflow({
  id,
  name,
  status,
  version,
  problem,
}: Pick<WorkflowRecord, 'id' | 'name' | 'status' | 'version' | 'problem'>): Record<string, unknown> {
  return {
    id,
    name: boundedText(name, textOctetsMax),
    status,
    version,
    problem: boundedTextOrNull(problem, textOctetsMax),
  };
}

export function describeRun(
  workflow: { id: string; name: string },
  run: { id: string; subscriberId: string; version: number; startedAt: number },
  state: { status: RunStatus; step: string | null; endedAt: number | null; ended: RunEnd | null },
): Record<string, unknown> {
  return {
    id: run.id,
    workflowId: workflow.id,
    workflowName: boundedText(workflow.name, textOctetsMax),
    version: run.version,
    subscriberId: run.subscriberId,
    status: state.status,
    step: state.step,
    startedAt: isoInstant(run.startedAt),
    endedAt: isoInstantOrNull(state.endedAt),
    reason: boundedTextOrNull(state.ended?.reason ?? null, textOctetsMax),
  };
}
