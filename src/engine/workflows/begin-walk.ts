import { canonicalJson } from '../../model/text/canonical-json.ts';
import { firstWalk } from '../../model/workflow/walk.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { segmentNow } from '../workflow-runs/segment-members.ts';

/**
 * Begins the looks at all subscribers of a workflow that is activated: times that passed before are not made up for, and who is
 * in its segment already is written down. One that was active with the same trigger goes on where it is.
 */
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
  // The walk is under way at once: a person who is made from now on is not one who was in it before.
  const until = await store.recipients.newestSubscriber();
  await store.workflowWalks.save({ ...walk, at: now, until, seen });
}
