import { isFields } from '../text/fields.ts';

/**
 * Where something stands in a payload: names with dots between (`data.object.email`), a number for an item of a list, and
 * `[id=data.primary_id]` for the item whose `id` is what stands at another place.
 */

export const pathCharactersMax = 200;
const partsMax = 12;
/** Items of a list that are compared. */
const itemsMax = 200;

const partShape = /^([^.[\]=]{1,100})(?:\[([^.[\]=]{1,60})=([^[\]=]{1,120})\])?$/;

type Part = { name: string; where: { field: string; equals: readonly string[] } | null };

/** The parts of a path; null for what is none. */
export function readPath(path: string): readonly Part[] | null {
  if (path === '' || path.length > pathCharactersMax) return null;
  const parts: Part[] = [];
  // A dot inside of brackets belongs to the place that is compared with.
  for (const text of path.split(/\.(?![^[]*\])/)) {
    const found = partShape.exec(text);
    if (!found || parts.length === partsMax) return null;
    const [, name, field, equals] = found as unknown as [string, string, string?, string?];
    parts.push({ name, where: field === undefined ? null : { field, equals: equals!.split('.') } });
  }
  return parts;
}

/** What stands at a path; undefined where nothing does. Inherited names are ignored. */
export function valueAt(payload: unknown, path: string): unknown {
  const parts = readPath(path);
  if (parts === null) return undefined;
  let value: unknown = payload;
  for (const { name, where } of parts) {
    value = memberOf(value, name);
    if (where === null) continue;
    if (!Array.isArray(value)) return undefined;
    const wanted = where.equals.reduce(memberOf, payload);
    if (typeof wanted !== 'string' && typeof wanted !== 'number') return undefined;
    value = value.slice(0, itemsMax).find((item) => memberOf(item, where.field) === wanted);
  }
  return value;
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d{1,4}$/.test(name) ? value[Number(name)] : undefined;
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The first of some paths at which a text stands that is not empty. */
export function textAt(payload: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = valueAt(payload, path);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return null;
}
