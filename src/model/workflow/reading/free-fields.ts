import { freeFieldFaults } from '../../text/custom-attributes.ts';
import { type Fields, isFields } from '../../text/fields.ts';
import type { GivenFields } from './given-fields.ts';

/** Objects and lists inside one another. */
const nestedMax = 8;
/** Looked at, so that a large object is not walked twice. */
const partsMax = 10_000;

/** An object with names of the author's own, within limits; empty where it is left out. */
export function readFreeFields(
  given: GivenFields,
  name: string,
  limits: { keysMax: number; bytesMax: number },
): Fields {
  const value = given.value(name);
  if (value === undefined) return {};
  if (!isFields(value)) {
    given.fault(name, 'must be an object');
    return {};
  }
  if (!isShallow(value)) {
    given.fault(
      name,
      `must nest objects and lists at most ${nestedMax} deep, and have at most ${partsMax.toLocaleString('en')} values`,
    );
    return {};
  }
  for (const { path, message } of freeFieldFaults(value, limits)) given.fault([name, ...path], message);
  return value;
}

/** The texts anywhere in such an object, for the merge fields in them. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Level by level, because an object nested a million deep overflows the stack of what writes it as JSON. */
function isShallow(value: object): boolean {
  let level: object[] = [value];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === nestedMax) return false;
    const below: object[] = [];
    for (const one of level) {
      for (const inner of Object.values(one)) {
        parts += 1;
        if (parts > partsMax) return false;
        if (typeof inner === 'object' && inner !== null) below.push(inner);
      }
    }
    level = below;
  }
  return true;
}
