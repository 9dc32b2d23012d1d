import type { z } from 'zod';
import type { Door } from '../engine/context/caller.ts';
import type { Scope } from '../engine/context/scope.ts';
import type { FailureName, FieldFault } from '../model/failure.ts';
import type { TokenScope } from '../model/organization/token.ts';
import type { PersonRole } from '../model/person/roles.ts';
import type { AskedChange, PreviewedSend } from '../model/sending/send-preview.ts';
import type { Effect } from './effect.ts';

export const subjects = [
  'core',
  'audience',
  'campaigns',
  'automation',
  'deliverability',
  'admin',
  'catalogue',
] as const;

export const toolsets = [...subjects, 'rare'] as const;
export type Toolset = (typeof toolsets)[number];

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Path parameters are named like the input's fields. */
export type RestBinding = {
  route: `${Method} /${string}`;
  /** Further paths for older clients. */
  aliases?: readonly `${Method} /${string}`[];
  /** 201 for a create. A tool that calls `scope.created()` leaves it out. */
  status?: 200 | 201;
  /** The body is this field's value (a JSON array, for a batch). */
  bodyAs?: string;
  /** The body is binary and becomes this field in base64. */
  bytesAs?: string;
  /** The response is this field's text with a media type. */
  textAs?: { field: string; type: string };
  /** REST returns a file of this media type; the output is a `FileOutput`. */
  fileAs?: string;
  /** Header name in lower case -> input field. */
  headers?: Readonly<Record<string, string>>;
  /** The DELETE also accepts a body. */
  bodyBytesMax?: number;
};

type ToolExample = { input: Record<string, unknown>; output: Record<string, unknown> };

/** One operation of the platform. Every door, schema and page about it derives from this value. */
export type Tool = {
  name: string;
  title: string;
  summary: string;
  /** Limits, and the next tool to call. */
  advice?: string;
  toolset: (typeof subjects)[number];
  /** Assistants seldom need it, so it is listed in the toolset `rare` instead. */
  rare?: true;
  /** A plain strict object; conditions between fields are a `.check()`, never a union at the root. */
  input: z.ZodObject;
  output: z.ZodType;
  /** An input has exactly one, at its root or per entry. `run` checks it: model providers reject `oneOf`. */
  exactlyOneOf?: { fields: readonly string[]; inEach?: string };
  /** Without the failures of every call (validation, authentication, limits). */
  failures: readonly FailureName[];
  effect: Effect;
  /** Safe to repeat (`write` only). */
  idempotent?: boolean;
  /** Only adds records (`write` only). */
  adds?: true;
  /** Reverts another tool (`write` only). */
  undoes?: true;
  /** Mails at most one person, so under `bulk` a call within the allowance needs no preview. */
  mailsOne?: true;
  needs: TokenScope;
  /** Roles that open the tool to people besides `needs`. */
  roles?: readonly PersonRole[];
  /** Scopes for one possibly invalid input. `needs` still decides whether the tool is offered. */
  needsOf?(input: Readonly<Record<string, unknown>>): readonly TokenScope[];
  orNeeds?: readonly TokenScope[];
  /** Offered to every token; `needsOf` decides per input. */
  offeredToAll?: true;
  rest: RestBinding | null;
  /** Reads and writes up to thousands of rows, so an organization runs only one such tool at a time. */
  bulk?: true;
  /** All by default. A tool of one frozen or raw door is never listed elsewhere. */
  doors?: readonly Door[];
  /** The idempotency record is encrypted. */
  secretAnswer?: boolean;
  /** MCP App for the answer (`ui://…`). */
  app?: `ui://${string}`;
  example: ToolExample;
  /** Null if this input mails no person. Throws the failures of `run`; a gate's refusal becomes a warning. */
  preview?(scope: Scope, input: never): Promise<PreviewedSend | null>;
  /** One sentence for each consequence of a change, for its approver. Null if this input needs no approval. */
  asks?(scope: Scope, input: never): Promise<readonly string[] | AskedChange | null>;
  /** Finds faults that `run` would report in an input that its schema rejects, so that one answer names every fault. */
  otherFaults?(input: Readonly<Record<string, unknown>>): FieldFault[];
  run(scope: Scope, input: never): Promise<unknown>;
};

/** The types of `run` follow from the input, the output and the failures. */
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

/** The returned value keeps its types for v1 and the SDK. */
export function defineTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Name extends FailureName,
>(definition: ToolDefinition<Input, Output, Name>): ToolDefinition<Input, Output, Name> & Tool {
  return definition as ToolDefinition<Input, Output, Name> & Tool;
}

export function listedToolset({ toolset, rare }: Pick<Tool, 'toolset' | 'rare'>): Toolset {
  return rare ? 'rare' : toolset;
}

/** Returns the tools of a door by name. */
export function toolsAt(catalogue: readonly Tool[], door: Door): Map<string, Tool> {
  return new Map(catalogue.filter((tool) => offeredAt(tool, door)).map((tool) => [tool.name, tool]));
}

export function offeredAt(tool: Tool, door: Door): boolean {
  return tool.doors === undefined || tool.doors.includes(door);
}
