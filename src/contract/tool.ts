import type { z } from 'zod';
import type { Door } from '../engine/context/caller.ts';
import type { Scope } from '../engine/context/scope.ts';
import type { FailureName, FieldFault } from '../model/failure.ts';
import type { TokenScope } from '../model/organization/token.ts';
import type { PersonRole } from '../model/person/roles.ts';
import type { PreviewedSend } from '../model/sending/send-preview.ts';
import type { Effect } from './effect.ts';

/** Groups of tools that an assistant can be given or spared. */
export const toolsets = ['core', 'audience', 'campaigns', 'automation', 'deliverability', 'admin'] as const;
export type Toolset = (typeof toolsets)[number];

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where a tool stands in REST v2. Path parameters are named as the input's fields. */
export type RestBinding = {
  route: `${Method} /${string}`;
  /** Further paths that answer the same (kept for older clients). */
  aliases?: readonly `${Method} /${string}`[];
  /** The status of success; 201 for a create. A tool that calls `scope.created()` answers 201 by itself. */
  status?: 200 | 201;
  /** The body is not an object of fields but this one field (a JSON array, for a batch). */
  bodyAs?: string;
  /** The body is bytes of any type, which become this field in base64. */
  bytesAs?: string;
  /** The answer is not JSON but this field of it, as a text of a type. */
  textAs?: { field: string; type: string };
  /** Media type of the file that REST returns in place of JSON; the output is a `FileOutput`. */
  fileAs?: string;
  /** Request headers that fill input fields: header name in lower case -> field. */
  headers?: Readonly<Record<string, string>>;
  /** A DELETE that takes its input from a body as well as from the query. */
  bodyBytesMax?: number;
};

type ToolExample = { input: Record<string, unknown>; output: Record<string, unknown> };

/** One operation of the platform, whole: every door, schema and page about it is derived from this value. */
export type Tool = {
  /** verb_noun */
  name: string;
  title: string;
  /** One sentence for people and assistants: what it is for. */
  summary: string;
  /** What a caller must know beside that: what it is not for, what to call next. */
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
  /** Failures of its own; those every call can meet (validation, authentication, limits) are understood. */
  failures: readonly FailureName[];
  effect: Effect;
  /** A `write` that may be repeated without harm. */
  idempotent?: boolean;
  /** A `write` that only adds: it changes and removes nothing that was written before. */
  adds?: true;
  /** A `write` that takes back what another tool did. */
  undoes?: true;
  /** It mails one person at most: where only sends to more than one are confirmed, it is not previewed. */
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
  /** It reads and writes up to thousands of rows: an organization has one at a time, and others their turn in between. */
  bulk?: true;
  /** The doors it is offered at; all by default. A tool of one frozen or raw door is never listed elsewhere. */
  doors?: readonly Door[];
  /** The answer holds a secret: what is remembered of it is encrypted. */
  secretAnswer?: boolean;
  /** The MCP App that shows its answer (`ui://…`), for clients that can. */
  app?: `ui://${string}`;
  example: ToolExample;
  /**
   * For a tool that sends: what `run` would do with this input, without doing it. Answers null when this input puts
   * nothing on the wire. It throws the same failures as `run` where the send could not even be tried (unknown id, a
   * body that cannot be read); what gates would refuse is a warning of the preview.
   */
  preview?(scope: Scope, input: never): Promise<PreviewedSend | null>;
  /**
   * What a person is to know before an assistant does this, where it is more than a mail: a sentence for each thing. Null where
   * this input needs no yes. It throws as `preview` does.
   */
  asks?(scope: Scope, input: never): Promise<readonly string[] | null>;
  /**
   * What `run` would refuse in the fields of an input that its schema has refused already, whatever it is: so that one answer
   * names every fault.
   */
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
  asks?(scope: Scope<Name | 'validation_error'>, input: z.output<Input>): Promise<readonly string[] | null>;
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
