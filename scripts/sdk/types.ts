import { atOnce } from '../../src/concurrency/pieces.ts';
import type { JsonSchema } from '../../src/contract/description/json-schema.ts';
import { type PlacedSchema, schemaComponents } from '../../src/surfaces/rest/openapi/components.ts';
import { extendSchemas } from '../../src/surfaces/rest/openapi/extended-schemas.ts';
import { isSchema, mapInside } from '../../src/surfaces/rest/openapi/lean-schema.ts';
import { propertiesOf, type SdkOperation } from './operations.ts';

/**
 * Types of the SDK, named by the rules of the contract. A resource, and anything else that occurs more than once, becomes one named type.
 * Inputs refer to these types and are printed with their methods.
 */
export type SdkTypes = {
  /** In alphabetical order. */
  names: readonly string[];
  /** By name. A type with all fields of another is an `allOf` of that type and the additional fields. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** Schema of a result; for a list, of an entry. */
  answer(operation: SdkOperation): JsonSchema;
  input(operation: SdkOperation): JsonSchema;
  payload(name: string): JsonSchema;
};

export type TypedThings = {
  answers: readonly SdkOperation[];
  inputs: readonly SdkOperation[];
  inputName(operation: SdkOperation): string;
  /** Webhook payloads by type name. */
  payloads: readonly { name: string; schema: JsonSchema }[];
};

export function sdkTypes({ answers, inputs, inputName, payloads }: TypedThings): SdkTypes {
  const placedAnswers = answers.map((operation): [SdkOperation, PlacedSchema] => [
    operation,
    {
      schema: entryOf(operation),
      use: 'answered',
      place: inputName(operation).replace(/Input$/, 'Answer'),
      named: true,
      answeredBy: operation.operationId,
    },
  ]);
  const placedInputs = inputs.map((operation): [SdkOperation, PlacedSchema] => [
    operation,
    { schema: operation.input!.schema, use: 'taken', place: inputName(operation), named: false },
  ]);
  const everyPayload = { name: 'PayloadFields', schema: fieldsOfAll(payloads.map(({ schema }) => schema)) };
  const placedPayloads = [everyPayload, ...payloads].map(({ name, schema }): [string, PlacedSchema] => [
    name,
    { schema, use: 'answered', place: name, named: true },
  ]);
  const all = [...placedPayloads, ...placedAnswers, ...placedInputs].map(
    ([owner, placed]): [SdkOperation | string, PlacedSchema] => [
      owner,
      { ...placed, schema: withoutBounds(placed.schema) },
    ],
  );
  const components = atOnce(schemaComponents(all.map(([, placed]) => placed)));
  const byOwner = new Map<SdkOperation | string, Partial<Record<PlacedSchema['use'], JsonSchema>>>();
  for (const [owner, placed] of all) {
    byOwner.set(owner, { ...byOwner.get(owner), [placed.use]: components.place(placed) });
  }
  const schemas = extended(components.schemas);
  return {
    names: Object.keys(schemas).sort(),
    schemas,
    answer: (operation) => byOwner.get(operation)!.answered!,
    input: (operation) => byOwner.get(operation)!.taken!,
    payload: (name) => byOwner.get(name)!.answered!,
  };
}

/** Keywords without a TypeScript equivalent. */
const bounds = new Set(
  'default,format,maximum,maxItems,maxLength,maxProperties,minimum,minItems,minLength,minProperties,multipleOf,pattern,uniqueItems'.split(
    ',',
  ),
);

function withoutBounds(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !bounds.has(key)));
  return mapInside(kept, withoutBounds);
}

function fieldsOfAll(schemas: readonly JsonSchema[]): JsonSchema {
  const [first, ...others] = schemas as [JsonSchema, ...JsonSchema[]];
  const isEverywhere = (name: string, text: string): boolean =>
    others.every((other) => JSON.stringify(propertiesOf(other)[name]) === text);
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(first)).filter(([name, field]) => isEverywhere(name, JSON.stringify(field))),
  );
  const required = ((first.required ?? []) as string[]).filter((name) => name in properties);
  return { ...first, properties, required };
}

/**
 * Replaces fields shared with another schema by a reference to it. A type cannot make another type's optional field required, so such a
 * field is declared again.
 */
export function extended(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const declared = (schema: JsonSchema, whole: JsonSchema): JsonSchema => {
    if (!Array.isArray(schema.allOf)) return schema;
    const allOf = (schema.allOf as JsonSchema[]).map((part) => {
      const properties = propertiesOf(part);
      const again = ((part.required ?? []) as string[]).filter((name) => !(name in properties));
      if (again.length === 0 || !isSchema(whole.properties)) return part;
      const fields = Object.fromEntries(again.map((name) => [name, propertiesOf(whole)[name]!]));
      return { ...part, properties: { ...fields, ...properties } };
    });
    return { ...schema, allOf };
  };
  return Object.fromEntries(
    Object.entries(atOnce(extendSchemas(schemas))).map(([name, schema]) => [
      name,
      declared(schema, schemas[name]!),
    ]),
  );
}

function entryOf({ answer, cursor }: SdkOperation): JsonSchema {
  return cursor === null ? answer : (propertiesOf(answer).data!.items as JsonSchema);
}
