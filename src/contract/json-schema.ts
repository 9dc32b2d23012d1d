import { z } from 'zod';
import { aliasKey, inShortKey } from '../model/text/alias.ts';
import { bareFormKey, untrustedKey } from '../model/text/untrusted.ts';
import type { Tool } from './tool.ts';

export type JsonSchema = Record<string, unknown>;

const inputs = new WeakMap<Tool, JsonSchema>();
const outputs = new WeakMap<Tool, JsonSchema>();

/** The JSON Schema (2020-12) of what a tool takes: what a caller writes, before defaults. Made once. */
export function inputSchema(tool: Tool): JsonSchema {
  return cached(inputs, tool, () => jsonSchemaOf(tool.input, 'input'));
}

/** The JSON Schema (2020-12) of what a tool answers. Made once. */
export function outputSchema(tool: Tool): JsonSchema {
  return cached(outputs, tool, () => jsonSchemaOf(tool.output, 'output'));
}

/** The only way from zod to JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return made;
}

/**
 * The same schema with less to read: an assistant pays for each word of it before its first own. What only says how long
 * a text may be is left out, and so are second names of a field, and inside a field that no others are known. Nothing is
 * allowed by it that was not: `invoke` checks by the whole schema, and its refusal names the limit.
 *
 * @param nulls false for a tool that makes something: there null is the same as leaving a field out
 */
export function compactSchema(schema: JsonSchema, nulls = true): JsonSchema {
  const { additionalProperties } = schema;
  return { ...leanPart(schema, nulls), ...(additionalProperties === false && { additionalProperties }) };
}

function leanPart(schema: JsonSchema, nulls: boolean): JsonSchema {
  if (typeof schema[inShortKey] === 'string') return inOneLine(schema, schema[inShortKey]);
  const lean: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (saysLittle(key, value)) continue;
    if (key === 'properties') lean[key] = leanProperties(value as Record<string, JsonSchema>, nulls);
    else if (Array.isArray(value))
      lean[key] = value.map((one) => (isSchema(one) ? leanPart(one, nulls) : one));
    else lean[key] = isSchema(value) ? leanPart(value, nulls) : value;
  }
  return withoutNull(ofOneForm(lean), nulls);
}

/** The line instead of the parts. Some readers of schemas want to know of a list what its entries are. */
function inOneLine({ type, items, maxItems }: JsonSchema, description: string): JsonSchema {
  const entries = isSchema(items) && { items: { type: items.type } };
  return { type, description, ...entries, ...(maxItems !== undefined && { maxItems }) };
}

/** Longer lists are rarely written; a tool that is for them says in words how many it takes. */
const listEntriesShown = 100;
const leftOut = new Set(['minLength', 'maxLength', 'propertyNames', untrustedKey, bareFormKey]);

function saysLittle(key: string, value: unknown): boolean {
  if (leftOut.has(key)) return true;
  if (key === 'maxItems') return (value as number) > listEntriesShown;
  if (key === 'minItems' || key === 'minimum') return value === 0 || value === 1;
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  // A switch that is left out is off, and a field called email is one.
  if (key === 'default') return value === null || value === false;
  if (key === 'format') return value === 'email';
  // That an object takes no other fields is said of the whole, and that it takes any by `type: object` alone.
  return (
    key === 'additionalProperties' &&
    (value === false || (isSchema(value) && Object.keys(value).length === 0))
  );
}

function leanProperties(properties: Record<string, JsonSchema>, nulls: boolean): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => !schema[aliasKey])
      .map(([name, schema]) => [name, leanPart(schema, nulls)]),
  );
}

/**
 * Of two forms one: a typed schema or null becomes a schema of two types, and where a list may hold but one entry, the
 * entry alone is shown.
 */
function ofOneForm(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, other] = anyOf as JsonSchema[];
  if (!given || !other) return schema;
  if (other.type === 'array' && other.maxItems === 1) return { ...given, ...rest };
  if (other.type !== 'null' || typeof given.type !== 'string' || given.enum !== undefined) return schema;
  return { ...given, ...rest, type: [given.type, 'null'] };
}

function withoutNull(schema: JsonSchema, nulls: boolean): JsonSchema {
  if (nulls || !Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cached(cache: WeakMap<Tool, JsonSchema>, tool: Tool, make: () => JsonSchema): JsonSchema {
  let schema = cache.get(tool);
  if (!schema) {
    schema = make();
    cache.set(tool, schema);
  }
  return schema;
}
