import type { FieldFault } from '../model/failure.ts';
import { isSoundText } from '../model/text/text.ts';
import { jsonDepthMax } from './json-text.ts';
import { fieldPath } from './validation-errors.ts';

/** Finds half of a surrogate pair, which a database stores as another character, and NUL, which PostgreSQL rejects. */
export function unsoundField(input: unknown): FieldFault | null {
  const found = look(input, 0);
  return found && { path: fieldPath(found.path.reverse()), code: 'invalid', message: found.message };
}

type Found = { path: PropertyKey[]; message: string };

function look(value: unknown, depth: number): Found | null {
  if (typeof value === 'string') return isSoundText(value) ? null : { path: [], message: unsoundText };
  if (typeof value !== 'object' || value === null) return null;
  // Doors that parse JSON check the depth in the text; others rely on this.
  if (depth === jsonDepthMax) {
    return { path: [], message: `must not nest objects and arrays more than ${jsonDepthMax} deep` };
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = look(value[index], depth + 1);
      if (found) return { ...found, path: [...found.path, index] };
    }
    return null;
  }
  for (const name in value) {
    const found = isSoundText(name)
      ? look((value as Record<string, unknown>)[name], depth + 1)
      : { path: [], message: unsoundText };
    if (found) return { ...found, path: [...found.path, name] };
  }
  return null;
}

const unsoundText = 'must be well-formed Unicode text without NUL characters';
