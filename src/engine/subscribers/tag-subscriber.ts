import { Failure, invalidField } from '../../model/failure.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { withTags } from '../../model/subscriber/subscriber-change.ts';
import type { HeldTag } from '../../store/records/tags.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';
import { holdTags } from '../audience/hold-tags.ts';
import { holdSubscriber } from './find-subscriber.ts';
import { keepSubscriber } from './keep-subscriber.ts';

/**
 * Puts tags on a subscriber; an unknown name becomes a tag.
 * @returns the subscriber as it now is
 * @throws Failure not_found when no subscriber has that id, address or external id; validation_error for too many tags or the
 *   id of a tag that does not exist
 */
export async function tagSubscriber(
  store: OrganizationStore,
  ids: Ids,
  named: string,
  idsOrNames: readonly string[],
  now: number,
): Promise<SubscriberRecord> {
  // Tags before subscribers, as in every flow, so that no two transactions wait for each other.
  const held = await holdTags(store, ids, idsOrNames, now);
  const known = await holdSubscriber(store, named);
  if (!known) throw new Failure('not_found');
  const tags = idsOrNames.map((name, index): HeldTag => {
    const tag = held.find(name);
    if (!tag) throw invalidField(`tags[${index}]`, 'is not the id of a tag');
    return tag;
  });
  const tagged = withTags(known, [...new Set(tags.map(({ id }) => id))]);
  if (!tagged.ok) throw invalidField(tagged.path, tagged.message);
  const kept = await keepSubscriber(store, known, tagged.subscriber, now);
  const added = new Set(tags.filter(({ id }) => !known.tagIds.includes(id)));
  await store.tags.link(
    [...added].map((tag) => ({ subscriber: known.key, tag })),
    now,
  );
  await store.counts.change('tags', held.made);
  return kept;
}

/**
 * Takes tags off a subscriber; tags they do not have are skipped.
 * @returns the subscriber as it now is
 * @throws Failure not_found when no subscriber has that id, address or external id
 */
export async function untagSubscriber(
  store: OrganizationStore,
  named: string,
  idsOrNames: readonly string[],
  now: number,
): Promise<SubscriberRecord> {
  const tags = await store.tags.hold(idsOrNames);
  const known = await holdSubscriber(store, named);
  if (!known) throw new Failure('not_found');
  const removed = new Set(tags.map(({ id }) => id));
  const next = { ...known, tagIds: known.tagIds.filter((id) => !removed.has(id)) };
  const kept = await keepSubscriber(store, known, next, now);
  await store.tags.unlink(
    known.key,
    tags.map(({ key }) => key),
  );
  return kept;
}
