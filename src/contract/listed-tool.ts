import { invalidField } from '../model/failure.ts';
import type { TokenScope } from '../model/token.ts';
import { type Hints, hintsOf } from './effect.ts';
import { type IdempotencyRequest, keyLengthMax, readIdempotencyKey } from './idempotency.ts';
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts';
import type { Tool, Toolset } from './tool.ts';

/** A tool as doors show it to people, programs and assistants. */
export type ListedTool = {
  object: 'tool';
  name: string;
  title: string;
  /** What it is for, what it is not for, what to call next. */
  description: string;
  /** JSON Schema 2020-12; a strict object. */
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  annotations: Hints;
  /** What a token must be allowed to run it. */
  scopes: readonly TokenScope[];
  /** A tool that is listed can be run. */
  enabled: true;
  category: Toolset;
};

/** The argument by which a caller of a tool that sends makes repeating it harmless. */
export const idempotencyArgument = 'idempotency_key';

const idempotencyKeySchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: keyLengthMax,
  description: 'A repeat with it sends nothing',
};

const listed = new WeakMap<Tool, ListedTool>();

/** The listed form of a tool. Made once. */
export function listedTool(tool: Tool): ListedTool {
  let form = listed.get(tool);
  if (!form) {
    form = {
      object: 'tool',
      name: tool.name,
      title: tool.title,
      description: describe(tool),
      input_schema: takesIdempotencyKey(tool) ? withIdempotencyKey(inputSchema(tool)) : inputSchema(tool),
      output_schema: outputSchema(tool),
      annotations: hintsOf(tool.effect, tool.idempotent),
      scopes: [tool.needs],
      enabled: true,
      category: tool.toolset,
    };
    listed.set(tool, form);
  }
  return form;
}

/** Whether a tool takes `idempotency_key` among its arguments where there is no header for it. */
export function takesIdempotencyKey(tool: Tool): boolean {
  return tool.effect === 'send';
}

/**
 * The arguments a caller gave, parted into the tool's input and the wish not to do it twice.
 * @throws Failure validation_error or invalid_idempotency_key
 */
export function readArguments(
  tool: Tool,
  given: Record<string, unknown>,
): { input: Record<string, unknown>; idempotency: IdempotencyRequest | undefined } {
  if (!takesIdempotencyKey(tool) || given[idempotencyArgument] === undefined) {
    return { input: given, idempotency: undefined };
  }
  const { [idempotencyArgument]: key, ...input } = given;
  if (typeof key !== 'string') throw invalidField(idempotencyArgument, 'must be a string');
  return { input, idempotency: { place: `tool:${tool.name}`, key: readIdempotencyKey(key) } };
}

function describe(tool: Tool): string {
  if (tool.advice === undefined) return tool.summary;
  return `${tool.summary.replace(/\.$/, '')}. ${tool.advice}`;
}

function withIdempotencyKey(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    properties: { ...(schema.properties as JsonSchema), [idempotencyArgument]: idempotencyKeySchema },
  };
}
