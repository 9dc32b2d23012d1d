import type { Definition, Reentry } from './definition.ts';
import type { EventFact } from './facts.ts';
import type { RunStart } from './run.ts';

/**
 * The value that tells the runs of one person apart, in workflows whose re-entry is `event.<property>`: an order, an
 * appointment.
 */

const keyPrefix = 'event.';
/** Longer ones are no keys: they would be columns of an index. */
export const keyValueLengthMax = 256;

/** The property whose value keys the runs; null in other workflows. */
export function keyProperty(reentry: Reentry): string | null {
  return reentry.startsWith(keyPrefix) ? reentry.slice(keyPrefix.length) : null;
}

/** A number is the same key as its text: one system writes `42` and the next `"42"`. Null where there is no such key. */
export function keyValue(properties: Readonly<Record<string, unknown>>, property: string): string | null {
  const value = Object.hasOwn(properties, property) ? properties[property] : null;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value);
  return text.length >= 1 && text.length <= keyValueLengthMax ? text : null;
}

/** Whether an event counts for a run: in a keyed one only if its property has the run's value. */
export function countsFor(
  { reentry }: Definition,
  { entryValue }: RunStart,
  { properties }: Pick<EventFact, 'properties'>,
): boolean {
  const property = keyProperty(reentry);
  return property === null || keyValue(properties, property) === entryValue;
}
