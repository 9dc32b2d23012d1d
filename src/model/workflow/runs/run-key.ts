import type { Definition, Reentry } from '../definition.ts';
import type { EventFact } from '../facts.ts';
import type { RunStart } from './run.ts';

/** With re-entry `event.<property>`, the property's value (an order, an appointment) separates a person's runs. */

const keyPrefix = 'event.';
/** The value is an indexed column, so it is bounded. */
export const keyValueLengthMax = 256;

export function keyProperty(reentry: Reentry): string | null {
  return reentry.startsWith(keyPrefix) ? reentry.slice(keyPrefix.length) : null;
}

/** Returns the key as text, so that `42` and `"42"` from different systems match; null if there is none. */
export function keyValue(properties: Readonly<Record<string, unknown>>, property: string): string | null {
  const value = Object.hasOwn(properties, property) ? properties[property] : null;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value);
  return text.length >= 1 && text.length <= keyValueLengthMax ? text : null;
}

export function countsFor(
  { reentry }: Definition,
  { entryValue }: RunStart,
  { properties }: Pick<EventFact, 'properties'>,
): boolean {
  const property = keyProperty(reentry);
  return property === null || keyValue(properties, property) === entryValue;
}
