import { canonicalJson } from '../../model/text/canonical-json.ts';
import { firstWalk } from '../../model/workflow/walk.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { segmentNow } from '../workflow-runs/segment-members.ts';

/** Past times are not made up for, and present segment members do not count as new. An unchanged trigger continues its walk. */
export async function beginWalk(
  store: OrganizationStore,
  before: WorkflowRecord,
  { key, definition: { trigger } }: WorkflowRecord,
  now: number,
): Promise<void> {
  if (before.status === 'ACTIVE' && before.version !== null) {
    const version = await store.workflows.version(key, before.version);
    if (canonicalJson(version?.definition.trigger ?? null) === canonicalJson(trigger)) return;
  }
  const walk = firstWalk(trigger, key, now);
  if (walk === null) return await store.workflowWalks.remove(key);
  if (trigger.type !== 'SEGMENT_ENTERED') return await store.workflowWalks.save(walk);
  const { seen } = await segmentNow(store, trigger);
  // Starts at once, so that people created from now on do not count as previous members.
  const until = await store.recipients.newestSubscriber();
  await store.workflowWalks.save({ ...walk, at: now, until, seen });
}
