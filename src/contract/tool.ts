import type { z } from 'zod';
import type { Door } from '../engine/context/caller.ts';
import type { Scope } from '../engine/context/scope.ts';
import type { FailureName, FieldFault } from '../model/failure.ts';
import type { TokenScope } from '../model/organization/token.ts';
import type { PersonRole } from '../model/person/roles.ts';
import type { AskedChange, PreviewedSend } from '../model/sending/send-preview.ts';
import type { Effect } from './effect.ts';

/** Groups of tools that an operator offers to assistants. */
export const toolsets = ['core', 'audience', 'campaigns', 'automation', 'deliverability', 'admin'] as const;
export type Toolset = (typeof toolsets)[number];

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** REST v2 route of a tool. Path parameters have the names of the input's fields. */
export type RestBinding = {
  route: `${Method} /${string}`;
  /** Further paths with the same answer, kept for older clients. */
  aliases?: readonly `${Method} /${string}`[];
  /** The status of success; 201 for a create. A tool that calls `scope.created()` answers 201 by itself. */
  status?: 200 | 201;
  /** The body is the value of this field (a JSON array, for a batch), not an object. */
  bodyAs?: string;
  /** The body is binary and becomes this field in base64. */
  bytesAs?: string;
  /** The response is the text of this field with a media type, not JSON. */
  textAs?: { field: string; type: string };
  /** Media type of the file that REST returns in place of JSON; the output is a `FileOutput`. */
  fileAs?: string;
  /** Request headers that fill input fields: header name in lower case -> field. */
  headers?: Readonly<Record<string, string>>;
  /** A DELETE that takes its input from a body as well as from the query. */
  bodyBytesMax?: number;
};

type ToolExample = { input: Record<string, unknown>; output: Record<string, unknown> };

/** One operation of the platform. Every door, schema and page about it is derived from this value. */
export type Tool = {
  /** verb_noun */
  name: string;
  title: string;
  /** Its purpose, in one sentence for people and assistants. */
  summary: string;
  /** Further facts for a caller: its limits, the next tool to call. */
  advice?: string;
  toolset: Toolset;
  /** A plain strict object; conditions between fields are a `.check()`, never a union at the root. */
  input: z.ZodObject;
  output: z.ZodType;
  /**
   * Fields of which an input has exactly one, at its root or in each entry of a list. `run` refuses the others; REST's
   * description says so by `oneOf`, which model providers do not take, so that the schema of `input` does not.
   */
  exactlyOneOf?: { fields: readonly string[]; inEach?: string };
  /** Failures of its own, beside those of every call (validation, authentication, limits). */
  failures: readonly FailureName[];
  effect: Effect;
  /** A `write` that may be repeated without harm. */
  idempotent?: boolean;
  /** A `write` that only adds records. */
  adds?: true;
  /** A `write` that reverts another tool. */
  undoes?: true;
  /** It mails at most one person, so under `bulk` a call within the allowance needs no preview. */
  mailsOne?: true;
  needs: TokenScope;
  /** Roles that open it to people beside that scope, which no person has where it is `admin`. */
  roles?: readonly PersonRole[];
  /**
   * The scopes that one input takes, in place of `needs`: for a tool that reads several kinds of records. `needs` still
   * decides who is offered it. The input may not be validated yet.
   */
  needsOf?(input: Readonly<Record<string, unknown>>): readonly TokenScope[];
  /** Scopes each of which opens it as well as `needs`. */
  orNeeds?: readonly TokenScope[];
  /** Every token is offered it, whatever its scopes: `needsOf` says what an input takes, which may be nothing. */
  offeredToAll?: true;
  rest: RestBinding | null;
  /** It reads and writes up to thousands of rows: an organization runs one at a time, in turn with others. */
  bulk?: true;
  /** The doors it is offered at; all by default. A tool of one frozen or raw door is never listed elsewhere. */
  doors?: readonly Door[];
  /** The answer contains a secret, so its idempotency record is encrypted. */
  secretAnswer?: boolean;
  /** The MCP App that shows its answer (`ui://…`), for clients that can. */
  app?: `ui://${string}`;
  example: ToolExample;
  /**
   * Previews a send without sending it. Null if this input mails no person. Throws the failures of `run` for a send that cannot
   * be attempted (unknown id, unreadable body); a refusal by a gate is a warning of the preview.
   */
  preview?(scope: Scope, input: never): Promise<PreviewedSend | null>;
  /**
   * Returns the consequences of a change, one sentence each, for the person who approves it. Null if this input needs no approval. Throws
   * as `preview` does.
   */
  asks?(scope: Scope, input: never): Promise<readonly string[] | AskedChange | null>;
  /** Finds the faults that `run` would report in an input that its schema rejects, so that one answer names every fault. */
  otherFaults?(input: Readonly<Record<string, unknown>>): FieldFault[];
  run(scope: Scope, input: never): Promise<unknown>;
};

/** A tool as its file writes it: `run` knows its input, its output and its failures. */
type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodType, Name extends FailureName> = Omit<
  Tool,
  'input' | 'output' | 'failures' | 'run' | 'preview' | 'asks'
> & {
  input: Input;
  output: Output;
  failures: readonly Name[];
  preview?(scope: Scope<Name | 'validation_error'>, input: z.output<Input>): Promise<PreviewedSend | null>;
  asks?(
    scope: Scope<Name | 'validation_error'>,
    input: z.output<Input>,
  ): Promise<readonly string[] | AskedChange | null>;
  run(scope: Scope<Name | 'validation_error'>, input: z.output<Input>): Promise<z.input<Output>>;
};

/** Defines a tool; the returned value keeps its types, so that v1 and the SDK can be typed against it. */
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Name extends FailureName,
>(definition: ToolDefinition<Input, Output, Name>): ToolDefinition<Input, Output, Name> & Tool {
  return definition as ToolDefinition<Input, Output, Name> & Tool;
}

/** Whether a tool is offered at a door. */
export function offeredAt(tool: Tool, door: Door): boolean {
  return tool.doors === undefined || tool.doors.includes(door);
}
