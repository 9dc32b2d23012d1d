import type { Pieces } from '../../../concurrency/pieces.ts';
import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import { leanSchema, mapInside, type SchemaUse } from './lean-schema.ts';
import { nameSchemas, type SchemaRoot, serializeSchema, undescribed } from './schema-names.ts';

export type PlacedSchema = {
  schema: JsonSchema;
  use: SchemaUse;
  place: string;
  /** Whether the schema itself becomes a component of that name, unless its kind gives it another name. */
  named: boolean;
  /** Operation with this response. It may name the schema, or be the operation that returns the whole resource. */
  answeredBy?: string;
};

/** Lets a generated client have a single type for each body, response, resource and repeated schema. */
export type SchemaComponents = {
  place(placed: PlacedSchema): JsonSchema;
  schemas: Record<string, JsonSchema>;
};

const prefix = '#/components/schemas/';

export function* schemaComponents(all: readonly PlacedSchema[]): Pieces<SchemaComponents> {
  const roots: SchemaRoot[] = [];
  for (const { schema, use, place, named, answeredBy } of all) {
    const { root, definitions } = definitionsMoved(leanSchema(schema, use), place);
    for (const [name, definition] of definitions)
      roots.push({ schema: definition, place: name, named: true });
    roots.push({
      schema: root,
      place,
      named: named && isWorthAName(root),
      ...(answeredBy !== undefined && { answeredBy }),
    });
    yield;
  }
  const names = yield* nameSchemas(roots);
  const schemas: Record<string, JsonSchema> = {};

  const placed = (schema: JsonSchema): JsonSchema => {
    const { bare, description } = undescribed(schema);
    const name = names.get(serializeSchema(bare));
    if (name === undefined) return mapInside(schema, placed);
    schemas[name] ??= mapInside(bare, placed);
    return { $ref: prefix + name, ...(description !== undefined && { description }) };
  };
  return {
    schemas,
    place({ schema, use, place }) {
      const { root, definitions } = definitionsMoved(leanSchema(schema, use), place);
      for (const [, definition] of definitions) placed(definition);
      return placed(root);
    },
  };
}

function definitionsMoved(
  { $defs, ...schema }: JsonSchema,
  place: string,
): { root: JsonSchema; definitions: [string, JsonSchema][] } {
  const names = new Map(
    Object.keys(($defs ?? {}) as Record<string, JsonSchema> satisfies object).map((key, index) => [
      `#/$defs/${key}`,
      key.startsWith('__') ? `${place}Part${index + 1}` : key,
    ]),
  );
  const renamed = (inside: JsonSchema): JsonSchema =>
    typeof inside.$ref === 'string' && names.has(inside.$ref)
      ? { ...inside, $ref: prefix + names.get(inside.$ref)! }
      : mapInside(inside, renamed);
  const definitions = Object.entries(($defs ?? {}) as Record<string, JsonSchema>).map(
    ([key, definition]): [string, JsonSchema] => [names.get(`#/$defs/${key}`)!, renamed(definition)],
  );
  return { root: renamed(schema), definitions };
}

function isWorthAName(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.items !== undefined;
}
