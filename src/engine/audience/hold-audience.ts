import type { Audience } from '../../model/campaign/campaign.ts';
import { Failure } from '../../model/failure.ts';
import { tagNamesIn } from '../../model/segment/rule-names.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { goneRefusal } from './resolve-audience.ts';

/**
 * Locks tags and segment. Lock order everywhere: tags, segment, campaigns.
 * @throws Failure validation_error naming deleted parts; conflict when the segment changed concurrently
 */
export async function holdAudience(store: OrganizationStore, audience: Audience): Promise<void> {
  const { tags, segmentId, filter } = audience;
  const segment = segmentId === null ? undefined : await store.segments.byId(segmentId);
  const inRules = [segment?.rule, filter].flatMap((rule) => (rule ? tagNamesIn(rule) : []));
  await store.tags.hold([...new Set([...tags.any, ...tags.all, ...tags.none, ...inRules])]);
  if (segment) {
    const held = await store.segments.hold(segment.id);
    // The changed rule may name unlocked tags.
    if (held && JSON.stringify(held.rule) !== JSON.stringify(segment.rule)) throw new Failure('conflict');
  }
  const refusal = await goneRefusal(store, audience);
  if (refusal) throw refusal;
}
