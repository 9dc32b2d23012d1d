import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import { aliasKey, emptyIsNullKey, inShortKey, shownKey } from '../../../model/text/alias.ts';
import { bareFormKey, untrustedKey } from '../../../model/text/untrusted.ts';

/** Keywords with nested schemas: one, a list, or by name (JSON Schema 2020-12). */
const oneInside = ['items', 'additionalProperties', 'propertyNames', 'not'] as const;
const listInside = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const namedInside = ['properties', '$defs'] as const;

export type SchemaUse = 'taken' | 'answered';

/** Removes details without information. Responses allow additional properties, which later versions add. */
export function leanSchema(schema: JsonSchema, use: SchemaUse): JsonSchema {
  const kept = Object.fromEntries(
    Object.entries(schema).filter(
      ([key, value]) =>
        !isMark(key, value) &&
        !isIntegerBound(key, value) &&
        // Keys of a JSON object are always strings.
        !(key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}') &&
        !(key === 'additionalProperties' && (isAnything(value) || (value === false && use === 'answered'))),
    ),
  );
  return withoutUnion(mapInside(kept, (inside) => leanSchema(inside, use)));
}

export function mapInside(
  schema: JsonSchema,
  replace: (inside: JsonSchema, key: string) => JsonSchema,
): JsonSchema {
  const result = { ...schema };
  for (const key of oneInside) {
    if (isSchema(result[key])) result[key] = replace(result[key], key);
  }
  for (const key of listInside) {
    if (Array.isArray(result[key])) {
      result[key] = (result[key] as unknown[]).map((each) => (isSchema(each) ? replace(each, key) : each));
    }
  }
  for (const key of namedInside) {
    if (!isSchema(result[key])) continue;
    result[key] = Object.fromEntries(
      Object.entries(result[key]).map(([name, each]) => [name, isSchema(each) ? replace(each, name) : each]),
    );
  }
  return result;
}

/** Simplifies `anyOf: [{ type: 'string' }, { type: 'null' }]` to a list of two types. */
function withoutUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, none] = anyOf as JsonSchema[];
  if (JSON.stringify(none) !== '{"type":"null"}' || typeof given?.type !== 'string') return schema;
  // A named object needs the union, and an enum or constant would exclude null.
  if (given.properties || given.enum || 'const' in given) return schema;
  return { ...given, ...rest, type: [given.type, 'null'] };
}

/** Marks tell assistants about untrusted texts and mean nothing to REST clients. */
function isMark(key: string, value: unknown): boolean {
  return marks.has(key) && !isSchema(value);
}

const marks = new Set<string>([untrustedKey, bareFormKey, aliasKey, emptyIsNullKey, inShortKey, shownKey]);

function isIntegerBound(key: string, value: unknown): boolean {
  return (key === 'minimum' || key === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER;
}

function isAnything(value: unknown): boolean {
  return isSchema(value) && Object.keys(value).length === 0;
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
