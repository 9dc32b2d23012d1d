import { permitApproved, takeResult } from '../../../contract/held-call.ts';
import {
  approvedTerms,
  askPerson,
  type HeldCall,
  hashCall,
  questionAbout,
  waitForDecision,
} from '../../../engine/approval/ask-person.ts';
import { isAsAgreed, mintApproval, readApproval } from '../../../engine/approval/send-approvals.ts';
import { type Engine, sealedEngine } from '../../../engine/context/scope.ts';
import { mailApprovers } from '../../../engine/people/mail-approvers.ts';
import { type ApprovalRecord, approvalLimits, approvalUrl } from '../../../model/approval/approval.ts';
import { Failure } from '../../../model/failure.ts';
import { isoInstant, secondMs } from '../../../model/instant.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { answerIn, pageRequest } from './confirm-form.ts';
import { type Call, type Decision, type Reason, refusedWith, type Waiting } from './decision.ts';
import { isTooLarge } from './pending-elicitations.ts';

/** No assistant can approve on the console page. The call is stored, and an approved call runs once. */

/** Time to wait for a decision after the client opened the page, so that a quick decision needs no second call. */
const heldForPageMs = 25 * secondMs;

/** Returns true if the call is decided on the page: its client cannot show a form, or forms do not count. */
export function isOnPage({ context, conversation }: Pick<Call, 'context' | 'conversation'>): boolean {
  return context.confirmBy === 'console' || (context.confirmBy === 'client' && !conversation.elicits);
}

/** Returns true if the call is the reply to a URL elicitation. A client that also shows forms may open a page. */
export function isReplyFromPage({ context, conversation }: Pick<Call, 'context' | 'conversation'>): boolean {
  const { requestState } = conversation;
  return requestState !== undefined && readApproval(context.engine, requestState)?.kind === 'page';
}

/** Returns true if the person chose the page in the form of this call, or an equal call waits there. */
export async function isMovedToPage(call: Call): Promise<boolean> {
  const { conversation } = call;
  if (conversation.requestState !== undefined)
    return isReplyFromPage(call) || answerIn(conversation.inputResponses) === 'page';
  const question = await storedQuestion(call);
  return question !== undefined && question.status !== 'used';
}

/** Returns the latest question about a call, whether it was asked on the page or moved there from a form. */
async function storedQuestion(call: Call): Promise<ApprovalRecord | undefined> {
  const { engine } = call.context;
  const { approvals } = engine.store.forOrganization(call.caller.organization.key);
  // Skips the fingerprint of the call in an organization without approvals.
  if (!(await approvals.hasAny())) return undefined;
  return await questionAbout(engine, call.caller, hashCall(engine, heldCall(call)));
}

/** Returns the result of an approved keyless call for its first repeat. @throws Failure while it runs */
export async function answeredOnPage(call: Call): Promise<Decision | null> {
  const question = await storedQuestion(call);
  return question === undefined ? null : await answerTo(call, question);
}

async function answerTo(
  { context, caller, tool, read }: Call,
  question: ApprovalRecord,
): Promise<Decision | null> {
  const { engine, tools } = context;
  refuseWhileRunning(engine, question);
  if (question.status !== 'used' || read.idempotency !== undefined) return null;
  const result = await takeResult(engine, tools, { caller, tool, input: read.input }, question);
  if (result === null) return null;
  const note = `A person approved this call (${question.id}), and it was executed at that time. This is its result with the current state: this call changed nothing. The next call with these arguments is a new call.`;
  return { kind: 'done before', result, note };
}

/** Returns null if an approval performed the call meanwhile. @throws confirmation_required until approved */
export async function confirmOnPage(call: Call, previewed: Waiting): Promise<Decision | null> {
  const { context, caller, tool, conversation } = call;
  const { engine } = context;
  const held = heldCall(call);
  if (isTooLarge(held.given)) throw refusedWith(tool, 'too_large', previewed, {});
  let question = await questionAbout(engine, caller, hashCall(engine, held));
  const isOpened = conversation.requestState !== undefined && answerIn(conversation.inputResponses) !== 'no';
  if (question?.status === 'pending' && isOpened) {
    const store = engine.store.forOrganization(caller.organization.key);
    const here = { engine: sealedEngine(engine), store, signal: conversation.signal };
    question = await waitForDecision(here, question.id, heldForPageMs);
    const answered = question && (await answerTo(call, question));
    if (answered) return answered;
    if (question?.status === 'used') return null;
  }
  if (question) refuseWhileRunning(engine, question);
  if (question?.status === 'declined' && isAsAgreed(previewed, approvedTerms(question))) {
    throw refusedOnPage(call, 'declined', question, previewed, { word: question.word });
  }
  let reason: Reason = 'not_confirmed';
  if (question?.status === 'approved') {
    const through = await permitApproved(engine, caller, question, previewed);
    if (through === null) throw beingCarriedOut();
    if (through !== 'changed') return { kind: 'go', ...through };
    reason = 'changed';
  }
  const asked = await askPerson(engine, held, previewed, previewed.because);
  if (!asked) throw refusedWith(tool, 'too_many_pending', previewed, {});
  if (asked.isNew) tellApprovers(call, asked.question);
  const mayOpen = conversation.opensPages && conversation.requestState === undefined;
  if (mayOpen && !conversation.notAsked) return openPage(call, previewed, asked.question);
  throw refusedOnPage(call, reason, asked.question, previewed);
}

/** Mails the approvers without delaying the answer, because the assistant cannot fix a failed mail. */
function tellApprovers({ context: { engine }, caller, tool }: Call, question: ApprovalRecord): void {
  const { organization, requestId } = caller;
  void mailApprovers(engine, { organization, question, title: tool.title }).catch((error: unknown) =>
    engine.world.log.error({ err: error, requestId }, 'an approval request could not be mailed'),
  );
}

function openPage(
  { context: { engine }, caller, tool }: Call,
  previewed: Waiting,
  { id }: ApprovalRecord,
): Decision {
  const { token } = mintApproval(engine, caller, tool.name, previewed, 'page');
  const url = approvalUrl(engine.settings.baseUrl, id);
  return {
    kind: 'input wanted',
    wanted: { inputRequests: pageRequest(tool.title, previewed, { id, url }), requestState: token },
  };
}

function refusedOnPage(
  { context: { engine }, tool }: Call,
  reason: Reason,
  { id, expiresAt }: ApprovalRecord,
  previewed: Waiting,
  more: Fields = {},
): Failure {
  const url = approvalUrl(engine.settings.baseUrl, id);
  const approval = { id, url, expires_at: isoInstant(expiresAt) };
  return refusedWith(tool, reason, previewed, { approval, ...more });
}

function heldCall({ caller, tool, read }: Call): HeldCall {
  const key = read.idempotency && { idempotency_key: read.idempotency.key };
  return { caller, tool: tool.name, given: { ...read.input, ...key } };
}

/** The decision or a concurrent repeat is performing the call. */
/** @throws Failure concurrent_idempotent_requests while an approval performs the call */
function refuseWhileRunning(engine: Engine, { status, outcome, usedAt }: ApprovalRecord): void {
  if (status !== 'used' || outcome !== null) return;
  if (engine.world.clock.now() - usedAt! < approvalLimits.runningMs) throw beingCarriedOut();
}

function beingCarriedOut(): Failure {
  return new Failure('concurrent_idempotent_requests', {
    message: 'A person approved this call, and it is running now',
    retryAfterSeconds: 1,
  });
}
