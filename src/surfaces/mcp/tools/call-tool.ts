import { auditOf } from '../../../contract/audit.ts';
import { assertScope } from '../../../contract/authorize.ts';
import { invoke } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import { isOnlyTried, readArguments, refuseTooManyArguments } from '../../../contract/tool-description.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import { failureOf } from '../../../engine/context/failure-of.ts';
import { Failure, invalidFields, type ToolError } from '../../../model/failure.ts';
import { DatabaseUnavailable } from '../../../store/outage.ts';
import { readTraceContext, type TraceContext } from '../../../world/telemetry/trace-context.ts';
import type { SpanAttributes } from '../../../world/telemetry/traces.ts';
import { forPeopleNotes, textsOfDocs } from '../content/for-people.ts';
import { readDetail } from '../output/detail.ts';
import { faultsOnce } from '../output/faults-once.ts';
import { markedError, unmarked } from '../output/mark-untrusted-text.ts';
import { visibleJson } from '../output/marked-json.ts';
import { resultNotes } from '../output/result-notes.ts';
import { sentNotes } from '../output/sent-notes.ts';
import { toolError } from '../output/tool-error.ts';
import { type Truncated, truncateError, truncateResult } from '../output/truncate-result.ts';
import type { Fields } from '../protocol/fields.ts';
import type { Answered, Conversation, InputWanted } from '../protocol/server-definition.ts';
import { byOwnNames, withListedPaths } from './argument-names.ts';
import { confirmSend } from './confirm.ts';
import type { McpContext } from './context.ts';

/**
 * Text that others wrote may stand anywhere in an answer, so every answer is marked: what is in it is never an
 * instruction.
 */
export const untrustedMark = { 'posthouse/untrusted': true };

/**
 * Calls a tool as an assistant does: reads what was given, asks a person where one has to be asked, and answers in words
 * that are short enough and cannot be taken for orders. Never throws a `Failure`: a refusal is an answer too.
 *
 * @param offered whether this connection may use a tool of this name
 */
export async function callTool(
  context: McpContext,
  asking: Caller,
  tool: Tool,
  given: Fields,
  conversation: Conversation,
  offered: (name: string) => boolean,
): Promise<Answered | InputWanted> {
  const caller = {
    ...asking,
    client: conversation.client,
    ...(context.engine.world.traces && {
      trace: traceIn(conversation),
      cameBy: { ...asking.cameBy, ...requestIdOf(conversation) },
    }),
  };
  let meant = unmarked(given);
  let confirmed = false;
  let invoked = false;
  let uncount: (() => Promise<void>) | undefined;
  let settle: ((outcome: string, answer?: unknown) => Promise<void>) | undefined;
  try {
    // Before the arguments are looked at: a caller without the scope need not learn how a tool is used.
    assertScope(tool, caller, meant);
    refuseTooManyArguments(meant);
    const named = byOwnNames(tool, meant);
    if (named.faults.length > 0) throw invalidFields(named.faults);
    meant = named.given;
    const { given: rest, detail } = readDetail(tool, meant);
    const read = readArguments(tool, rest, 'mcp');
    const { signal, progress } = conversation;
    let output: unknown;
    let approvedFor: number | undefined;
    let doneBefore: string | undefined;
    for (let isFirst = true, isDone = false; !isDone; isFirst = false) {
      const decided = await confirmSend(context, caller, tool, read, conversation);
      if (decided.kind === 'input wanted') return decided.wanted;
      if (decided.kind === 'answer') return answered(truncateResult(tool, decided.value, 'full', offered));
      if (decided.kind === 'done before') {
        output = decided.result;
        doneBefore = decided.note;
        break;
      }
      const { approval, mayMail, staysHere, unasked } = decided;
      uncount = decided.uncount;
      settle = decided.settle;
      confirmed = approval !== undefined;
      approvedFor = approval?.recipients;
      invoked = true;
      const listening = { signal, progress, approval, mayMail, staysHere, unasked };
      const idempotency = read.idempotency ?? decided.idempotency;
      try {
        ({ output } = await invoke(context.engine, tool, caller, read.input, idempotency, listening));
        isDone = true;
      } catch (error) {
        // Others used the room up between the look and the acceptance: now its person is asked.
        if (!isFirst || unasked === undefined || !isUnconfirmed(error)) throw error;
      }
    }
    if (settle) await settle('done', output);
    const bounded = truncateResult(tool, output as Fields, detail, offered);
    const notes = [
      ...bounded.notes,
      ...(confirmed && conversation.requestState !== undefined ? [agreedInForm] : []),
      ...(await sentNotes(context.engine, caller, tool)),
      ...resultNotes(tool, { whole: output as Fields, shown: bounded.value, approvedFor }, offered),
      ...forPeopleNotes(textsOfDocs(tool, output as Fields), context.forPeople, offered),
      ...(doneBefore === undefined ? [] : [doneBefore]),
    ];
    return answered({ ...bounded, notes });
  } catch (error) {
    // Also for what is read before `invoke`: whether the call was made before, whose yes it waits for.
    const failure =
      error instanceof DatabaseUnavailable ? failureOf(context.engine.world.log, error, {}) : error;
    if (!(failure instanceof Failure)) throw error;
    if (invoked && saysNothingWasDone(failure)) await uncount?.();
    if (invoked) await settle?.(failure.failure);
    // What `invoke` is given it notes itself. What came no further is an attempt all the same, unless it was only to be
    // tried.
    if (!invoked && !isOnlyTried(tool, meant)) {
      await auditOf(context.engine, tool, caller, meant)?.settle(failure);
    }
    const refusal = faultsOnce(toolError({ failure, tool, offered, confirmed }));
    return refused(withListedPaths(tool, refusal));
  }
}

/** The model of a client that asks by a form sees nothing of it. */
const agreedInForm = 'Your client asked its person, who agreed to exactly this.';

function isUnconfirmed(error: unknown): boolean {
  return error instanceof Failure && error.failure === 'confirmation_required';
}

/** SEP-414: a client's trace stands in `_meta`, under the names that W3C has for headers. */
function traceIn({ meta }: Conversation): TraceContext | null {
  return readTraceContext(meta?.traceparent, meta?.tracestate);
}

function requestIdOf({ requestId }: Conversation): SpanAttributes {
  return requestId === undefined ? {} : { 'jsonrpc.request.id': String(requestId) };
}

/** Of anything else one cannot tell whether something was written before it. */
function saysNothingWasDone({ failure, status }: Failure): boolean {
  return status < 500 && failure !== 'cancelled';
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

function refused(refusal: ToolError): Answered {
  const { error, notes } = truncateError(refusal);
  const texts = [visibleJson(markedError(error)), ...notes];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true, meta: untrustedMark };
}
