import { Failure, invalidField } from '../../model/failure.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { withTags } from '../../model/subscriber/subscriber-change.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';
import { holdTags } from '../audience/hold-tags.ts';
import { holdSubscriber } from './find-subscriber.ts';
import { keepSubscriber, type OnChanges } from './keep-subscriber.ts';

type TagScene = { store: OrganizationStore; now: number; onChanges?: OnChanges };

/** Creates unknown tags. @throws Failure not_found; validation_error for too many tags or an unknown tag id */
export async function tagSubscriber(
  { store, now, onChanges }: TagScene,
  ids: Ids,
  named: string,
  idsOrNames: readonly string[],
): Promise<SubscriberRecord> {
  // Every flow locks tags before subscribers, to prevent deadlocks.
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
  if (kept !== known) await onChanges?.(store, [{ known, next: kept }]);
  return kept;
}

/** @throws Failure not_found for an unknown subscriber */
export async function untagSubscriber(
  { store, now, onChanges }: TagScene,
  named: string,
  idsOrNames: readonly string[],
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
  if (kept !== known) await onChanges?.(store, [{ known, next: kept }]);
  return kept;
}
