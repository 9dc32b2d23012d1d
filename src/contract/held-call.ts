import {
  agreedIn,
  approvalBy,
  askPerson,
  heldArguments,
  settleQuestion,
  takeAnswer,
  useQuestion,
} from '../engine/approval/ask-person.ts';
import { isAsAgreed } from '../engine/approval/send-approvals.ts';
import { accessNow } from '../engine/auth/granted-access.ts';
import type { Approval } from '../engine/context/approval.ts';
import type { Caller } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import { type ApprovalRecord, approvalStatus } from '../model/approval/approval.ts';
import { Failure } from '../model/failure.ts';
import type { OrganizationRecord } from '../model/organization/organization.ts';
import type { PreviewedSend } from '../model/sending/send-preview.ts';
import type { IdempotencyRequest } from './idempotency.ts';
import { invoke, previewCall } from './invoke.ts';
import type { Tool } from './tool.ts';
import { readArguments } from './tool-description.ts';

/**
 * A call that a person was asked about, once they have said yes: it is let through once, by whichever comes first, the yes
 * itself or the assistant that repeats it. What it answered is remembered under the question, so the other one gets that.
 */

/** A call that may be invoked. */
export type LetThrough = {
  approval: Approval;
  mayMail: number;
  /** Where its answer is remembered; a key of the call's own comes first. */
  idempotency: IdempotencyRequest;
  /** To be called with what came of it: `done` with its answer, or the name of a failure. */
  settle(outcome: string, answer?: unknown): Promise<void>;
};

/** Where the answer of a call without a key is remembered. */
export function answerKeyOf({ tool, id }: Pick<ApprovalRecord, 'tool' | 'id'>): IdempotencyRequest {
  return { place: `approval:${tool}`, key: id };
}

/**
 * Uses the yes to a question up, as long as what would be done is still what the person saw.
 * @returns `changed` where it is not; null where the yes was used before
 */
export async function letThrough(
  engine: Engine,
  caller: Caller,
  question: ApprovalRecord,
  previewed: PreviewedSend,
): Promise<LetThrough | 'changed' | null> {
  if (!isAsAgreed(previewed, agreedIn(question))) return 'changed';
  if (!(await useQuestion(engine, caller, question))) return null;
  const approval = approvalBy(question, previewed);
  return {
    approval,
    mayMail: approval.recipients,
    idempotency: answerKeyOf(question),
    settle: (outcome, answer) => settleQuestion(engine, caller, question.id, outcome, answer),
  };
}

/**
 * What the yes to a question came to: done, asked again because it has changed, refused, done by its assistant meanwhile, or
 * left to it because only its assistant can show who it is.
 */
export type Ran =
  | { kind: 'done' }
  | { kind: 'left' }
  | { kind: 'changed' }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'meanwhile' };

/** A question as a person is to see it now. */
export type Look = {
  question: ApprovalRecord;
  /** Null where it is over, where only its assistant can show who it is, or where it would be refused. */
  previewed: PreviewedSend | null;
  /** What the call would be refused with. */
  refusal: Failure | null;
};

/** What a call that waits would do now; where that has changed since it was asked, the question is about what it is now. */
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
 * Carries out the call of a question that was answered yes, as its assistant would.
 * @throws what is no `Failure`: then nothing is known of the call, and its repeat is asked about again
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
    await settleQuestion(engine, { organization }, question.id, failure.failure);
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
  const { approval, mayMail, idempotency, settle } = through;
  let answer: unknown;
  try {
    const listening = {
      signal: new AbortController().signal,
      progress() {},
      approval,
      mayMail,
    };
    const key = read.idempotency ?? idempotency;
    ({ output: answer } = await invoke(engine, tool, caller, read.input, key, listening));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await settle(error.failure);
    return { kind: 'refused', failure: error };
  }
  await settle('done', answer);
  return { kind: 'done' };
}

/** Whether the answer of a call that its yes let through is its caller's now: of the first repeat alone. */
export async function isAnswerOf(engine: Engine, caller: Caller, question: ApprovalRecord): Promise<boolean> {
  const { place, key } = answerKeyOf(question);
  const found = await engine.store
    .forOrganization(caller.organization.key)
    .idempotency.find(place, key, engine.world.clock.now());
  return found !== undefined && (await takeAnswer(engine, caller, question.id));
}

/** Who asked, as they may act now; null where they may no more. */
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
