import type { Rule } from '../../model/segment/rule.ts';
import type { SubscriberFilterInput } from '../../model/subscriber/subscriber.ts';
import type { SubscriberFilter } from '../../store/records/people/subscriber-list.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { HeldTags } from './hold-tags.ts';
import { faultsListedMax, unknownNames } from './read-rule.ts';

/** An unknown tag matches no subscriber. */
export async function subscriberFilter(
  store: OrganizationStore,
  { status, tag, query }: SubscriberFilterInput,
): Promise<SubscriberFilter> {
  const tags = tag === undefined ? undefined : await store.tags.keysOf([tag].flat());
  return { status, tags, query };
}

/** Warns about unknown names, because an empty page would look like an answer. */
export async function filterWarnings(
  store: OrganizationStore,
  { tag, rule }: Pick<SubscriberFilterInput, 'tag'> & { rule?: Rule | undefined },
): Promise<string[]> {
  const warnings: string[] = [];
  const names = tag === undefined ? [] : [tag].flat();
  const known = new HeldTags(await store.tags.among([...new Set(names)]), 0);
  for (const [index, name] of names.entries()) {
    if (known.find(name)) continue;
    const place = Array.isArray(tag) ? `tag[${index}]` : 'tag';
    warnings.push(`${place} is not a tag of this organization, so no subscriber has it`);
  }
  if (rule === undefined) return warnings;
  for (const { kind, path } of (await unknownNames(store, rule, 'rule')).slice(0, faultsListedMax)) {
    warnings.push(`${path} is not a ${kind} of this organization, so no subscriber is found by it`);
  }
  return warnings;
}
