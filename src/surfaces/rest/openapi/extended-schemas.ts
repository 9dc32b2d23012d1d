import type { Pieces } from '../../../concurrency/pieces.ts';
import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import { isSchema, mapInside } from './lean-schema.ts';

const savedCharactersMin = 60;

type Fields = Record<string, JsonSchema>;

/** `EmailDetail` extends `Email`. Only open objects qualify, because a closed one rejects the added fields. */
export function* extendSchemas(
  schemas: Readonly<Record<string, JsonSchema>>,
): Pieces<Record<string, JsonSchema>> {
  const bases = Object.entries(schemas).filter(([, schema]) => isOpenObject(schema));
  const extended = (schema: JsonSchema, own: string | null): JsonSchema => {
    const inside = mapInside(schema, (each) => extended(each, null));
    if (!isOpenObject(schema)) return inside;
    let best: { name: string; base: JsonSchema; saved: number } | null = null;
    for (const [name, base] of bases) {
      if (name === own || !isWithin(base, schema)) continue;
      const saved =
        JSON.stringify(base.properties).length + JSON.stringify(base.required ?? []).length - name.length;
      if (saved - allOfCharacters >= savedCharactersMin && saved > (best?.saved ?? 0))
        best = { name, base, saved };
    }
    return best === null ? inside : beyond(inside, best.name, best.base);
  };
  const all: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    all[name] = extended(schema, name);
    yield;
  }
  return all;
}

const allOfCharacters = '{"allOf":[{"$ref":"#/components/schemas/"},]}'.length;

function isOpenObject(schema: JsonSchema): boolean {
  return schema.properties !== undefined && !('additionalProperties' in schema) && schema.type === 'object';
}

function isWithin(base: JsonSchema, schema: JsonSchema): boolean {
  const [fields, all] = [base.properties as Fields, schema.properties as Fields];
  const names = Object.keys(fields);
  return (
    names.length < Object.keys(all).length &&
    names.every(
      (name) => isSchema(all[name]) && JSON.stringify(all[name]) === JSON.stringify(fields[name]),
    ) &&
    requiredOf(base).every((name) => requiredOf(schema).includes(name))
  );
}

function beyond(schema: JsonSchema, name: string, base: JsonSchema): JsonSchema {
  const known = base.properties as Fields;
  const { type, properties, required: _, description, ...others } = schema;
  const more = Object.fromEntries(
    Object.entries(properties as Fields).filter(([field]) => !(field in known)),
  );
  const required = requiredOf(schema).filter((field) => !requiredOf(base).includes(field));
  const own = { type, properties: more, ...(required.length > 0 && { required }), ...others };
  return {
    ...(description !== undefined && { description }),
    allOf: [{ $ref: `#/components/schemas/${name}` }, own],
  };
}

function requiredOf({ required = [] }: JsonSchema): readonly string[] {
  return required as string[];
}
