import { createAudit } from '../../../contract/audit.ts';
import { assertScope } from '../../../contract/authorize.ts';
import {
  isOnlyTried,
  type ReadArguments,
  readArguments,
  refuseTooManyArguments,
} from '../../../contract/description/tool-description.ts';
import type { Detail } from '../../../contract/detail.ts';
import { invoke } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { SendPermit } from '../../../engine/context/send-permit.ts';
import { toFailure } from '../../../engine/context/to-failure.ts';
import { Failure, invalidFields, type ToolError } from '../../../model/failure.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { DatabaseUnavailable } from '../../../store/outage.ts';
import { readTraceContext, type TraceContext } from '../../../world/telemetry/trace-context.ts';
import type { SpanAttributes } from '../../../world/telemetry/traces.ts';
import { type AskedDetail, chooseFields, readDetail } from '../output/detail.ts';
import { faultsOnce } from '../output/faults-once.ts';
import { groupFaults } from '../output/group-failures.ts';
import { markedError, unmarked } from '../output/mark-untrusted-text.ts';
import { visibleJson } from '../output/marked-json.ts';
import { toolError } from '../output/tool-error.ts';
import { type Truncated, truncateError, truncateResult } from '../output/truncate-result.ts';
import type { Answered, Conversation, InputWanted } from '../protocol/server-definition.ts';
import { byOwnNames, withListedPaths } from './argument-names.ts';
import { confirmSend } from './confirm.ts';
import type { McpContext } from './context.ts';
import type { Decision } from './decision.ts';
import { resultNotes, sentNotes } from './result-notes.ts';

/** Marks every result as untrusted, because it may contain text of other people, which is never an instruction. */
export const untrustedMark = { 'posthouse/untrusted': true };

type Given = {
  context: McpContext;
  caller: Caller;
  tool: Tool;
  given: Fields;
  conversation: Conversation;
};

type Outcome =
  | { kind: 'done'; output: Fields; detail: Detail; permit: SendPermit | undefined; note?: string }
  | { kind: 'refused'; failure: Failure; isApproved: boolean }
  | Exclude<Decision, { kind: 'go' } | { kind: 'done before' }>;

/** Failures become results. */
export async function callTool(
  context: McpContext,
  asking: Caller,
  tool: Tool,
  given: Fields,
  conversation: Conversation,
  offered: (name: string) => boolean,
): Promise<Answered | InputWanted> {
  const caller = callerIn(context, asking, conversation);
  const outcome = await carryOut({ context, caller, tool, given: unmarked(given), conversation });
  switch (outcome.kind) {
    case 'input wanted':
      return outcome.wanted;
    case 'answer':
      return answered(truncateResult(tool, outcome.value, 'full', offered));
    case 'refused': {
      const { failure, left } = groupFaults(outcome.failure);
      const error = toolError({ failure, tool, offered, confirmed: outcome.isApproved });
      return refused(withListedPaths(tool, faultsOnce(error)), left);
    }
    case 'done': {
      const bounded = truncateResult(tool, outcome.output, outcome.detail, offered);
      const notes = [
        ...bounded.notes,
        ...(await notesOn(context, { caller, tool, conversation }, outcome, bounded, offered)),
      ];
      return answered({ ...bounded, notes });
    }
  }
}

function callerIn(context: McpContext, asking: Caller, conversation: Conversation): Caller {
  return {
    ...asking,
    client: conversation.client,
    ...(context.engine.world.traces && {
      trace: traceIn(conversation),
      cameBy: { ...asking.cameBy, ...requestIdOf(conversation) },
    }),
  };
}

/** @param tries second try for a call whose place in the allowance was taken by a concurrent call */
async function carryOut(call: Given, tries = 2): Promise<Outcome> {
  const decided = await decide(call).catch((error: unknown) => noteRefusal(call, error));
  if (decided.kind !== 'go') return decided;
  const { context, caller, tool, conversation } = call;
  const { read, detail, fields, permit, settle } = decided;
  const { signal, progress } = conversation;
  const listening = { signal, progress, ...(permit && { permit }) };
  const idempotency = read.idempotency ?? decided.idempotency;
  try {
    const { output } = await invoke(context.engine, tool, caller, read.input, idempotency, listening);
    await settle?.('done', output);
    const shown = chooseFields(withPageTotal(tool, read.input, output as Fields), fields);
    return { kind: 'done', output: shown, detail, permit };
  } catch (error) {
    const failure = failureIn(context, error);
    if (tries > 1 && permit?.kind === 'allowance' && isOverAllowance(failure))
      return await carryOut(call, tries - 1);
    await settle?.(failure.failure);
    return { kind: 'refused', failure, isApproved: permit?.kind === 'approved' };
  }
}

/** A list on a single page is counted by its entries. */
function withPageTotal({ name }: Tool, { after, before }: Fields, output: Fields): Fields {
  const { data, has_more, total, next_after } = output;
  const isWhole = name.startsWith('list_') && has_more === false && Array.isArray(data);
  if (!isWhole || (after ?? before ?? total ?? next_after) !== undefined) return output;
  return { ...output, total: data.length };
}

function isOverAllowance({ failure, details }: Failure): boolean {
  const { reason } = (details ?? {}) as { reason?: unknown };
  return failure === 'confirmation_required' && reason === 'not_confirmed';
}

type Go = Extract<Decision, { kind: 'go' }> & { read: ReadArguments } & AskedDetail;

async function decide(call: Given): Promise<Go | Exclude<Outcome, { kind: 'refused' }>> {
  const { context, caller, tool, given, conversation } = call;
  // First, because a caller without the scope need not learn the arguments.
  assertScope(tool, caller, given);
  refuseTooManyArguments(given);
  const named = byOwnNames(tool, given);
  if (named.faults.length > 0) throw invalidFields(named.faults);
  const { given: rest, ...asked } = readDetail(tool, named.given);
  const read = readArguments(tool, rest, 'mcp');
  const decided = await confirmSend(context, caller, tool, read, conversation);
  if (decided.kind === 'go') return { ...decided, read, ...asked };
  if (decided.kind !== 'done before') return decided;
  return {
    kind: 'done',
    output: decided.result,
    detail: asked.detail,
    permit: undefined,
    note: decided.note,
  };
}

/** Records an attempt that was refused before `invoke`, which records all others. */
async function noteRefusal({ context, caller, tool, given }: Given, error: unknown): Promise<Outcome> {
  const failure = failureIn(context, error);
  if (!isOnlyTried(tool, given)) await createAudit(context.engine, tool, caller, given)?.settle(failure);
  return { kind: 'refused', failure, isApproved: false };
}

function failureIn({ engine }: McpContext, error: unknown): Failure {
  const failure = error instanceof DatabaseUnavailable ? toFailure(engine.world.log, error, {}) : error;
  if (failure instanceof Failure) return failure;
  throw error;
}

async function notesOn(
  context: McpContext,
  { caller, tool, conversation }: Pick<Given, 'caller' | 'tool' | 'conversation'>,
  { output, permit, note }: Extract<Outcome, { kind: 'done' }>,
  { value }: Truncated,
  offered: (name: string) => boolean,
): Promise<string[]> {
  const isApproved = permit?.kind === 'approved';
  const approvedFor = isApproved ? permit.approval.recipients : undefined;
  return [
    ...(isApproved && conversation.requestState !== undefined ? [agreedInForm] : []),
    ...(await sentNotes(context.engine, caller, tool)),
    ...resultNotes(
      tool,
      { whole: output, shown: value, approvedFor },
      { offered, forPeople: context.forPeople },
    ),
    ...(note === undefined ? [] : [note]),
  ];
}

/** Models do not see the form of their client. */
const agreedInForm = 'Your client asked the person, who approved exactly this.';

/** SEP-414: `_meta` carries the client's trace under the W3C header names. */
function traceIn({ meta }: Conversation): TraceContext | null {
  return readTraceContext(meta?.traceparent, meta?.tracestate);
}

function requestIdOf({ requestId }: Conversation): SpanAttributes {
  return requestId === undefined ? {} : { 'jsonrpc.request.id': String(requestId) };
}

function answered({ json, notes, links }: Truncated): Answered {
  return {
    json,
    content: [
      ...notes.map((text) => ({ type: 'text', text })),
      ...links.map((link) => ({ type: 'resource_link', ...link })),
    ],
    meta: untrustedMark,
  };
}

/** @param left faults beyond the shown ones */
function refused(refusal: ToolError, left: number): Answered {
  const { error, notes } = truncateError(refusal);
  const further = left === 0 ? [] : [`Omitted for length: ${left} more faults.`];
  const texts = [visibleJson(markedError(error)), ...notes, ...further];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true, meta: untrustedMark };
}
