import type { JsonSchema } from './json-schema.ts';

/**
 * Objects within each other that are spelled out: the answer of a tool that reads, and the entries of its lists; of one that
 * changes something, the answer alone.
 */
const levelsOfRead = 2;
const levelsOfChange = 1;

/** What a schema keeps of a field. Texts may be cut and fenced, so nothing is promised about what stands in them. */
const kept = ['type', 'const', 'enum'] as const;

/**
 * The schema of an answer as programs of assistants read it: which fields there are and of what type. Forty tools answer
 * alike, so whatever only describes is left out, and so is what lies deep. It asks for no field: a summary leaves some
 * out, and a long answer is cut. Whatever the whole schema allows, this one does, short or cut or with data fenced.
 *
 * @param previews whether the tool can answer with `preview` alone: what a send would do
 */
export function compactOutputSchema(
  schema: JsonSchema,
  { reads, previews }: { reads: boolean; previews: boolean },
): { type: 'object' } & JsonSchema {
  const lean = part(schema, reads ? levelsOfRead : levelsOfChange);
  const properties = lean.properties as Record<string, JsonSchema>;
  if (!previews) return { type: 'object', properties };
  // A mail has a preview of its own: the line that mailboxes show beside its subject.
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
  // A type is said by its only value.
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

/** An object in a field is one level down at once; a list is a level down with its entries. */
function inner(field: unknown, levels: number): number {
  return (field as JsonSchema).type === 'array' ? levels - 1 : 0;
}

/** Something or null is a schema of two types; of other choices only the types are shown. */
function oneForm(forms: readonly JsonSchema[]): JsonSchema {
  const [given, other] = forms;
  if (forms.length === 2 && other?.type === 'null' && typeof given?.type === 'string') {
    const choices = Array.isArray(given.enum) && { enum: [...given.enum, null] };
    return { ...given, type: [given.type, 'null'], ...choices };
  }
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  return forms.every(({ type }) => type !== undefined) ? { type: [...types] } : {};
}
