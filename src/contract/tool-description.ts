import type { Door } from '../engine/context/caller.ts';
import { canMail } from '../model/approval/operation-classes.ts';
import { invalidField } from '../model/failure.ts';
import type { TokenScope } from '../model/organization/token.ts';
import { aliasKey, shownKey } from '../model/text/alias.ts';
import { scopesOf } from './authorize.ts';
import { detailArgument, takesDetail } from './detail.ts';
import { type Hints, hintsOf } from './effect.ts';
import { type IdempotencyRequest, keyLengthMax, readIdempotencyKey } from './idempotency.ts';
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts';
import type { Tool, Toolset } from './tool.ts';

/** A tool as doors show it to people, programs and assistants. */
export type ToolDescription = {
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

/** The argument by which a caller of a tool that can mail makes repeating it harmless. */
export const idempotencyArgument = 'idempotency_key';

const idempotencyKeySchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: keyLengthMax,
  description: 'A repeat with it sends nothing',
};

/** The argument that asks what a send would do, and sends nothing. */
export const dryRunArgument = 'dry_run';

const dryRunSchema: JsonSchema = { type: 'boolean', description: 'Returns only the preview' };

/** Whether a tool tries itself: `dry_run` is a field of its input, at every door, and its answer says what would change. */
export function triesItself({ input }: Pick<Tool, 'input'>): boolean {
  return dryRunArgument in input.shape;
}

/** Whether a call asks such a tool only to be tried. */
export function isTried(tool: Tool, input: unknown): boolean {
  return triesItself(tool) && (input as Readonly<Record<string, unknown>> | null)?.[dryRunArgument] === true;
}

/** The same for any tool that can be tried; elsewhere the argument is a fault, and the call an attempt like any other. */
export function isOnlyTried(tool: Tool, given: Readonly<Record<string, unknown>>): boolean {
  return (tool.preview !== undefined || triesItself(tool)) && given[dryRunArgument] === true;
}

/** The argument by which an assistant says that its person has confirmed a send. */
export const confirmationArgument = 'confirmation_token';

const confirmationTokenSchema: JsonSchema = { type: 'string' };

/** An input schema with that argument, where assistants may hand back such a token. */
export function withConfirmationToken(schema: JsonSchema): JsonSchema {
  return withArguments(schema, { [confirmationArgument]: confirmationTokenSchema });
}

const listed = new WeakMap<Tool, ToolDescription>();
const listedToAssistants = new WeakMap<Tool, ToolDescription>();

/**
 * The form of a tool at the MCP door, where a send may wait for a person and an answer be asked for in full. Assistants
 * page forwards, so `before` is not listed to them; a client that knows it may still use it. Made once.
 */
export function describedForAssistants(tool: Tool): ToolDescription {
  let form = listedToAssistants.get(tool);
  if (!form) {
    const plain = toolDescription(tool);
    const { before, ...properties } = plain.input_schema.properties as Record<string, JsonSchema>;
    const forwards = before && !properties.after ? { ...properties, before } : properties;
    form = {
      ...plain,
      input_schema: withArguments(
        { ...plain.input_schema, properties: forwards },
        {
          ...(takesDetail(tool) && { [detailArgument.name]: detailArgument.schema }),
        },
      ),
    };
    listedToAssistants.set(tool, form);
  }
  return form;
}

/**
 * The names that a caller at a door can give a tool, as they are listed there: with what is said about the call itself,
 * without second names of a field.
 */
export function argumentNames(tool: Tool, door: Door): string[] {
  const properties = argumentsAt(tool, door).properties as Record<string, JsonSchema>;
  const isListed = ({ [aliasKey]: isAlias, [shownKey]: shown }: JsonSchema): boolean =>
    !isAlias && !(door === 'mcp' && shown === false);
  return Object.keys(properties).filter((name) => isListed(properties[name]!));
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

/** The listed form of a tool. Made once. */
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
      annotations: hintsOf(tool),
      scopes: scopesOf(tool),
      enabled: true,
      category: tool.toolset,
    };
    listed.set(tool, form);
  }
  return form;
}

/** Whether a tool takes `idempotency_key` among its arguments where there is no header for it: whatever can mail does. */
export function takesIdempotencyKey({ name, effect }: Pick<Tool, 'name' | 'effect'>): boolean {
  return effect === 'send' || canMail(name);
}

/** What a tool takes and, where it can tell what it would send, `dry_run`: the fields a person writes on a command line. */
export function withDryRun(tool: Tool): JsonSchema {
  const takes = tool.preview !== undefined && !triesItself(tool);
  return withArguments(inputSchema(tool), { ...(takes && { [dryRunArgument]: dryRunSchema }) });
}

/** What a caller gave, parted into the tool's input and what is said about the call itself. */
export type ReadArguments = {
  input: Record<string, unknown>;
  /** The wish not to do it twice. */
  idempotency: IdempotencyRequest | undefined;
  /** Asks only what would be sent. */
  dryRun: boolean;
  /** Not yet looked at. */
  confirmationToken: string | undefined;
};

/** Arguments of one call, at most: no tool takes a tenth of it. */
const argumentsMax = 200;

/**
 * Looks at how many arguments there are, before anything is copied or noted for a call.
 * @throws Failure validation_error
 */
export function refuseTooManyArguments(given: Record<string, unknown>): void {
  let count = 0;
  for (const _name in given) {
    count += 1;
    if (count > argumentsMax) throw invalidField('', `must not have more than ${argumentsMax} arguments`);
  }
}

/**
 * Parts the arguments of a call. One that this tool or this door does not take stays in the input, whose schema refuses it.
 * @param door only assistants confirm: contract 20
 * @throws Failure validation_error or invalid_idempotency_key
 */
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

/** Whether a person may be asked about a call of it. */
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
