import {
  agreedIn,
  approvalBy,
  askPerson,
  heldArguments,
  settleQuestion,
  takeAnswer,
  useQuestion,
} from '../engine/approval/ask-person.ts';
import { keepMails } from '../engine/approval/kept-mails.ts';
import { findNamedStates } from '../engine/approval/named-states.ts';
import { fingerprintOf, isAsAgreed } from '../engine/approval/send-approvals.ts';
import { accessNow } from '../engine/auth/granted-access.ts';
import type { Caller } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import type { SendPermit } from '../engine/context/send-permit.ts';
import { type ApprovalRecord, approvalLimits, approvalStatus } from '../model/approval/approval.ts';
import { Failure } from '../model/failure.ts';
import { idPrefixes, idsIn } from '../model/id.ts';
import type { OrganizationRecord } from '../model/organization/organization.ts';
import type { PreviewedSend } from '../model/sending/send-preview.ts';
import type { IdempotencyRequest } from './idempotency.ts';
import { invoke, previewCall, unheard } from './invoke.ts';
import { permitForNothing } from './send-permits.ts';
import type { Tool } from './tool.ts';
import { readArguments } from './tool-description.ts';

/**
 * Calls that wait for an approval. An approved call runs once: at the decision, or when the assistant repeats it, whichever comes first. If it
 * ran at the decision, the first repeat without an idempotency key returns its result with the current state, as long as nothing
 * it depends on has changed; any other repeat is a new call.
 */

/** An approved call, ready to be invoked. */
export type LetThrough = {
  permit: SendPermit;
  /** Idempotency record for its answer, unless the call has a key of its own. */
  idempotency: IdempotencyRequest;
  /** Records the outcome: `done` with the answer, or the name of a failure. */
  settle(outcome: string, answer?: unknown): Promise<void>;
};

/** Returns the idempotency record of a call without a key. */
export function answerKeyOf({ tool, id }: Pick<ApprovalRecord, 'tool' | 'id'>): IdempotencyRequest {
  return { place: `approval:${tool}`, key: id };
}

/**
 * Uses an approval up, if the call would still do what the person saw.
 * @returns `changed` if it would not; null if the approval was used before
 */
export async function letThrough(
  engine: Engine,
  caller: Caller,
  question: ApprovalRecord,
  previewed: PreviewedSend,
): Promise<LetThrough | 'changed' | null> {
  if (!isAsAgreed(previewed, agreedIn(question))) return 'changed';
  await keepMails(engine, caller.organization, question, previewed);
  if (!(await useQuestion(engine, caller, question))) return null;
  return {
    permit: { kind: 'approved', approval: approvalBy(question, previewed) },
    idempotency: answerKeyOf(question),
    // Only the assistant's own call settles by this, and it gets the answer at once.
    settle: (outcome, answer) =>
      settleQuestion(engine, caller, question.id, { outcome, answer, isAnswered: true }),
  };
}

/**
 * Result of running an approved call: done; `changed` and asked again; refused; `meanwhile` run by its assistant; or `left` to the assistant,
 * because only its own access token proves who it is.
 */
export type Ran =
  | { kind: 'done' }
  | { kind: 'left' }
  | { kind: 'changed' }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'meanwhile' };

/** A question with the current preview of its call. */
export type Look = {
  question: ApprovalRecord;
  /** Null if the question is closed, if the call would be refused, or if only the assistant can prove who it is. */
  previewed: PreviewedSend | null;
  /** The refusal the call would get now. */
  refusal: Failure | null;
};

/** Previews a waiting call again. If the preview has changed, the question is replaced by one about the new preview. */
export async function lookAgain(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  organization: OrganizationRecord,
  question: ApprovalRecord,
): Promise<Look> {
  const over = { question, previewed: null, refusal: null };
  const status = approvalStatus(question, engine.world.clock.now());
  if (status !== 'pending' && status !== 'declined') return over;
  const tool = tools.get(question.tool);
  const caller = await askerOf(engine, organization, question);
  if (caller === 'unknown') return over;
  if (!tool || !caller) return { ...over, refusal: new Failure(tool ? 'invalid_api_key' : 'not_found') };
  const given = heldArguments(engine, question);
  try {
    const { input } = readArguments(tool, given, 'mcp');
    const previewed = await previewCall(engine, tool, caller, input);
    if (previewed?.refusal) return { ...over, refusal: previewed.refusal };
    if (!previewed || isAsAgreed(previewed, agreedIn(question))) return { ...over, previewed };
    const asked = await askPerson(
      engine,
      { caller, tool: tool.name, given },
      previewed,
      question.shown.because,
    );
    return { ...over, question: asked?.question ?? question, previewed };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...over, refusal: error };
  }
}

/**
 * Runs an approved call as its assistant.
 * @throws an error that is no `Failure`: the outcome is unknown then, and a repeat asks again
 */
export async function runHeldCall(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  organization: OrganizationRecord,
  question: ApprovalRecord,
): Promise<Ran> {
  if (approvalStatus(question, engine.world.clock.now()) !== 'approved') return { kind: 'meanwhile' };
  const tool = tools.get(question.tool);
  const caller = await askerOf(engine, organization, question);
  if (caller === 'unknown') return { kind: 'left' };
  const refused = async (failure: Failure): Promise<Ran> => {
    if (!(await useQuestion(engine, { organization }, question))) return { kind: 'meanwhile' };
    await settleQuestion(engine, { organization }, question.id, { outcome: failure.failure });
    return { kind: 'refused', failure };
  };
  if (!tool) return await refused(new Failure('not_found', { message: 'There is no such tool any more' }));
  if (!caller) return await refused(new Failure('invalid_api_key'));
  let through: LetThrough | 'changed' | null;
  const given = heldArguments(engine, question);
  const read = readArguments(tool, given, 'mcp');
  try {
    const previewed = await previewCall(engine, tool, caller, read.input);
    if (previewed?.refusal) return await refused(previewed.refusal);
    if (!previewed) return await refused(new Failure('conflict', { message: 'There is nothing left to do' }));
    through = await letThrough(engine, caller, question, previewed);
    if (through === 'changed') {
      await askPerson(engine, { caller, tool: tool.name, given }, previewed, question.shown.because);
      return { kind: 'changed' };
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return await refused(error);
  }
  if (through === null) return { kind: 'meanwhile' };
  const { permit, idempotency } = through;
  let answer: unknown;
  try {
    const listening = { ...unheard, permit };
    const key = read.idempotency ?? idempotency;
    ({ output: answer } = await invoke(engine, tool, caller, read.input, key, listening));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await settleQuestion(engine, caller, question.id, { outcome: error.failure });
    return { kind: 'refused', failure: error };
  }
  const after = await markOfRepeat(engine, tool, caller, read.input, idsIn(answer, approvalLimits.idsMax));
  await settleQuestion(engine, caller, question.id, { outcome: 'done', answer, after });
  return { kind: 'done' };
}

/**
 * Returns the result of a call that its approval carried out, for its first repeat without an idempotency key; null where
 * something it depends on has changed since: then the repeat is a new call. Nothing is done again.
 *
 * @param tools those that read the current state
 */
export async function takeResult(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  { caller, tool, input }: { caller: Caller; tool: Tool; input: Record<string, unknown> },
  question: ApprovalRecord,
): Promise<Record<string, unknown> | null> {
  const { outcome, answeredAt, shown } = question;
  if ((outcome !== 'done' && outcome !== null) || answeredAt !== null) return null;
  const { place, key } = answerKeyOf(question);
  const found = await engine.store
    .forOrganization(caller.organization.key)
    .idempotency.find(place, key, engine.world.clock.now());
  if (found === undefined) return null;
  // A process that stopped right after the call stored the answer but no mark. Running the call again would be worse.
  const isMarked = outcome === 'done';
  if (isMarked && shown.after === undefined) return null;
  if (isMarked && (await markOfRepeat(engine, tool, caller, input, shown.ids ?? [])) !== shown.after)
    return null;
  if (!(await takeAnswer(engine, caller, question.id))) return null;
  const listening = { ...unheard, permit: await permitForNothing(engine, caller) };
  const { output } = await invoke(engine, tool, caller, input, { place, key }, listening);
  return await withCurrentState(engine, tools, { caller, tool }, output as Record<string, unknown>);
}

/** Tool and argument that read a resource, by id prefix. */
const readers: Readonly<Record<string, readonly [tool: string, argument: string]>> = {
  [idPrefixes.campaign]: ['get_campaign', 'campaignId'],
  [idPrefixes.workflow]: ['get_workflow', 'workflowId'],
  [idPrefixes.token]: ['get_token', 'id'],
};

/** Replaces the fields of a result that its resource has with their current values. */
async function withCurrentState(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  { caller, tool }: { caller: Caller; tool: Tool },
  result: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const id = String(result.id);
  const [name, argument] = readers[id.slice(0, id.indexOf('_'))] ?? [];
  const reader = name === undefined ? undefined : tools.get(name);
  if (!reader || !argument) return result;
  try {
    const { output } = await invoke(engine, reader, caller, { [argument]: id });
    const current = Object.entries(output as object).filter(([field]) => Object.hasOwn(result, field));
    const shown = { ...result, ...Object.fromEntries(current) };
    return tool.output.safeParse(shown).success ? shown : result;
  } catch (error) {
    if (error instanceof Failure) return result;
    throw error;
  }
}

/**
 * Returns a fingerprint of what a call would do now: its preview or refusal, and the status of the workflows it names, which no preview
 * shows. Undefined if an error prevents the preview.
 */
async function markOfRepeat(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  input: unknown,
  ids: readonly string[],
): Promise<string | undefined> {
  const verdict = async (): Promise<unknown> => {
    try {
      return (await previewCall(engine, tool, caller, input))?.about ?? null;
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return { refused: error.failure };
      throw error;
    }
  };
  try {
    const states = await findNamedStates(engine.store.forOrganization(caller.organization.key), ids);
    // The status of a campaign advances by itself. If the call depends on it, the preview shows that.
    const workflows = states.filter(({ object }) => object === 'workflow');
    return fingerprintOf([await verdict(), workflows]);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

/** Returns the caller that asked, with its current rights; null if it has none any more. */
async function askerOf(
  { store, world }: Engine,
  organization: OrganizationRecord,
  { token: asker, grant, client }: ApprovalRecord,
): Promise<Caller | 'unknown' | null> {
  const base = {
    door: 'mcp' as const,
    organization,
    requestId: world.ids.id('msg'),
    ...(client !== null && { client }),
  };
  const access = await accessNow({ store, world }, organization, asker, grant);
  return access === null || access === 'unknown' ? access : { ...base, ...access };
}
