import type { JsonSchema } from '../../src/contract/json-schema.ts';
import { bareFormKey, untrustedKey } from '../../src/model/text/untrusted.ts';
import { pascalCase } from '../../src/surfaces/rest/openapi/components.ts';

/**
 * The records of the SDK: a schema that names its kind (`object: "subscriber"`) is one type wherever it stands.
 */
export type SdkRecords = {
  /**
   * The schema as it may stand in the document: nested resources and definitions moved to the components.
   * @param place names what is moved and has no name of its own
   */
  place(schema: JsonSchema, place: string): JsonSchema;
  schemas: Record<string, JsonSchema>;
};

/** Kinds of envelopes, not of things. */
const envelopes = new Set(['list', 'tool_result']);

/** @param all every schema that will be placed: what is used most gets the plain name, its variants a longer one */
export function sdkRecords(all: readonly JsonSchema[]): SdkRecords {
  const names = resourceNames(all);
  const schemas: Record<string, JsonSchema> = {};

  const placed = (value: unknown, definitions: Record<string, string>): unknown => {
    if (Array.isArray(value)) return value.map((each) => placed(each, definitions));
    if (!isSchema(value)) return value;
    if (typeof value.$ref === 'string') return { $ref: definitions[value.$ref] ?? value.$ref };
    const name = names.get(JSON.stringify(value));
    const inside = Object.fromEntries(
      Object.entries(value)
        .filter(([key, each]) => key !== '$defs' && !isMark(key, each))
        .map(([key, each]) => [key, placed(each, definitions)]),
    );
    if (name === undefined) return inside;
    schemas[name] = inside;
    return { $ref: `#/components/schemas/${name}` };
  };

  return {
    schemas,
    place(schema, place) {
      const moved = Object.entries((schema.$defs ?? {}) as Record<string, JsonSchema>);
      const definitions: Record<string, string> = {};
      for (const [index, [key]] of moved.entries()) {
        const name = key.startsWith('__') ? `${place}Part${index + 1}` : key;
        definitions[`#/$defs/${key}`] = `#/components/schemas/${name}`;
      }
      for (const [key, definition] of moved) {
        const name = definitions[`#/$defs/${key}`]!.slice('#/components/schemas/'.length);
        schemas[name] = placed(definition, definitions) as JsonSchema;
      }
      return placed(schema, definitions) as JsonSchema;
    },
  };
}

/** Names by the text of a schema. */
function resourceNames(all: readonly JsonSchema[]): Map<string, string> {
  const uses = new Map<string, { kind: string; schema: JsonSchema; count: number }>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (!isSchema(value)) return;
    const kind = kindOf(value);
    if (kind !== null) {
      const text = JSON.stringify(value);
      const use = uses.get(text) ?? { kind, schema: value, count: 0 };
      use.count += 1;
      uses.set(text, use);
    }
    for (const each of Object.values(value)) visit(each);
  };
  for (const schema of all) visit(schema);

  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  const plain = new Map<string, JsonSchema>();
  for (const [text, { kind, schema }] of [...uses].sort(
    ([, a], [, b]) => b.count - a.count || size(b) - size(a),
  )) {
    const name = variantName(pascalCase(kind), schema, plain.get(kind));
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    names.set(text, before === 0 ? name : `${name}${before + 1}`);
    if (!plain.has(kind) && !name.startsWith('Deleted')) plain.set(kind, schema);
  }
  return names;
}

function variantName(name: string, schema: JsonSchema, plain: JsonSchema | undefined): string {
  if ('deleted' in (schema.properties as object)) return `Deleted${name}`;
  if (plain === undefined) return name;
  return size({ schema }) < size({ schema: plain }) ? `${name}Summary` : `${name}Detail`;
}

function size({ schema }: { schema: JsonSchema }): number {
  return Object.keys(schema.properties as object).length;
}

/** The constant of a schema's `object` field. */
function kindOf({ properties }: JsonSchema): string | null {
  const kind = (properties as Record<string, JsonSchema> | undefined)?.object?.const;
  return typeof kind === 'string' && !envelopes.has(kind) ? kind : null;
}

/** Who wrote a text is for assistants to know; the description of REST does not speak of it. */
function isMark(key: string, value: unknown): boolean {
  return (key === untrustedKey && value === true) || (key === bareFormKey && typeof value === 'string');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
