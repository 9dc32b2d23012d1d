import type { Pieces } from '../../../concurrency/pieces.ts';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { leanSchema, mapInside, type SchemaUse } from './lean-schema.ts';
import { namesOf, type SchemaRoot, textOf, undescribed } from './schema-names.ts';

/** A schema that will stand in the document. */
export type PlacedSchema = {
  schema: JsonSchema;
  use: SchemaUse;
  /** Names what is moved and has no name of its own: `SendEmailBody`. */
  place: string;
  /** Whether the schema itself becomes a component of that name, unless its kind gives it another. */
  named: boolean;
  /** The operation that answers it, which may name it or be the one that shows the thing whole. */
  answeredBy?: string;
};

/**
 * The shared schemas of the description: every body and answer, every resource (`object: "subscriber"`), and whatever
 * else stands in more than one place, so that a generated client has one type for one thing.
 */
export type SchemaComponents = {
  /** The schema as it stands in the document: a reference, or what is too small to be one. */
  place(placed: PlacedSchema): JsonSchema;
  schemas: Record<string, JsonSchema>;
};

const prefix = '#/components/schemas/';

/** Yields after each schema. @param all every schema to place */
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
  const names = yield* namesOf(roots);
  const schemas: Record<string, JsonSchema> = {};

  const placed = (schema: JsonSchema): JsonSchema => {
    const { bare, description } = undescribed(schema);
    const name = names.get(textOf(bare));
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

/** Definitions become components of their own, named by their key or by the place. */
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
