import { workflowLimits } from '../../model/workflow/definition.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Pauses a workflow that one person has started too often: it would go on like that with everyone. */
export async function tripWorkflow(
  store: OrganizationStore,
  workflow: Pick<WorkflowRecord, 'key'>,
  now: number,
): Promise<void> {
  const held = await store.workflows.holdKey(workflow.key);
  if (held?.status !== 'ACTIVE') return;
  await store.workflows.update({
    ...held,
    status: 'PAUSED',
    pausedAt: now,
    updatedAt: now,
    revision: held.revision + 1,
    problem: `One person started it more than ${workflowLimits.startsPerHourMax} times in an hour: see what triggers it, then activate it again`,
  });
}
