import { z } from 'zod';
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
 * The same schema with less to read: an assistant pays for each word of it before its first own, so what only says how
 * long a text may be is left out. Nothing is allowed by it that was not: `invoke` checks by the whole schema, and its
 * refusal names the limit.
 */
export function leanSchema(schema: JsonSchema): JsonSchema {
  const lean: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (leftOut.has(key) || (key === 'minItems' && value === 1)) continue;
    // An object of anything: `type: object` alone says as much.
    if (key === 'additionalProperties' && isSchema(value) && Object.keys(value).length === 0) continue;
    if (key === 'properties') lean[key] = mapped(value as Record<string, JsonSchema>);
    else if (Array.isArray(value)) lean[key] = value.map((one) => (isSchema(one) ? leanSchema(one) : one));
    else lean[key] = isSchema(value) ? leanSchema(value) : value;
  }
  return orNull(lean);
}

const leftOut = new Set(['minLength', 'maxLength', 'propertyNames']);

function mapped(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, leanSchema(schema)]));
}

/** `anyOf` of one typed schema and null, as one schema of two types. */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const [given] = anyOf;
  if (!isSchema(given) || typeof given.type !== 'string' || given.enum !== undefined) return schema;
  return { ...given, ...rest, type: [given.type, 'null'] };
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
