import type { SubscriberFilterInput } from '../../model/subscriber/subscriber.ts';
import type { SubscriberFilter } from '../../store/records/subscriber-list.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { HeldTags } from './hold-tags.ts';

/** The filter of a list as the store takes it: tags by their keys. A tag that is not there is had by nobody. */
export async function subscriberFilter(
  store: OrganizationStore,
  { status, tag, query }: SubscriberFilterInput,
): Promise<SubscriberFilter> {
  const tags = tag === undefined ? undefined : await store.tags.keysOf([tag].flat());
  return { status, tags, query };
}

/** What a list was filtered by that is not there: without a word an empty page would look like an answer. */
export async function filterWarnings(
  store: OrganizationStore,
  { tag, segment }: Pick<SubscriberFilterInput, 'tag'> & { segment?: string | undefined },
): Promise<string[]> {
  const warnings: string[] = [];
  const names = tag === undefined ? [] : [tag].flat();
  const known = new HeldTags(await store.tags.among([...new Set(names)]), 0);
  for (const [index, name] of names.entries()) {
    if (known.find(name)) continue;
    const place = Array.isArray(tag) ? `tag[${index}]` : 'tag';
    warnings.push(`${place} is no tag of this organization: nobody has it`);
  }
  if (segment !== undefined && !(await store.segments.byId(segment))) {
    warnings.push('segment is not a segment of this organization, so it has no subscribers');
  }
  return warnings;
}
