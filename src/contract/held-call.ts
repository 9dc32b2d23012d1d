import {
  approvalBy,
  approvedTerms,
  askPerson,
  heldArguments,
  settleQuestion,
  takeAnswer,
  useQuestion,
} from '../engine/approval/ask-person.ts';
import { previewReview } from '../engine/approval/content-reviews.ts';
import { keepMails } from '../engine/approval/kept-mails.ts';
import { findNamedStates } from '../engine/approval/named-states.ts';
import { hashSubject, isAsAgreed } from '../engine/approval/send-approvals.ts';
import { accessNow } from '../engine/auth/oauth/granted-access.ts';
import type { Caller } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import type { SendPermit } from '../engine/context/send-permit.ts';
import {
  type ApprovalRecord,
  approvalLimits,
  approvalStatus,
  contentReview,
} from '../model/approval/approval.ts';
import { Failure } from '../model/failure.ts';
import { idPrefixes, idsIn } from '../model/id.ts';
import type { OrganizationRecord } from '../model/organization/organization.ts';
import type { PreviewedSend } from '../model/sending/send-preview.ts';
import { readArguments } from './description/tool-description.ts';
import type { IdempotencyRequest } from './idempotency.ts';
import { invoke, noListener, previewCall } from './invoke.ts';
import { permitForNothing } from './send-permits.ts';
import type { Tool } from './tool.ts';

/**
 * An approved call runs once, at the decision or a repeat before it. The first repeat after that gets the
 * stored result, unless it has an idempotency key or something relevant has changed.
 */

export type LetThrough = {
  permit: SendPermit;
  /** Used unless the call has a key of its own. */
  idempotency: IdempotencyRequest;
  /** `outcome` is `done` or the name of a failure. */
  settle(outcome: string, answer?: unknown): Promise<void>;
};

export function createAnswerKey({ tool, id }: Pick<ApprovalRecord, 'tool' | 'id'>): IdempotencyRequest {
  return { place: `approval:${tool}`, key: id };
}

/** @returns `changed` if the call would no longer do what the person saw; null if the approval was used before */
export async function permitApproved(
  engine: Engine,
  caller: Caller,
  question: ApprovalRecord,
  previewed: PreviewedSend,
): Promise<LetThrough | 'changed' | null> {
  if (!isAsAgreed(previewed, approvedTerms(question))) return 'changed';
  await keepMails(engine, caller.organization, question, previewed);
  if (!(await useQuestion(engine, caller, question))) return null;
  return {
    permit: { kind: 'approved', approval: approvalBy(question, previewed) },
    idempotency: createAnswerKey(question),
    // The assistant's own call gets the answer directly.
    settle: (outcome, answer) =>
      settleQuestion(engine, caller, question.id, { outcome, answer, isAnswered: true }),
  };
}

/** `meanwhile`: the assistant ran it. `left`: only the assistant's token can authenticate it. `changed`: asked again. */
export type Ran =
  | { kind: 'done' }
  | { kind: 'released' }
  | { kind: 'left' }
  | { kind: 'changed' }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'meanwhile' };

export type RenewedPreview = {
  question: ApprovalRecord;
  /** Null if the request is closed, the call would be refused, or only the assistant can authenticate it. */
  previewed: PreviewedSend | null;
  refusal: Failure | null;
};

/** Previews a waiting call again. A changed preview replaces the request. */
export async function previewAgain(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  organization: OrganizationRecord,
  question: ApprovalRecord,
): Promise<RenewedPreview> {
  const over = { question, previewed: null, refusal: null };
  const status = approvalStatus(question, engine.world.clock.now());
  if (status !== 'pending' && status !== 'declined') return over;
  if (question.tool === contentReview.tool)
    return { ...over, previewed: previewReview(engine, organization, question) };
  const tool = tools.get(question.tool);
  const caller = await askerOf(engine, organization, question);
  if (caller === 'unknown') return over;
  if (!tool || !caller) return { ...over, refusal: new Failure(tool ? 'invalid_api_key' : 'not_found') };
  const given = heldArguments(engine, question);
  try {
    const { input } = readArguments(tool, given, 'mcp');
    const previewed = await previewCall(engine, tool, caller, input);
    if (previewed?.refusal) return { ...over, refusal: previewed.refusal };
    if (!previewed || isAsAgreed(previewed, approvedTerms(question))) return { ...over, previewed };
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

/** Runs an approved call as its assistant. @throws other errors with an unknown outcome; a repeat asks again */
export async function runHeldCall(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  organization: OrganizationRecord,
  question: ApprovalRecord,
): Promise<Ran> {
  if (approvalStatus(question, engine.world.clock.now()) !== 'approved') return { kind: 'meanwhile' };
  if (question.tool === contentReview.tool) return { kind: 'released' };
  const tool = tools.get(question.tool);
  const caller = await askerOf(engine, organization, question);
  if (caller === 'unknown') return { kind: 'left' };
  const refused = async (failure: Failure): Promise<Ran> => {
    if (!(await useQuestion(engine, { organization }, question))) return { kind: 'meanwhile' };
    await settleQuestion(engine, { organization }, question.id, { outcome: failure.failure });
    return { kind: 'refused', failure };
  };
  if (!tool) return await refused(new Failure('not_found', { message: 'This tool no longer exists' }));
  if (!caller) return await refused(new Failure('invalid_api_key'));
  let through: LetThrough | 'changed' | null;
  const given = heldArguments(engine, question);
  const read = readArguments(tool, given, 'mcp');
  try {
    const previewed = await previewCall(engine, tool, caller, read.input);
    if (previewed?.refusal) return await refused(previewed.refusal);
    if (!previewed) return await refused(new Failure('conflict', { message: 'Nothing is left to do' }));
    through = await permitApproved(engine, caller, question, previewed);
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
    const listening = { ...noListener, permit };
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

/** Null if something that the result depends on has changed; then the repeat is a new call. */
export async function takeResult(
  engine: Engine,
  tools: ReadonlyMap<string, Tool>,
  { caller, tool, input }: { caller: Caller; tool: Tool; input: Record<string, unknown> },
  question: ApprovalRecord,
): Promise<Record<string, unknown> | null> {
  const { outcome, answeredAt, shown } = question;
  if ((outcome !== 'done' && outcome !== null) || answeredAt !== null) return null;
  const { place, key } = createAnswerKey(question);
  const found = await engine.store
    .forOrganization(caller.organization.key)
    .idempotency.find(place, key, engine.world.clock.now());
  if (found === undefined) return null;
  // A crash right after the call leaves a result without a mark. Running the call again would be worse.
  const isMarked = outcome === 'done';
  if (isMarked && shown.after === undefined) return null;
  if (isMarked && (await markOfRepeat(engine, tool, caller, input, shown.ids ?? [])) !== shown.after)
    return null;
  if (!(await takeAnswer(engine, caller, question.id))) return null;
  const listening = { ...noListener, permit: await permitForNothing(engine, caller) };
  const { output } = await invoke(engine, tool, caller, input, { place, key }, listening);
  return await withCurrentState(engine, tools, { caller, tool }, output as Record<string, unknown>);
}

const readers: Readonly<Record<string, readonly [tool: string, argument: string]>> = {
  [idPrefixes.campaign]: ['get_campaign', 'campaignId'],
  [idPrefixes.workflow]: ['get_workflow', 'workflowId'],
  [idPrefixes.token]: ['get_token', 'id'],
};

/** Updates the fields of a result from the resource's current state. */
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

/** A fingerprint of the preview or refusal and of named workflows' status, which no preview shows. Undefined on an error. */
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
    // A campaign's status advances by itself, and the preview shows it if the call depends on it.
    const workflows = states.filter(({ object }) => object === 'workflow');
    return hashSubject([await verdict(), workflows]);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

/** Null if the caller has lost its access. */
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
