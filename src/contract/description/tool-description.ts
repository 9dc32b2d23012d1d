import type { Door } from '../../engine/context/caller.ts';
import { canMail } from '../../model/approval/operation-classes.ts';
import { invalidField } from '../../model/failure.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import { aliasKey } from '../../model/text/alias.ts';
import { listRequiredScopes } from '../authorize.ts';
import { detailArgument, takesDetail } from '../detail.ts';
import { deriveHints, type Hints } from '../effect.ts';
import { type IdempotencyRequest, keyLengthMax, readIdempotencyKey } from '../idempotency.ts';
import type { Tool } from '../tool.ts';
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts';

export type ToolDescription = {
  object: 'tool';
  name: string;
  title: string;
  /** Purpose, limits and the next tool to call. */
  description: string;
  /** JSON Schema 2020-12; a strict object. */
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  annotations: Hints;
  scopes: readonly TokenScope[];
  /** Listed tools are always enabled. */
  enabled: true;
  category: Tool['toolset'];
};

export const idempotencyArgument = 'idempotency_key';

const idempotencyKeySchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: keyLengthMax,
  description: 'A repeat with the same key has no further effect',
};

export const dryRunArgument = 'dry_run';

const dryRunSchema: JsonSchema = { type: 'boolean', description: 'Return only the preview' };

/** `dry_run` is a field of the tool's own input, so that its answer lists the changes. */
export function triesItself({ input }: Pick<Tool, 'input'>): boolean {
  return dryRunArgument in input.shape;
}

export function isTried(tool: Tool, input: unknown): boolean {
  return triesItself(tool) && (input as Readonly<Record<string, unknown>> | null)?.[dryRunArgument] === true;
}

/** For tools without a dry run the argument is an error, and the call counts as an attempt. */
export function isOnlyTried(tool: Tool, given: Readonly<Record<string, unknown>>): boolean {
  return (tool.preview !== undefined || triesItself(tool)) && given[dryRunArgument] === true;
}

/** The assistant states with it that its person approved a send. */
export const confirmationArgument = 'confirmation_token';

const confirmationTokenSchema: JsonSchema = { type: 'string' };

export function withConfirmationToken(schema: JsonSchema): JsonSchema {
  return withArguments(schema, { [confirmationArgument]: confirmationTokenSchema });
}

const listed = new WeakMap<Tool, ToolDescription>();
const listedToAssistants = new WeakMap<Tool, ToolDescription>();

/** Cached. */
export function describedForAssistants(tool: Tool): ToolDescription {
  let form = listedToAssistants.get(tool);
  if (!form) {
    const plain = toolDescription(tool);
    form = {
      ...plain,
      input_schema: withArguments(plain.input_schema, {
        ...(takesDetail(tool) && { [detailArgument.name]: detailArgument.schema }),
      }),
    };
    listedToAssistants.set(tool, form);
  }
  return form;
}

/** Returns the listed arguments of a door, without aliases. */
export function argumentNames(tool: Tool, door: Door): string[] {
  const properties = argumentsAt(tool, door).properties as Record<string, JsonSchema>;
  return Object.keys(properties).filter((name) => !properties[name]![aliasKey]);
}

function argumentsAt(tool: Tool, door: Door): JsonSchema {
  switch (door) {
    case 'mcp':
      return describedForAssistants(tool).input_schema;
    case 'tools':
    case 'cli':
      return toolDescription(tool).input_schema;
    default:
      return inputSchema(tool);
  }
}

/** Cached. */
export function toolDescription(tool: Tool): ToolDescription {
  let form = listed.get(tool);
  if (!form) {
    form = {
      object: 'tool',
      name: tool.name,
      title: tool.title,
      description: describe(tool),
      input_schema: withArguments(withDryRun(tool), {
        ...(takesIdempotencyKey(tool) && { [idempotencyArgument]: idempotencyKeySchema }),
      }),
      output_schema: outputSchema(tool),
      annotations: deriveHints(tool),
      scopes: listRequiredScopes(tool),
      enabled: true,
      category: tool.toolset,
    };
    listed.set(tool, form);
  }
  return form;
}

/** Every tool that can mail takes `idempotency_key` at doors without headers. */
export function takesIdempotencyKey({ name, effect }: Pick<Tool, 'name' | 'effect'>): boolean {
  return effect === 'send' || canMail(name);
}

/** For the fields of the command line. */
export function withDryRun(tool: Tool): JsonSchema {
  const takes = tool.preview !== undefined && !triesItself(tool);
  return withArguments(inputSchema(tool), { ...(takes && { [dryRunArgument]: dryRunSchema }) });
}

export type ReadArguments = {
  input: Record<string, unknown>;
  idempotency: IdempotencyRequest | undefined;
  dryRun: boolean;
  /** Not verified yet. */
  confirmationToken: string | undefined;
};

/** No tool takes a tenth of it. */
const argumentsMax = 200;

/** Runs before any argument is copied or audited. @throws Failure validation_error */
export function refuseTooManyArguments(given: Record<string, unknown>): void {
  let count = 0;
  for (const _name in given) {
    count += 1;
    if (count > argumentsMax) throw invalidField('', `must not have more than ${argumentsMax} arguments`);
  }
}

/** Keeps unknown arguments for the schema. @throws Failure validation_error or invalid_idempotency_key */
export function readArguments(
  tool: Tool,
  given: Record<string, unknown>,
  door: Door = 'tools',
): ReadArguments {
  refuseTooManyArguments(given);
  const input = { ...given };
  const take = (name: string, taken: boolean): unknown => {
    const value = taken ? input[name] : undefined;
    if (value !== undefined) delete input[name];
    return value;
  };
  const key = take(idempotencyArgument, takesIdempotencyKey(tool));
  if (key !== undefined && typeof key !== 'string') {
    throw invalidField(idempotencyArgument, 'must be a string');
  }
  const dryRun = take(dryRunArgument, tool.preview !== undefined && !triesItself(tool));
  if (dryRun !== undefined && typeof dryRun !== 'boolean') {
    throw invalidField(dryRunArgument, 'must be true or false');
  }
  const confirmationToken = take(confirmationArgument, door === 'mcp' && mayAsk(tool));
  if (confirmationToken !== undefined && typeof confirmationToken !== 'string') {
    throw invalidField(confirmationArgument, 'must be a string');
  }
  return {
    input,
    idempotency: key === undefined ? undefined : { place: `tool:${tool.name}`, key: readIdempotencyKey(key) },
    dryRun: dryRun === true,
    confirmationToken,
  };
}

export function mayAsk({ preview, asks }: Pick<Tool, 'preview' | 'asks'>): boolean {
  return preview !== undefined || asks !== undefined;
}

function describe(tool: Tool): string {
  if (tool.advice === undefined) return tool.summary;
  return `${tool.summary.replace(/\.$/, '')}. ${tool.advice}`;
}

function withArguments(schema: JsonSchema, more: Record<string, JsonSchema>): JsonSchema {
  if (Object.keys(more).length === 0) return schema;
  return { ...schema, properties: { ...(schema.properties as JsonSchema), ...more } };
}
