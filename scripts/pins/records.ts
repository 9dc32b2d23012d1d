import { atOnce } from '../../src/concurrency/pieces.ts';
import type { JsonSchema } from '../../src/contract/description/json-schema.ts';
import { schemaComponents } from '../../src/surfaces/rest/openapi/components.ts';
import { describedOperations, listOperationSchemas } from '../../src/surfaces/rest/openapi/document.ts';
import { mapInside, type SchemaUse } from '../../src/surfaces/rest/openapi/lean-schema.ts';
import { webhookSchemas } from '../../src/surfaces/rest/openapi/operations/webhook-operations.ts';
import {
  isWorthSharing,
  keyInside,
  kindOf,
  pascalCase,
} from '../../src/surfaces/rest/openapi/schema-names.ts';
import { catalogue } from '../../tools/index.ts';

/** A shorter schema is repeated: it fits on a line or two. */
const sharedCharactersMin = 160;

/** A schema that a tool or a webhook promises. */
export type PromisedSchema = {
  owner: string;
  /** Part of the owner's promise: `output`. */
  part: string;
  use: SchemaUse;
  schema: JsonSchema;
};

export type Records = {
  /** Replaces each repeated schema by a reference to its record. */
  refer(schema: JsonSchema): JsonSchema;
  /** By name. Records refer to each other. */
  records: ReadonlyMap<string, JsonSchema>;
};

type Found = { schema: JsonSchema; use: SchemaUse; count: number; wishes: string[] };

/** Makes a record of each schema that occurs more than once. */
export function sharedRecords(promised: readonly PromisedSchema[]): Records {
  const shared = [...findSchemas(promised)].filter(([, { count }]) => count > 1);
  const names = nameRecords(shared);
  const refer = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    return name === undefined ? mapInside(schema, refer) : { $ref: recordFile(name) };
  };
  const records = shared.map(([text, { schema }]): [string, JsonSchema] => [
    names.get(text)!,
    mapInside(schema, refer),
  ]);
  return { refer, records: new Map(records) };
}

function findSchemas(promised: readonly PromisedSchema[]): Map<string, Found> {
  const found = new Map<string, Found>();
  const visit = (schema: JsonSchema, use: SchemaUse, owner: string, keys: readonly string[]): void => {
    const text = JSON.stringify(schema);
    const kind = kindOf(schema);
    // The fields of a call belong to its tool, even if another tool has the same fields.
    const isInput = use === 'taken' && keys.length === 1;
    if (text.length >= sharedCharactersMin && isWorthSharing(schema) && !isInput) {
      const wishes = [
        ...(kind === null ? [] : [kind]),
        `${owner}_${keys.at(-1)}`,
        [owner, ...keys].join('_'),
      ];
      const known = found.get(text) ?? { schema, use, count: 0, wishes: [] };
      known.count += 1;
      known.wishes.push(...wishes.map((wish) => pascalCase(wish.replaceAll(/\W/g, '_'))));
      if (known.count > 1) return;
      found.set(text, known);
    }
    mapInside(schema, (inside, name) => {
      const key = keyInside(name, keys.at(-1)!);
      visit(inside, use, kind ?? owner, key === keys.at(-1) ? keys : [...keys, key]);
      return inside;
    });
  };
  for (const { owner, part, use, schema } of promised) visit(schema, use, owner, [part]);
  return found;
}

/** Names a record like the component of the contract, or else by its kind, or its owner and field. */
function nameRecords(shared: readonly [string, Found][]): Map<string, string> {
  const inContract = [...describedOperations(catalogue).flatMap(listOperationSchemas), ...webhookSchemas()];
  const components = atOnce(schemaComponents(inContract));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { schema, use, wishes }] of shared) {
    const { $ref } = components.place({ schema, use, place: '', named: false });
    const component = typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : [];
    const name = [...component, ...wishes].find((wish) => !taken.has(wish));
    if (name === undefined) throw new Error(`Another record has each of the names ${wishes}: ${text}`);
    names.set(text, name);
    taken.add(name);
  }
  return names;
}

export const recordFile = (name: string): string => `records/${name}.json`;
