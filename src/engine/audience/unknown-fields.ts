import type { Rule } from '../../model/segment/rule.ts';
import { type CustomField, customFieldsIn } from '../../model/segment/rule-names.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { matchesNone } from './count-audience.ts';
import { resolveRuleAlone } from './resolve-audience.ts';

/** Attributes and events have no index, so each check scans subscribers. */
const fieldsSoughtMax = 10;
/** A slice takes a few milliseconds. */
const slicesOfFieldMax = 4;

/** Finds attributes and events that no subscriber has. A partial scan reports none, because other subscribers may have them. */
export async function unknownFields(
  store: OrganizationStore,
  rule: Rule,
  path: string,
  now: number,
): Promise<CustomField[]> {
  return await unknownAmong(store, customFieldsIn(rule, path), now);
}

export async function unknownAmong<Field extends CustomField>(
  store: OrganizationStore,
  asked: readonly Field[],
  now: number,
): Promise<Field[]> {
  const places = Map.groupBy(asked, ({ kind, name }) => `${prefixes[kind]}${name}`);
  const found: Field[] = [];
  for (const [field, at] of [...places].slice(0, fieldsSoughtMax)) {
    const having = await resolveRuleAlone(store, { field, operator: 'exists' });
    if (await matchesNone(store, having, now, slicesOfFieldMax)) found.push(...at);
  }
  return found;
}

const prefixes = { attribute: 'attributes.', event: 'event.' } as const;

export const fieldKinds = { attribute: 'an attribute', event: 'an event' } as const;

export function unknownFieldWarnings(fields: readonly CustomField[]): string[] {
  return fields
    .slice(0, fieldsSoughtMax)
    .map(({ kind, path }) => `${path} is ${fieldKinds[kind]} that no subscriber has`);
}

/** Bounds the names that a misspelled attribute is compared with: the subscribers read may have 20,000. */
const attributesComparedMax = 100;

/** Each has the closest existing name. Checks only the first `fieldsSoughtMax` names. */
export async function missingAttributes(
  store: OrganizationStore,
  names: readonly string[],
  now: number,
): Promise<Map<string, string | undefined>> {
  const asked = names.map((name) => ({ kind: 'attribute', name, path: '' }) as const);
  const missing = await unknownAmong(store, asked, now);
  return await nearestAttributes(
    store,
    missing.map(({ name }) => name),
  );
}

export async function nearestAttributes(
  store: OrganizationStore,
  names: readonly string[],
): Promise<Map<string, string | undefined>> {
  if (names.length === 0) return new Map();
  const known = (await store.subscribers.attributeNames()).slice(0, attributesComparedMax);
  return new Map(names.map((name) => [name, didYouMean(name, known)]));
}
