import type { SubscriberFilterInput } from '../model/subscriber.ts';
import type { SubscriberFilter } from '../store/records/subscriber-list.ts';
import type { OrganizationStore } from '../store/store.ts';

/** The filter of a list as the store takes it: tags by their keys. A tag that is not there is had by nobody. */
export async function subscriberFilter(
  store: OrganizationStore,
  { status, tag, query }: SubscriberFilterInput,
): Promise<SubscriberFilter> {
  const tags = tag === undefined ? undefined : await store.tags.keysOf([tag].flat());
  return { status, tags, query };
}
