import type { Rule } from '../../model/segment/rule.ts';
import { attributesIn } from '../../model/segment/rule-names.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { countAudience } from './count-audience.ts';
import { resolveRuleAlone } from './resolve-audience.ts';

/** No index finds an attribute, so each is a look at subscribers. */
export const attributesSoughtMax = 10;
/** Some milliseconds for each. */
const slicesOfAttributeMax = 4;

/**
 * Where a rule asks for an attribute that no subscriber has. Nothing is said of one that was not found in a part of the
 * subscribers, because it may be among the others.
 *
 * @param path of the rule in the request
 */
export async function unknownAttributes(
  store: OrganizationStore,
  rule: Rule,
  path: string,
  now: number,
): Promise<string[]> {
  const places = new Map<string, string[]>();
  for (const { name, path: at } of attributesIn(rule, path)) {
    places.set(name, [...(places.get(name) ?? []), at]);
  }
  const missing = await missingAttributes(store, [...places.keys()], now);
  return missing.flatMap((name) => places.get(name)!);
}

/** The attributes that no subscriber has, of the first few names. */
export async function missingAttributes(
  store: OrganizationStore,
  names: readonly string[],
  now: number,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names.slice(0, attributesSoughtMax)) {
    const having = await resolveRuleAlone(store, { field: `attributes.${name}`, operator: 'exists' });
    if ((await countAudience(store, having, now, slicesOfAttributeMax)) === 0) missing.push(name);
  }
  return missing;
}

/** Subscribers whose attributes are looked at for a name. */
const subscribersSeenMax = 50;

/** The names of attributes that the newest subscribers have. */
export async function someAttributes({ subscribers }: OrganizationStore): Promise<string[]> {
  const { rows } = await subscribers.page({}, { limit: subscribersSeenMax });
  return [...new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)))];
}

export const unknownAttribute = 'is an attribute that no subscriber has';

/** The same as sentences for the author of the rule. */
export async function attributeWarnings(...asked: Parameters<typeof unknownAttributes>): Promise<string[]> {
  return (await unknownAttributes(...asked))
    .slice(0, attributesSoughtMax)
    .map((at) => `${at} ${unknownAttribute}`);
}
