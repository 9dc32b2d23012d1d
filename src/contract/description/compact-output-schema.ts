import type { JsonSchema } from './json-schema.ts';

/** Levels of nested objects shown: the answer and its list entries for reads, the answer alone for changes. */
const levelsOfRead = 2;
const levelsOfChange = 1;

/** Keeps only types, because texts may be truncated and fenced. */
const kept = ['type', 'const', 'enum'] as const;

/**
 * Keeps names and types, because forty tools have similar answers. Requires no field, because a summary omits
 * some and a long answer is truncated, so every valid answer stays valid.
 */
export function compactOutputSchema(
  schema: JsonSchema,
  { reads, previews }: { reads: boolean; previews: boolean },
): { type: 'object' } & JsonSchema {
  const lean = part(schema, reads ? levelsOfRead : levelsOfChange);
  const given = lean.properties as Record<string, JsonSchema>;
  const properties = given.has_more === undefined ? given : { ...given, total: { type: 'integer' } };
  if (!previews) return { type: 'object', properties };
  // A mail has its own `preview` field, a text.
  const own = [properties.preview?.type ?? []].flat();
  const types = ['object', ...own];
  return {
    type: 'object',
    properties: { ...properties, preview: { type: own.length === 0 ? 'object' : types } },
  };
}

function part(schema: JsonSchema, levels: number): JsonSchema {
  const forms = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (forms) return oneForm(forms.map((form) => part(form, levels)));
  const lean: JsonSchema = {};
  for (const key of kept) if (schema[key] !== undefined) lean[key] = schema[key];
  // The constant implies the type.
  if (lean.const !== undefined) delete lean.type;
  if (schema.items && levels > 0) lean.items = part(schema.items as JsonSchema, levels);
  if (schema.properties && levels > 0) lean.properties = fields(schema.properties as JsonSchema, levels);
  return lean;
}

/** Fields by kind of object that only `detail: full` returns and few callers need: the list of tools has no room for them. */
const unlisted: Readonly<Record<string, readonly string[]>> = { audit_entry: ['cause'] };

function fields(properties: JsonSchema, levels: number): JsonSchema {
  const left = unlisted[String((properties.object as JsonSchema | undefined)?.const)] ?? [];
  const listed = Object.entries(properties).filter(([name]) => !left.includes(name));
  return Object.fromEntries(
    listed.map(([name, field]) => [name, part(field as JsonSchema, inner(field, levels))]),
  );
}

/** List entries are one level deeper than their list. */
function inner(field: unknown, levels: number): number {
  return (field as JsonSchema).type === 'array' ? levels - 1 : 0;
}

/** `X or null` becomes two types; other unions show only their types. */
function oneForm(forms: readonly JsonSchema[]): JsonSchema {
  const [given, other] = forms;
  if (forms.length === 2 && other?.type === 'null' && typeof given?.type === 'string') {
    const choices = Array.isArray(given.enum) && { enum: [...given.enum, null] };
    return { ...given, type: [given.type, 'null'], ...choices };
  }
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  return forms.every(({ type }) => type !== undefined) ? { type: [...types] } : {};
}
