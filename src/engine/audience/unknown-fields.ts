import type { Rule } from '../../model/segment/rule.ts';
import { type CustomField, customFieldsIn } from '../../model/segment/rule-names.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { countAudience } from './count-audience.ts';
import { resolveRuleAlone } from './resolve-audience.ts';

/** No index finds an attribute or an event, so each is a look at subscribers. */
const fieldsSoughtMax = 10;
/** Some milliseconds for each. */
const slicesOfFieldMax = 4;

/**
 * Finds where a rule asks for an attribute or an event that no subscriber has. A field that was not found in a part of the
 * subscribers is left out, because the others may have it.
 *
 * @param path of the rule in the request
 */
export async function unknownFields(
  store: OrganizationStore,
  rule: Rule,
  path: string,
  now: number,
): Promise<CustomField[]> {
  return await unknownAmong(store, customFieldsIn(rule, path), now);
}

/** Finds the fields that no subscriber has among those that rules ask for. */
export async function unknownAmong(
  store: OrganizationStore,
  asked: readonly CustomField[],
  now: number,
): Promise<CustomField[]> {
  const places = Map.groupBy(asked, ({ kind, name }) => `${prefixes[kind]}${name}`);
  const found: CustomField[] = [];
  for (const [field, at] of [...places].slice(0, fieldsSoughtMax)) {
    const having = await resolveRuleAlone(store, { field, operator: 'exists' });
    if ((await countAudience(store, having, now, slicesOfFieldMax)) === 0) found.push(...at);
  }
  return found;
}

const prefixes = { attribute: 'attributes.', event: 'event.' } as const;

/** Words for a kind of field, as in "is an event that no subscriber has". */
export const fieldKinds = { attribute: 'an attribute', event: 'an event' } as const;

/** Warns the author of a rule of these fields. */
export function unknownFieldWarnings(fields: readonly CustomField[]): string[] {
  return fields
    .slice(0, fieldsSoughtMax)
    .map(({ kind, path }) => `${path} is ${fieldKinds[kind]} that no subscriber has`);
}

/** Returns the attributes that no subscriber has, of the first few names. */
export async function missingAttributes(
  store: OrganizationStore,
  names: readonly string[],
  now: number,
): Promise<string[]> {
  const asked = names.map((name) => ({ kind: 'attribute', name, path: '' }) as const);
  return (await unknownAmong(store, asked, now)).map(({ name }) => name);
}

/** Bounds the subscribers whose attributes are read for names. */
const subscribersSeenMax = 50;

/** Returns the names of attributes that the newest subscribers have. */
export async function someAttributes({ subscribers }: OrganizationStore): Promise<string[]> {
  const { rows } = await subscribers.page({}, { limit: subscribersSeenMax });
  return [...new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)))];
}
