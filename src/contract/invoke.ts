import { hideLinks, hideLinksInFailure } from '../engine/content/hide-links.ts';
import { type Caller, isAssistant } from '../engine/context/caller.ts';
import { type IdempotencyRecord, KeyAlreadyUsed, remember } from '../engine/context/idempotency-record.ts';
import { EditOvertaken } from '../engine/context/retry-edit.ts';
import { type Engine, type Scope, sealedEngine } from '../engine/context/scope.ts';
import { approvalOf, openPermit, type SendPermit } from '../engine/context/send-permit.ts';
import { toFailure } from '../engine/context/to-failure.ts';
import { assertStorage } from '../engine/organizations/assert-storage.ts';
import { Failure, type FailureDetails, type FailureName, invalidFields } from '../model/failure.ts';
import { type CauseChain, linkOfCall } from '../model/sending/mail-cause.ts';
import type { PreviewedSend } from '../model/sending/send-preview.ts';
import { findFreeField } from '../model/text/custom-attributes.ts';
import type { Queries } from '../store/database.ts';
import { addAuditEntries } from '../store/records/access/audit.ts';
import { OrganizationStore } from '../store/store.ts';
import { observe } from '../world/telemetry/observe.ts';
import { withSentences } from './asked-change.ts';
import { type Audit, createAudit } from './audit.ts';
import { assertScope } from './authorize.ts';
import { commitTogether, workAlone } from './commit-together.ts';
import { withReview } from './content-review.ts';
import { argumentNames, mayAsk } from './description/tool-description.ts';
import { fingerprintCall, type IdempotencyRequest, memoryFor, replayAnswer } from './idempotency.ts';
import { observedCall } from './observe-call.ts';
import { countPermitted, permitWithoutAsking, rootOfAssistant } from './send-permits.ts';
import type { Tool } from './tool.ts';
import { readBy, unsoundField, withOtherFaults } from './validation-errors.ts';

export type Outcome = {
  output: unknown;
  created: boolean;
  /** From an earlier request with the same Idempotency-Key. */
  replayed: boolean;
};

/** `permit` is absent at a door that cannot ask a person. */
export type Listening = Pick<Scope, 'signal' | 'progress'> & { permit?: SendPermit };

/** For a door without progress and cancellation. */
export const noListener: Listening = { signal: new AbortController().signal, progress() {} };

/**
 * Validates, authorizes, audits, replays, runs and logs a call, for every door. @throws Failure if the caller
 * may learn the reason; other errors are logged and become `internal_server_error`
 */
export function invoke(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  idempotency?: IdempotencyRequest | undefined,
  listening: Listening = noListener,
): Promise<Outcome> {
  const call = () => use(engine, tool, caller, input, idempotency, listening);
  return observe(engine.world, () => observedCall<Outcome>(tool, caller), call);
}

async function use(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  idempotency: IdempotencyRequest | undefined,
  listening: Listening,
): Promise<Outcome> {
  const startedAt = engine.world.clock.monotonic();
  const audit = createAudit(engine, tool, caller, input, listening.permit);
  try {
    const parsed = validate(tool, caller, input);
    assertScope(tool, caller, parsed);
    // No further await for callers that are no assistants. An unaudited read needs no root.
    const needsRoot = isAssistant(caller) && (audit !== null || tool.effect !== 'read');
    const root = needsRoot ? await rootOfAssistant(engine, caller, listening.permit) : null;
    await audit?.begin(root);
    // An approved read keeps its answer for the assistant's repeat.
    const isRepeatable = idempotency && (tool.effect !== 'read' || mayAsk(tool));
    const outcome = isRepeatable
      ? await memoize(engine, tool, caller, input, idempotency, (memory) =>
          run(engine, tool, caller, parsed, { memory, audit, root }, listening),
        )
      : await run(engine, tool, caller, parsed, { memory: null, audit, root }, listening);
    engine.world.log.debug(
      {
        requestId: caller.requestId,
        tool: tool.name,
        door: caller.door,
        organization: caller.organization.id,
        replayed: outcome.replayed,
        ms: Math.round(engine.world.clock.monotonic() - startedAt),
      },
      'done',
    );
    await audit?.settle(outcome.replayed ? 'replayed' : 'done', outcome.output);
    return isAssistant(caller) ? { ...outcome, output: hideLinks(outcome.output) } : outcome;
  } catch (error) {
    const failure = failureFor(
      engine,
      tool,
      caller,
      await withReview(engine, caller, error),
      listening.signal,
    );
    await audit?.settle(failure);
    throw failure;
  }
}

/** Null if this input needs no approval and mails no person. @throws Failure as `invoke` does */
export async function previewCall(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  signal = noListener.signal,
): Promise<PreviewedSend | null> {
  if (!tool.preview && !tool.asks) return null;
  try {
    const parsed = validate(tool, caller, input);
    assertScope(tool, caller, parsed);
    return await look(engine, tool, caller, parsed, signal);
  } catch (error) {
    throw failureFor(engine, tool, caller, error, signal);
  }
}

async function look(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<PreviewedSend | null> {
  const nothingIsWritten = (): never => {
    throw new Error(`the preview of ${tool.name} wrote something`);
  };
  const scope: Scope = {
    ...noListener,
    signal,
    permit: openPermit,
    cause: [],
    ...standing(engine, caller),
    commit: nothingIsWritten,
    commitTogether: nothingIsWritten,
    rehearse: nothingIsWritten,
    accept: nothingIsWritten,
    created: nothingIsWritten,
  };
  const previewed = (await tool.preview?.(scope, input as never)) ?? null;
  const sentences = (await tool.asks?.(scope, input as never)) ?? null;
  const seen = sentences === null ? previewed : withSentences(tool, input, sentences, previewed);
  return seen && isAssistant(caller) ? { ...seen, preview: hideLinks(seen.preview) } : seen;
}

function validate(tool: Tool, { door }: Caller, input: unknown): Record<string, unknown> {
  const unsound = unsoundField(input);
  if (unsound) throw invalidFields([unsound]);
  const read = readBy(tool.input, input, () => ({
    fields: argumentNames(tool, door),
    free: findFreeField(tool.input.shape),
  }));
  if ('value' in read) return read.value;
  throw invalidFields(withOtherFaults(read.faults, isObject(input) ? (tool.otherFaults?.(input) ?? []) : []));
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Replays a repeated request, or runs it with an idempotency record, written in the transaction of the effect. */
async function memoize(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  request: IdempotencyRequest,
  act: (memory: IdempotencyRecord) => Promise<Outcome>,
): Promise<Outcome> {
  const made = fingerprintCall(tool, caller, request.about ?? input);
  const fingerprint = typeof made === 'string' ? made : await made;
  const memory = memoryFor(engine, tool, request, fingerprint);
  const running = `${caller.organization.key} ${memory.place} ${memory.key}`;
  if (engine.answering.has(running)) throw stillRunning();
  engine.answering.add(running);
  try {
    // A send looks up its record in its own transaction, together with others.
    const earlier = tool.effect === 'send' ? null : await replayAnswer(engine, tool, caller, memory);
    if (earlier) return { ...earlier, replayed: true };
    return await act(memory);
  } catch (error) {
    // A send refused before its transaction may be a repeat too, answered from the concurrent request's record.
    const taken = error instanceof KeyAlreadyUsed;
    if (!taken && tool.effect !== 'send') throw error;
    const earlier = await replayAnswer(engine, tool, caller, memory);
    if (earlier) return { ...earlier, replayed: true };
    throw taken ? stillRunning() : error;
  } finally {
    engine.answering.delete(running);
  }
}

function stillRunning(): Failure {
  return new Failure('concurrent_idempotent_requests', { retryAfterSeconds: 1 });
}

async function run(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: Record<string, unknown>,
  { memory, audit, root }: { memory: IdempotencyRecord | null; audit: Audit | null; root: string | null },
  listening: Listening,
): Promise<Outcome> {
  const here = standing(engine, caller);
  const { now } = here;
  const organization = caller.organization.key;
  let created = tool.rest?.status === 201;
  let written = false;
  // The last check for a cancellation: nothing is written before it, everything after it.
  const writeOnce = (): void => {
    listening.signal.throwIfAborted();
    if (written) throw new Error(`${tool.name} writes twice in one invocation`);
    written = true;
  };
  const kept = memory && { ...memory, write: (output: unknown) => memory.write({ output, created }) };
  const preview = () => look(engine, tool, caller, input, listening.signal);
  // No further await for callers that are no assistants.
  const decidePermit = () =>
    permitWithoutAsking(engine, { tool, caller, input, ...(root !== null && { root }) }, preview);
  const permit = listening.permit ?? (isAssistant(caller) ? await decidePermit() : openPermit);
  const isRead = tool.effect === 'read';
  const approval = approvalOf(permit)?.id;
  const cause: CauseChain = isRead ? [] : [linkOfCall(tool.name, caller, { root, approval })];
  const storeFor = async (queries: Queries): Promise<OrganizationStore> => {
    const store = new OrganizationStore(queries, organization).startedBy(cause);
    return root === null || isRead ? store : store.byAssistant(engine.world.clock, root);
  };
  const scope: Scope = {
    ...listening,
    ...here,
    permit,
    cause,
    async commit(work) {
      writeOnce();
      const writing = engine.store.database.transaction(async (queries) => {
        // A deadlock repeats the work, and only the last attempt counts.
        created = tool.rest?.status === 201;
        const store = await storeFor(queries);
        await countPermitted(queries, engine, caller, permit, now);
        const answer = await work(store);
        await assertStorage(queries, caller.organization);
        if (kept) await remember(queries, engine.secretBox, [{ organization, memory: kept, answer }], now);
        const entry = audit?.entryOf(answer);
        if (entry) await addAuditEntries(queries, [entry]);
        return answer;
      });
      try {
        const answer = await writing;
        audit?.committed();
        return answer;
      } catch (error) {
        // The edit rolled back, so it may commit again.
        if (error instanceof EditOvertaken) written = false;
        throw error;
      }
    },
    async commitTogether(alike, part, work) {
      const mayShare = root === null && audit === null && permit.kind === 'open';
      if (alike === null || !mayShare) return await scope.commit((store) => workAlone(store, part, work));
      writeOnce();
      return await commitTogether(engine, tool.name, alike, { caller, cause, memory: kept, now, part, work });
    },
    async rehearse(work) {
      return await undone(engine, async (queries) => {
        const answer = await work(await storeFor(queries));
        await assertStorage(queries, caller.organization);
        return answer;
      });
    },
    async accept(submission) {
      writeOnce();
      const answer = await engine.accept.submit({
        ...submission,
        caller,
        now,
        cause,
        memory: kept,
        ...(audit && { entryOf: audit.entryOf }),
        permit,
      });
      audit?.committed();
      return answer;
    },
    created() {
      created = true;
    },
  };
  listening.signal.throwIfAborted();
  const work = () => tool.run(scope, input as never);
  const output = tool.bulk ? await engine.bulkTurns.inTurn(organization, work) : await work();
  checkOutput(tool, output);
  return { output, created, replayed: false };
}

async function undone<Answer>(
  { store }: Engine,
  work: (queries: Queries) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await store.database.transaction(async (queries) => {
      throw new Rehearsed(await work(queries));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer as Answer;
    throw error;
  }
}

class Rehearsed extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('This transaction was only tried');
    this.answer = answer;
  }
}

function standing(
  engine: Engine,
  caller: Caller,
): Pick<Scope, 'caller' | 'now' | 'engine' | 'store' | 'fail'> {
  return {
    caller,
    now: engine.world.clock.now(),
    engine: sealedEngine(engine),
    store: engine.store.forOrganization(caller.organization.key),
    fail(name: FailureName, more?: FailureDetails): never {
      throw new Failure(name, more);
    },
  };
}

/** @throws Error if the output violates its schema, so that a test finds the bug */
function checkOutput(tool: Tool, output: unknown): void {
  const result = tool.output.safeParse(output);
  if (!result.success) {
    throw new Error(
      `${tool.name} answered something its output schema does not allow: ${result.error.message}`,
    );
  }
}

/** Internal errors are logged and answered without details. */
function failureFor(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  error: unknown,
  signal: AbortSignal,
): Failure {
  const refusal = wasCancelled(error, signal) ? new Failure('cancelled') : error;
  if (refusal instanceof Failure) {
    engine.world.log.debug(
      { requestId: caller.requestId, tool: tool.name, door: caller.door, failure: refusal.failure },
      'refused',
    );
    return isAssistant(caller) ? hideLinksInFailure(refusal) : refusal;
  }
  return toFailure(engine.world.log, error, {
    requestId: caller.requestId,
    tool: tool.name,
    door: caller.door,
  });
}

/** A signal throws any reason; APIs that take the signal throw an AbortError. */
function wasCancelled(error: unknown, { aborted, reason }: AbortSignal): boolean {
  if (!aborted) return false;
  return error === reason || (error instanceof Error && error.name === 'AbortError');
}
