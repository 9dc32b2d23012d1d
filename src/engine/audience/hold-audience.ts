import type { Audience } from '../../model/campaign/campaign.ts';
import { Failure } from '../../model/failure.ts';
import { tagNamesIn } from '../../model/segment/rule-names.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { goneRefusal } from './resolve-audience.ts';

/**
 * Locks the tags and the segment of an audience that mail is about to go to, so that no other transaction deletes them
 * before this one ends, and a later deletion finds the campaign. Tags first, then the segment, then campaigns, as in
 * every flow.
 *
 * @throws Failure validation_error naming what is gone; conflict when the segment was changed at the same moment
 */
export async function holdAudience(store: OrganizationStore, audience: Audience): Promise<void> {
  const { tags, segmentId, filter } = audience;
  const segment = segmentId === null ? undefined : await store.segments.byId(segmentId);
  const inRules = [segment?.rule, filter].flatMap((rule) => (rule ? tagNamesIn(rule) : []));
  await store.tags.hold([...new Set([...tags.any, ...tags.all, ...tags.none, ...inRules])]);
  if (segment) {
    const held = await store.segments.hold(segment.id);
    // Its rule may name tags now that are not held.
    if (held && JSON.stringify(held.rule) !== JSON.stringify(segment.rule)) throw new Failure('conflict');
  }
  const refusal = await goneRefusal(store, audience);
  if (refusal) throw refusal;
}
