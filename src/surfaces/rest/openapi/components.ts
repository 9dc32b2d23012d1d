import type { JsonSchema } from '../../../contract/json-schema.ts';
import { isSchema, leanSchema, mapInside, type SchemaUse } from './lean-schema.ts';

/** A schema that will stand in the document. */
export type PlacedSchema = {
  schema: JsonSchema;
  use: SchemaUse;
  /** Names what is moved and has no name of its own: `SendEmailBody`. */
  place: string;
  /** Whether the schema itself becomes a component of that name, unless its kind gives it another. */
  named: boolean;
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

/** Kinds of envelopes, not of things. */
const envelopes = new Set(['list', 'tool_result']);
const prefix = '#/components/schemas/';
/** Of a schema that stands twice, when a reference to it is shorter by enough to be worth a name. */
const sharedCharactersMin = 140;
/** Names of fields that say nothing without the thing that has them. */
const genericKeys = new Set(
  'data,items,metadata,mode,object,parameters,properties,result,results,settings,source,state,stats,status,summary,totals,type,value,values'.split(
    ',',
  ),
);

/** @param all every schema that will be placed: what is used most gets the plain name, its variants a longer one */
export function schemaComponents(all: readonly PlacedSchema[]): SchemaComponents {
  const roots = all.flatMap(({ schema, use, place, named }) => {
    const { root, definitions } = definitionsMoved(leanSchema(schema, use), place);
    return [
      ...definitions.map(([name, definition]) => ({ schema: definition, place: name, named: true })),
      { schema: root, place, named: named && isWorthAName(root) },
    ];
  });
  const names = namesOf(roots);
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

/** A schema as it was found: where, under which key, and inside which named place. */
type Found = { schema: JsonSchema; key: string; owner: string; count: number; kind: string | null };

/** Names by the text of a schema. */
function namesOf(
  roots: readonly { schema: JsonSchema; place: string; named: boolean }[],
): Map<string, string> {
  const found = new Map<string, Found>();
  const visit = (schema: JsonSchema, key: string, owner: string): void => {
    const { bare } = undescribed(schema);
    const text = textOf(bare);
    const known = found.get(text);
    if (known) {
      known.count += 1;
      return;
    }
    const kind = kindOf(bare);
    found.set(text, { schema: bare, key, owner, count: 1, kind });
    const inner = kind === null ? owner : pascalCase(kind);
    mapInside(bare, (inside, name) => {
      visit(inside, isKeyword(name) ? key : name, inner);
      return inside;
    });
  };
  for (const { schema, place } of roots) visit(schema, '', place);

  const names = resourceNames(found);
  const taken = new Set(names.values());
  const give = (text: string, wishes: readonly string[]): void => {
    const last = wishes.at(-1)!;
    let name = wishes.find((wish) => !taken.has(wish));
    for (let number = 2; name === undefined; number += 1) {
      if (!taken.has(last + number)) name = last + number;
    }
    names.set(text, name);
    taken.add(name);
  };
  for (const { schema, place, named } of roots) {
    const text = textOf(undescribed(schema).bare);
    if (named && !names.has(text)) give(text, [listName(schema, names) ?? place, place]);
  }
  for (const [text, { schema, key, owner, count }] of found) {
    const isShared = count > 1 && text.length >= sharedCharactersMin && !('$ref' in schema);
    if (!isShared || names.has(text) || key === '') continue;
    const own = pascalCase(snake(schema.properties ? key : singular(key)));
    const whole = owner + own;
    give(text, genericKeys.has(key) || !schema.properties ? [whole] : [own, whole]);
  }
  return names;
}

/** `{ object: "list", data: [Email], has_more }` -> `EmailList` */
function listName({ properties }: JsonSchema, names: ReadonlyMap<string, string>): string | null {
  const { object, data } = (properties ?? {}) as Record<string, JsonSchema>;
  if (object?.const !== 'list' || !isSchema(data?.items)) return null;
  const entry = names.get(textOf(undescribed(data.items).bare));
  return entry === undefined ? null : `${entry}List`;
}

function resourceNames(found: ReadonlyMap<string, Found>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  const plain = new Map<string, JsonSchema>();
  const resources = [...found].filter(([, { kind }]) => kind !== null);
  for (const [text, { kind, schema }] of resources.sort(
    ([, a], [, b]) => b.count - a.count || size(b.schema) - size(a.schema),
  )) {
    const name = variantName(pascalCase(kind!), schema, plain.get(kind!));
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    names.set(text, before === 0 ? name : `${name}${before + 1}`);
    if (!plain.has(kind!) && !name.startsWith('Deleted')) plain.set(kind!, schema);
  }
  return names;
}

function variantName(name: string, schema: JsonSchema, plain: JsonSchema | undefined): string {
  if ('deleted' in (schema.properties as object)) return `Deleted${name}`;
  if (plain === undefined) return name;
  return size(schema) < size(plain) ? `${name}Summary` : `${name}Detail`;
}

function size({ properties }: JsonSchema): number {
  return Object.keys(properties as object).length;
}

/** The constant of a schema's `object` field. */
function kindOf({ properties }: JsonSchema): string | null {
  const kind = (properties as Record<string, JsonSchema> | undefined)?.object?.const;
  return typeof kind === 'string' && !envelopes.has(kind) ? kind : null;
}

function isWorthAName(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.items !== undefined;
}

function undescribed({ description, ...bare }: JsonSchema): { bare: JsonSchema; description: unknown } {
  return { bare, description };
}

/** The same text for the same schema, in whatever order its keywords stand. */
function textOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    isSchema(value) && key !== 'properties' ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

function isKeyword(key: string): boolean {
  return [
    'items',
    'anyOf',
    'oneOf',
    'allOf',
    'prefixItems',
    'additionalProperties',
    'propertyNames',
    'not',
  ].includes(key);
}

/** `workflow_run` or `list_tools` -> `WorkflowRun`, `ListTools` */
export function pascalCase(snakeCase: string): string {
  return snakeCase.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `abTest` -> `ab_test` */
function snake(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(/[^a-z0-9_]/g, '_');
}

/** `scopes` -> `scope` */
function singular(key: string): string {
  return key.replace(/(?<!s|u)s$/, '');
}
