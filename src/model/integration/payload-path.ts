import { isFields } from '../text/fields.ts';

/** `data.object.email`, a number for a list item, or `[id=data.primary_id]` to match a value at another path. */

export const pathCharactersMax = 200;
const partsMax = 12;
const itemsMax = 200;

const partShape = /^([^.[\]=]{1,100})(?:\[([^.[\]=]{1,60})=([^[\]=]{1,120})\])?$/;

type Part = { name: string; where: { field: string; equals: readonly string[] } | null };

export function readPath(path: string): readonly Part[] | null {
  if (path === '' || path.length > pathCharactersMax) return null;
  const parts: Part[] = [];
  // A dot in brackets belongs to the inner path.
  for (const text of path.split(/\.(?![^[]*\])/)) {
    const found = partShape.exec(text);
    if (!found || parts.length === partsMax) return null;
    const [, name, field, equals] = found as unknown as [string, string, string?, string?];
    parts.push({ name, where: field === undefined ? null : { field, equals: equals!.split('.') } });
  }
  return parts;
}

/** Returns undefined if there is no value. Ignores inherited names. */
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

export function textAt(payload: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = valueAt(payload, path);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return null;
}
