import {
  approvalMode,
  findBudgetKey,
  hasRoom,
  onlyOverMcp,
  refuseOverAllowance,
  spendAllowance,
} from '../engine/approval/allowance.ts';
import { type Caller, isAssistant } from '../engine/context/caller.ts';
import type { Engine } from '../engine/context/scope.ts';
import { openPermit, type SendPermit } from '../engine/context/send-permit.ts';
import { ambientDelivery } from '../engine/sending/preview-send.ts';
import { parseMailbox } from '../model/address.ts';
import { findOperationClass, operationClasses } from '../model/approval/operation-classes.ts';
import { Failure } from '../model/failure.ts';
import { type PreviewedSend, shownPreview } from '../model/sending/send-preview.ts';
import type { Queries } from '../store/database.ts';
import { instantOfPreview, newestChange } from '../store/records/permits/assistant-changes.ts';
import { withReview } from './content-review.ts';
import { mayAsk } from './description/tool-description.ts';
import type { Tool } from './tool.ts';

export type NeedsApproval = { kind: 'needs approval'; previewed: PreviewedSend };

/** `root` is the result of `rootOfAssistant` if it is known. */
type Call = { tool: Tool; caller: Caller; input: unknown; root?: string };

/** After a person `isAsked`, the allowance does not apply. @throws Failure that the call would end with */
export async function permitFor(
  engine: Engine,
  { tool, caller, input, root }: Call,
  preview: () => Promise<PreviewedSend | null>,
  isAsked = false,
): Promise<SendPermit | NeedsApproval> {
  const mode = approvalMode(engine);
  if (!isAssistant(caller) || mode === 'never') return openPermit;
  assertAsks(tool);
  if (tool.effect === 'read' && !mayAsk(tool)) return openPermit;
  const { key: organization } = caller.organization;
  const budget = root ?? (await findBudgetKey(engine, caller));
  if (!mayAsk(tool)) return { kind: 'allowance', budget };
  const mayUseAllowance = mode === 'bulk' && !isAsked;
  const within = async (only: readonly string[]): Promise<SendPermit | null> => {
    // A recipient skipped now may be mailed later, so a call without recipients counts as one person.
    const counted = only.length > 0 ? only : [caller.requestId];
    const isWithin = mayUseAllowance && (await hasRoom(engine, { organization, budget }, counted));
    return isWithin ? { kind: 'allowance', budget, only, counted } : null;
  };

  const named = mayUseAllowance ? namedRecipient(tool, input) : null;
  if (named !== null && ambientDelivery(engine.settings, caller) !== 'live') return { kind: 'contained' };
  const permitForNamed = named === null ? null : await within([named]);
  if (permitForNamed) return permitForNamed;

  const newestShown = await newestChange(engine.store.database.reader, organization);
  const previewed = await preview().catch(async (error: unknown) => {
    throw await withReview(engine, caller, error);
  });
  if (previewed === null) return { kind: 'allowance', budget, only: [] };
  if (!previewed.refusal && leavesNothing(engine, caller, previewed)) return { kind: 'contained' };
  const permit = previewed.bulk ? null : await within(previewed.preview.to);
  if (permit) return permit;
  if (previewed.refusal) throw await withReview(engine, caller, previewed.refusal);
  const shownAt = await engine.store.database.transaction((queries) =>
    instantOfPreview(queries, organization, engine.world.clock, newestShown),
  );
  return { kind: 'needs approval', previewed: { ...previewed, shownAt } };
}

/** Returns the root of an assistant's token; null for any other caller. @param permit of the call, which may hold the root */
export async function rootOfAssistant(
  engine: Engine,
  caller: Caller,
  permit: SendPermit | undefined,
): Promise<string | null> {
  if (!isAssistant(caller)) return null;
  return permit?.kind === 'allowance' ? permit.budget : await findBudgetKey(engine, caller);
}

/** For a call answered from storage, which mails no person. */
export async function permitForNothing(engine: Engine, caller: Caller): Promise<SendPermit> {
  return { kind: 'allowance', budget: await findBudgetKey(engine, caller), only: [] };
}

/** @throws Failure restricted_api_key, or confirmation_required over MCP, if the call needs an approval */
export async function permitWithoutAsking(
  engine: Engine,
  call: Call,
  preview: () => Promise<PreviewedSend | null>,
): Promise<SendPermit> {
  const decided = await permitFor(engine, call, preview);
  if (decided.kind !== 'needs approval') return decided;
  const details = { reason: 'not_confirmed', preview: shownPreview(decided.previewed) };
  if (call.caller.door === 'mcp') throw new Failure('confirmation_required', { details });
  throw new Failure('restricted_api_key', { message: onlyOverMcp, details });
}

/** For mail accepted before the call's transaction or by a later job. @throws Failure beyond the allowance */
export async function countPermitted(
  queries: Queries,
  engine: Engine,
  caller: Caller,
  permit: SendPermit,
  now: number,
): Promise<void> {
  if (permit.kind !== 'allowance' || permit.counted === undefined) return;
  const { budget, counted } = permit;
  const organization = caller.organization.key;
  if (await spendAllowance(queries, engine, { organization, budget, now }, counted)) return;
  throw refuseOverAllowance(
    engine,
    caller,
    counted.map((address) => address.toLowerCase()),
  );
}

/** Fails closed for an operation that needs an approval but cannot show its effect. @throws Failure restricted_api_key */
function assertAsks(tool: Tool): void {
  const operation = findOperationClass(tool.name);
  if (mayAsk(tool) || operation === undefined || !operationClasses[operation].asks) return;
  throw new Failure('restricted_api_key', { message: `An assistant’s token may not call ${tool.name}` });
}

function leavesNothing(
  { settings }: Pick<Engine, 'settings'>,
  caller: Caller,
  { preview, later }: PreviewedSend,
): boolean {
  if (later) return false;
  if (ambientDelivery(settings, caller) !== 'live') return true;
  return preview.delivery === 'test' || preview.delivery === 'captured';
}

/** Null unless the input alone names a single recipient. */
function namedRecipient({ effect, mailsOne }: Tool, input: unknown): string | null {
  if (!mailsOne || effect !== 'send') return null;
  const { to } = input as { to?: unknown };
  const one = Array.isArray(to) && to.length === 1 ? to[0] : to;
  return typeof one === 'string' && parseMailbox(one).ok ? one : null;
}
