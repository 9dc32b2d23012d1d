import { createHash } from 'node:crypto';
import { allActive } from '../../model/campaign/campaign.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import type { Trigger } from '../../model/workflow/definition.ts';
import { activeUnlessAsked, type Walk } from '../../model/workflow/walk.ts';
import type { AudienceTerms } from '../../store/audience-sql.ts';
import type { KeyRange } from '../../store/records/audiences.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';

export type SegmentTrigger = Extract<Trigger, { type: 'SEGMENT_ENTERED' }>;

/** Who is in a segment now. `seen`: another where its rule was changed, which lets no one in. */
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

/**
 * Writes down who of some people is in a segment now.
 * @returns those who were not in it before
 */
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

/** Which of some people, after a change of theirs, have come into the segment that an ACTIVE workflow follows. */
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
    // Its rule was changed: the next walk writes down who is in by the new one.
    if (walk.dueAt > now) await store.workflowWalks.save({ ...walk, dueAt: now });
    return new Set();
  }
  const keys = subscribers.filter((key) => !isUnknown(walk, key));
  if (keys.length === 0) return new Set();
  const range = { above: 0, upTo: Math.max(...keys), keys };
  return new Set(await noteMembers(store, workflow, segment, range, now));
}

/** The walk has yet to write down whether the person was in it before: they count as one who was. */
function isUnknown({ baseline, through, until }: Walk, subscriber: number): boolean {
  return baseline && until !== null && subscriber > through && subscriber <= until;
}
