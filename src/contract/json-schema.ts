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

function cached(cache: WeakMap<Tool, JsonSchema>, tool: Tool, make: () => JsonSchema): JsonSchema {
  let schema = cache.get(tool);
  if (!schema) {
    schema = make();
    cache.set(tool, schema);
  }
  return schema;
}
