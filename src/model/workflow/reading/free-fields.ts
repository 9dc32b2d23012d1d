import { freeFieldFaults } from '../../text/custom-attributes.ts';
import { type Fields, isFields } from '../../text/fields.ts';
import type { GivenFields } from './given-fields.ts';

const nestedMax = 8;
/** Values visited, so that a large object is not walked twice. */
const partsMax = 10_000;

/** Reads an object with arbitrary names, within limits; empty if it is missing. */
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

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Walks level by level, because serializing an object nested a million deep overflows the stack. */
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
