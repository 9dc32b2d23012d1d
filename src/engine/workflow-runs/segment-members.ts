import { createHash } from 'node:crypto';
import { allActive } from '../../model/campaign/campaign.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import type { Trigger } from '../../model/workflow/definition.ts';
import { activeUnlessAsked, type Walk } from '../../model/workflow/walk.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import type { KeyRange } from '../../store/records/campaigns/audiences.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';

export type SegmentTrigger = Extract<Trigger, { type: 'SEGMENT_ENTERED' }>;

/** `seen` is a hash of the rule. A changed rule admits no existing member. */
export type SegmentNow = { terms: AudienceTerms; seen: string };

export async function segmentNow(
  store: OrganizationStore,
  { segment: id }: SegmentTrigger,
): Promise<SegmentNow> {
  const rule = (await store.segments.byId(id))?.rule;
  const filter = rule === undefined ? null : { and: activeUnlessAsked([rule]) };
  const terms = await resolveAudience(store, { ...allActive, filter });
  const seen = createHash('sha256')
    .update(canonicalJson([id, rule ?? null]))
    .digest('base64url');
  return { terms: { ...terms, isEmpty: terms.isEmpty || rule === undefined }, seen };
}

/** Updates the stored membership of some people. @returns the people who entered */
export async function noteMembers(
  store: OrganizationStore,
  workflow: number,
  { terms }: SegmentNow,
  range: KeyRange,
  now: number,
): Promise<number[]> {
  const { audiences, workflowWalks } = store;
  const inside = await audiences.among(terms, range, now, Number.MAX_SAFE_INTEGER);
  const before = new Set(await workflowWalks.members(workflow, range));
  const entered = inside.filter((subscriber) => !before.has(subscriber));
  for (const subscriber of inside) before.delete(subscriber);
  await workflowWalks.addMembers(workflow, entered);
  await workflowWalks.removeMembers(workflow, [...before]);
  return entered;
}

export async function enteredSegment(
  store: OrganizationStore,
  workflow: number,
  trigger: SegmentTrigger,
  subscribers: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const walk = await store.workflowWalks.of(workflow);
  if (!walk) return new Set();
  const segment = await segmentNow(store, trigger);
  if (segment.seen !== walk.seen) {
    // The rule was changed, so the next walk records the members by the new rule.
    if (walk.dueAt > now) await store.workflowWalks.save({ ...walk, dueAt: now });
    return new Set();
  }
  const keys = subscribers.filter((key) => !isUnknown(walk, key));
  if (keys.length === 0) return new Set();
  const range = { above: 0, upTo: Math.max(...keys), keys };
  return new Set(await noteMembers(store, workflow, segment, range, now));
}

/** The baseline walk has not reached the person, so the person counts as a previous member. */
function isUnknown({ baseline, through, until }: Walk, subscriber: number): boolean {
  return baseline && until !== null && subscriber > through && subscriber <= until;
}
