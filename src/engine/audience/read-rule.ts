import { type FieldFault, invalidFields } from '../../model/failure.ts';
import type { Rule } from '../../model/segment/rule.ts';
import { namesIn, tagNamesIn, withTagNames } from '../../model/segment/rule-names.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { HeldTags } from './hold-tags.ts';

/** Faults reported per request: enough to correct it. */
export const faultsListedMax = 20;

/** Resolves tag names to ids, so that a renamed tag changes no audience. Locks the tags. @throws Failure validation_error */
export async function readRule(store: OrganizationStore, rule: Rule, path: string): Promise<Rule> {
  const held = new HeldTags(await store.tags.hold([...new Set(tagNamesIn(rule))]), 0);
  const read = await ruleByIds(store, held, rule, path);
  if (read.faults.length > 0) throw invalidFields(read.faults.slice(0, faultsListedMax));
  return read.rule;
}

export async function unknownNames(
  store: OrganizationStore,
  rule: Rule,
  path: string,
): Promise<{ kind: 'tag' | 'campaign'; path: string }[]> {
  const tags = new HeldTags(await store.tags.among([...new Set(tagNamesIn(rule))]), 0);
  return await missingNames(store, tags, rule, path);
}

async function missingNames({ campaigns }: OrganizationStore, tags: HeldTags, rule: Rule, path: string) {
  const names = namesIn(rule, path);
  const known = await campaigns.keysOf([
    ...new Set(names.flatMap(({ kind, name }) => (kind === 'campaign' ? [name] : []))),
  ]);
  return names.filter(({ kind, name }) => !(kind === 'tag' ? tags.find(name) : known.has(name)));
}

/** Like `readRule`, with tags that are already locked. */
export async function ruleByIds(
  store: OrganizationStore,
  held: HeldTags,
  rule: Rule,
  path: string,
): Promise<{ rule: Rule; faults: FieldFault[] }> {
  const missing = await missingNames(store, held, rule, path);
  return {
    rule: withTagNames(rule, (name) => held.find(name)?.id ?? name),
    faults: missing.map(({ kind, path: at }) => ({
      path: at,
      code: 'invalid',
      message: `is no ${kind} of this organization`,
    })),
  };
}
