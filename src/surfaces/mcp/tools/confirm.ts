import {
  confirmationArgument,
  mayAsk,
  type ReadArguments,
} from '../../../contract/description/tool-description.ts';
import { dryRun } from '../../../contract/dry-run.ts';
import { previewCall } from '../../../contract/invoke.ts';
import { permitFor, permitForNothing } from '../../../contract/send-permits.ts';
import type { Tool } from '../../../contract/tool.ts';
import {
  calculateShownAt,
  declineApproval,
  hashSubject,
  judgeApproval,
  mintApproval,
  readApproval,
  useApproval,
} from '../../../engine/approval/send-approvals.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import type { Failure } from '../../../model/failure.ts';
import { isoInstant, minuteMs } from '../../../model/instant.ts';
import type { ApprovalKind } from '../../../model/sending/approval-token.ts';
import { boundWarnings, type PreviewedSend } from '../../../model/sending/send-preview.ts';
import {
  unapprovedCountedMinutes,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../../model/sending/unapproved-people.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { InvalidParams } from '../protocol/server-definition.ts';
import { answerIn, confirmForm } from './confirm-form.ts';
import { answeredOnPage, confirmOnPage, isMovedToPage, isOnPage, isReplyFromPage } from './confirm-page.ts';
import type { McpContext } from './context.ts';
import { type Call, type Decision, type Reason, refusedWith, type Waiting } from './decision.ts';

const oneByOne = `an assistant mails at most ${unapprovedPeopleMax} people in ${unapprovedCountedMinutes} minutes and ${unapprovedPeopleADayMax} in 24 hours without an approval, and this would be one more`;

/** A replay needs no approval if its record lasts at least this much longer. */
const rememberedAheadMs = minuteMs;

/** Returns true if calls of a tool usually need an approval. Other calls may need one when the allowance is used up. */
export function oftenAsks(
  { confirm }: Pick<McpContext, 'confirm'>,
  { preview, asks, mailsOne }: Tool,
): boolean {
  if (confirm === 'never') return false;
  if (preview === undefined) return asks !== undefined;
  return confirm === 'always' || !mailsOne;
}

/**
 * Uses a confirmation up before `invoke`, so a crash in between sends nothing.
 * @throws Failure confirmation_required until a person approves, or the refusal of a call that would fail
 */
export async function confirmSend(
  context: Call['context'],
  caller: Caller,
  tool: Tool,
  read: ReadArguments,
  conversation: Call['conversation'],
): Promise<Decision> {
  const call: Call = { context, caller, tool, read, conversation };
  const { engine } = context;
  if (!mayAsk(tool)) return { kind: 'go' };
  if (read.dryRun) return { kind: 'answer', value: await dryRun(engine, tool, caller, read.input) };
  if (await isRemembered(engine, call)) return await replay(call);
  const answered = read.idempotency === undefined ? await answeredOnPage(call) : null;
  if (answered) return answered;
  try {
    // Null if an approval performed the call meanwhile. The preview is then outdated.
    return (await decide(call)) ?? (await confirmSend(context, caller, tool, read, conversation));
  } catch (error) {
    // A concurrent call with the same key may have completed meanwhile and caused this refusal.
    if (await isRemembered(engine, call)) return await replay(call);
    throw error;
  }
}

async function decide(call: Call): Promise<Decision | null> {
  const { context, caller, tool, read, conversation } = call;
  const { engine, confirm } = context;
  const isNo = conversation.requestState !== undefined && answerIn(conversation.inputResponses) === 'no';
  // Closing the page is not a decision.
  if (isNo && !isOnPage(call) && !isReplyFromPage(call)) {
    // No later approval may override a person's refusal.
    await declineApproval(engine, caller, tool.name, conversation.requestState!);
    throw refusal(call, 'declined');
  }
  const preview = () => previewCall(engine, tool, caller, read.input, conversation.signal);
  const isAsked = conversation.requestState !== undefined;
  const decided = await permitFor(engine, { tool, caller, input: read.input }, preview, isAsked);
  if (decided.kind !== 'needs approval') return { kind: 'go', permit: decided };
  const isBulk = decided.previewed.bulk || confirm === 'always';
  const previewed: Waiting = isBulk ? decided.previewed : oneTooMany(decided.previewed);
  if (isOnPage(call) || (await isMovedToPage(call))) return await confirmOnPage(call, previewed);
  if (conversation.requestState !== undefined)
    return await answered(call, previewed, conversation.requestState);
  // If the client can elicit, a confirmation token from the model does not count.
  if (conversation.elicits) return await ask(call, previewed, 'first_question');
  if (read.confirmationToken === undefined) throw refusal(call, 'not_confirmed', previewed);
  return await use(call, previewed, read.confirmationToken, ['argument']);
}

/** Adds the reason to the preview of a call that only exceeds the allowance. */
function oneTooMany({ preview, ...seen }: PreviewedSend): Waiting {
  const warnings = [...boundWarnings([`Asked because ${oneByOne}`, ...preview.warnings])];
  return { ...seen, preview: { ...preview, warnings }, because: `Nothing was sent: ${oneByOne}` };
}

/** @throws InvalidParams for a state that this server did not create */
export function checkConfirmation(engine: Pick<Engine, 'secretBox'>, state: string): void {
  if (readApproval(engine, state) === null) throw new InvalidParams('requestState was not made here');
}

async function answered(call: Call, previewed: Waiting, state: string): Promise<Decision> {
  // Without an answer nothing is confirmed, and the person is not asked repeatedly.
  if (answerIn(call.conversation.inputResponses) !== 'yes') throw refusal(call, 'not_confirmed', previewed);
  return await use(call, previewed, state, ['first_question', 'second_question']);
}

async function use(
  call: Call,
  previewed: PreviewedSend,
  token: string,
  kinds: readonly ApprovalKind[],
): Promise<Decision> {
  const { context, caller, tool } = call;
  const judged = judgeApproval(context.engine, caller, tool.name, previewed, token);
  const kind = judged.ok ? judged.confirmation.kind : judged.kind;
  if (kind !== undefined && !kinds.includes(kind)) throw refusal(call, 'invalid', previewed);
  if (!judged.ok) {
    // The send changed while the person decided: ask a second time, but never a third.
    const asksAgain = judged.fault === 'changed' && kind === 'first_question' && call.conversation.elicits;
    if (asksAgain) return await ask(call, previewed, 'second_question');
    throw refusal(call, judged.fault, previewed);
  }
  if (await useApproval(context.engine, caller, judged.confirmation)) {
    const { recipients } = judged.confirmation;
    const { about, people = null } = previewed;
    const shownAt = calculateShownAt(judged.confirmation);
    const approval = { about: hashSubject(about), recipients, people, shownAt };
    return { kind: 'go', permit: { kind: 'approved', approval } };
  }
  throw refusal(call, 'used', previewed);
}

async function ask(call: Call, previewed: PreviewedSend, kind: ApprovalKind): Promise<Decision> {
  const { context, caller, tool, conversation } = call;
  if (conversation.notAsked) throw refusal(call, conversation.notAsked, previewed);
  const { token } = mintApproval(context.engine, caller, tool.name, previewed, kind);
  return {
    kind: 'input wanted',
    wanted: {
      inputRequests: await confirmForm(tool.title, previewed, conversation.signal),
      requestState: token,
    },
  };
}

/** Includes a new confirmation token if the assistant itself has to ask, but never if the client can elicit. */
function refusal(call: Call, reason: Reason, previewed?: Waiting): Failure {
  const { context, caller, tool, conversation } = call;
  const details: Fields = {};
  if (previewed && !conversation.elicits && context.confirmBy === 'assistant') {
    const { token, expiresAt } = mintApproval(context.engine, caller, tool.name, previewed, 'argument');
    details[confirmationArgument] = token;
    details.expires_at = isoInstant(expiresAt);
  }
  return refusedWith(tool, reason, previewed, details);
}

async function replay({ context, caller }: Call): Promise<Decision> {
  return { kind: 'go', permit: await permitForNothing(context.engine, caller) };
}

/** Returns true if `invoke` will replay this call. */
async function isRemembered({ store, world }: Engine, { caller, read }: Call): Promise<boolean> {
  const { idempotency } = read;
  if (!idempotency) return false;
  const { organization } = caller;
  const ahead = world.clock.now() + rememberedAheadMs;
  const found = await store
    .forOrganization(organization.key)
    .idempotency.find(idempotency.place, idempotency.key, ahead);
  return found !== undefined;
}
