import { countedFor, countUnasked, oneTooMany } from '../engine/approval/unapproved-sends.ts';
import { type Caller, isAssistant } from '../engine/context/caller.ts';
import type { Engine, Scope } from '../engine/context/scope.ts';
import { ambientDelivery } from '../engine/sending/preview-send.ts';
import { Failure } from '../model/failure.ts';
import { type PreviewedSend, shownPreview } from '../model/sending/send-preview.ts';
import type { Queries } from '../store/database.ts';
import type { Tool } from './tool.ts';
import { mayAsk } from './tool-description.ts';

/**
 * The limits of assistants where no person can be asked: a token that an assistant made, or that was made for one, at REST, SMTP
 * and wherever else it is shown. What would be asked about over MCP is refused here; mail to one person after another counts
 * together with what was sent over MCP.
 */

/**
 * Whether nothing of it can reach a real mailbox: capture, sending off, a test token, or fixtures alone. What mails later counts as
 * such where its mail is held to that (`Scope.staysHere`): by then it may leave.
 */
export function leavesNothing(
  engine: Pick<Engine, 'settings'>,
  caller: Caller,
  { preview, later }: PreviewedSend,
): boolean {
  if (later) return false;
  if (ambientDelivery(engine.settings, caller) !== 'live') return true;
  return preview.delivery === 'test' || preview.delivery === 'captured';
}

/** Whether a call is held to the limits at this door; over MCP a person is asked instead. */
export function isHeldToLimits({ settings }: Pick<Engine, 'settings'>, caller: Caller): boolean {
  return caller.door !== 'mcp' && isAssistant(caller) && settings.approvalMode !== 'never';
}

/**
 * What a call is held to that no person was asked about.
 * @param look as a dry run does
 * @throws Failure restricted_api_key where a person would have to be asked
 */
export async function heldToLimits(
  engine: Engine,
  tool: Tool,
  caller: Caller,
  look: () => Promise<PreviewedSend | null>,
): Promise<Pick<Scope, 'mayMail' | 'staysHere' | 'unasked'>> {
  if (tool.effect === 'read') return {};
  const counted = async () => ({ unasked: await countedFor(engine, caller) });
  if (!mayAsk(tool)) return tool.effect === 'send' ? await counted() : {};
  const seen = await look();
  if (seen === null) return { mayMail: 0 };
  // Its own refusal says more.
  if (seen.refusal) return {};
  if (leavesNothing(engine, caller, seen)) return { staysHere: true };
  const isOne = !seen.bulk && engine.settings.approvalMode !== 'always';
  if (isOne && tool.effect === 'send') return { ...(await counted()), mayMail: seen.preview.to };
  throw new Failure('restricted_api_key', {
    message:
      'Nothing was done: this API token is an assistant’s, and a person has to say yes to this. Call it over MCP, where they can be asked',
    details: { reason: 'not_confirmed', preview: shownPreview(seen) },
  });
}

/** Returns whose allowance a call without an approval uses; undefined for a call that needs none. */
export async function countedWithoutApproval(
  engine: Engine,
  caller: Caller,
  { approval, staysHere }: Pick<Scope, 'approval' | 'staysHere'>,
): Promise<string | undefined> {
  const isCovered = !isAssistant(caller) || approval !== undefined || staysHere === true;
  return isCovered ? undefined : await countedFor(engine, caller);
}

/**
 * What mails again what was accepted before passes no gate that would count its people.
 * @throws Failure when one of them is too many to be mailed without asking
 */
export async function countMailed(
  queries: Queries,
  engine: Engine,
  caller: Caller,
  { unasked, mayMail }: Pick<Scope, 'unasked' | 'mayMail'>,
  now: number,
): Promise<void> {
  if (unasked === undefined || !Array.isArray(mayMail)) return;
  const organization = caller.organization.key;
  // Who would be skipped now may be mailed in the end: without an address the call itself counts.
  const people = mayMail.length > 0 ? mayMail : [caller.requestId];
  if (!(await countUnasked(queries, engine, { organization, unasked, now }, people)))
    throw oneTooMany(
      engine,
      caller,
      mayMail.map((address) => address.toLowerCase()),
    );
}
