import { hash } from 'node:crypto';
import { boundPeople, isMoreThan } from '../../model/campaign/approved-people.ts';
import type { ApprovedDelivery, CampaignRecord } from '../../model/campaign/campaign.ts';
import { Failure } from '../../model/failure.ts';
import { minuteMs } from '../../model/instant.ts';
import {
  type ApprovalKind,
  chanceBytes,
  type ReadApproval,
  readApprovalToken,
  type Seal,
  writeApprovalToken,
} from '../../model/sending/approval-token.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { recordApprovalUse } from '../../store/records/used-approvals.ts';
import type { Approval, MayMail } from '../context/approval.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine, Scope } from '../context/scope.ts';

/**
 * Approvals of sends: signed texts that say what was shown to a person and who may use them. Nothing is kept of
 * one until it is used, so minting is free; each is good for one send.
 */

const confirmationMs = 15 * minuteMs;

/** Why a confirmation confirms nothing. */
export type ApprovalProblem = 'expired' | 'used' | 'changed' | 'invalid';

/** What a confirmation is bound to: equal for equal values, whatever the order of their fields. */
export function fingerprintOf(about: unknown): string {
  return hash('sha256', canonicalJson(about), 'base64url');
}

/** An approval of what was previewed, valid for this caller and this tool. */
export function mintApproval(
  { world, secretBox }: Engine,
  caller: Caller,
  tool: string,
  previewed: PreviewedSend,
  kind: ApprovalKind,
): { token: string; expiresAt: number } {
  const expiresAt = world.clock.now() + confirmationMs;
  const { about, recipients } = agreedBy(previewed);
  const token = writeApprovalToken(
    { kind, recipients, expiresAt },
    { holder: holderOf(caller, tool), about },
    world.ids.bytes(chanceBytes),
    sealOf(secretBox),
  );
  return { token, expiresAt };
}

/** What a token minted here says, for any caller; null for any other text. */
export function readApproval({ secretBox }: Pick<Engine, 'secretBox'>, token: string): ReadApproval | null {
  return readApprovalToken(token, sealOf(secretBox));
}

/** Why `token` does not approve the current preview, or the approval that it is. Reading it does not use it up. */
export function judgeApproval(
  engine: Engine,
  caller: Caller,
  tool: string,
  previewed: PreviewedSend,
  token: string,
): { ok: true; confirmation: ReadApproval } | { ok: false; fault: ApprovalProblem; kind?: ApprovalKind } {
  const confirmation = readApproval(engine, token);
  const holder = holderOf(caller, tool);
  if (!confirmation?.isFor(holder)) return { ok: false, fault: 'invalid' };
  const { kind } = confirmation;
  if (confirmation.expiresAt <= engine.world.clock.now()) return { ok: false, fault: 'expired', kind };
  const grown = isMoreThan(reachableOf(previewed), confirmation.recipients);
  const about = fingerprintOf(boundTo(previewed, confirmation.recipients));
  if (grown || !confirmation.isOf({ holder, about })) {
    return { ok: false, fault: 'changed', kind };
  }
  return { ok: true, confirmation };
}

/** What a yes to a preview is for: all that decides who is mailed what, and how many people at most. */
export type Agreed = { about: string; recipients: number };

/** What a person agrees to who says yes to this preview. */
export function agreedBy(previewed: PreviewedSend): Agreed {
  const recipients = previewed.preview.at_least ? Number.POSITIVE_INFINITY : reachableOf(previewed);
  return { about: fingerprintOf(boundTo(previewed, recipients)), recipients };
}

/** Whether what would be done now is what was agreed to. */
export function isAsAgreed(previewed: PreviewedSend, { about, recipients }: Agreed): boolean {
  if (isMoreThan(reachableOf(previewed), recipients)) return false;
  return fingerprintOf(boundTo(previewed, recipients)) === about;
}

function reachableOf({ reachable, preview }: PreviewedSend): number {
  return reachable ?? preview.recipients;
}

/** The content and the recipients, where the preview states how many there are; else the content alone. */
function boundTo({ about, people }: PreviewedSend, recipients: number): unknown {
  return people && Number.isFinite(recipients) ? { about, people: boundPeople(people) } : about;
}

/**
 * What a campaign is held to: when it begins, how many people it is for and who they are (null: any), and with each of
 * its mails whether it really leaves (null: either way).
 */
export type CampaignApproval = Pick<
  CampaignRecord,
  'approvedRecipients' | 'approvedPeople' | 'approvedDelivery'
>;

export const unlimitedApproval: CampaignApproval = {
  approvedRecipients: null,
  approvedPeople: null,
  approvedDelivery: null,
};

/**
 * What a campaign sent by this call is held to: the people a person approved; no limit when an operator sent it or they
 * could not be counted; that nothing leaves, where no person was asked for that reason; undefined when an assistant's call needed
 * no approval, which leaves an earlier one in force.
 * @param delivery what its mail becomes as things stand, which the person was shown
 */
export function campaignApproval(
  { approval, caller, staysHere }: Pick<Scope, 'approval' | 'caller' | 'staysHere'>,
  delivery: ApprovedDelivery,
): CampaignApproval | undefined {
  // To fixtures alone it may be live otherwise, and what it is held to is that nothing leaves.
  if (staysHere) return { ...unlimitedApproval, approvedDelivery: delivery === 'live' ? 'test' : delivery };
  if (approval === undefined) return caller.door === 'mcp' ? undefined : unlimitedApproval;
  const { recipients, people = null } = approval;
  const approved = Number.isFinite(recipients)
    ? { approvedRecipients: recipients, approvedPeople: people }
    : unlimitedApproval;
  return { ...approved, approvedDelivery: delivery };
}

/**
 * Uses a confirmation up, before the send is tried: a crash between the two sends nothing, and never twice.
 * @returns false when it was used before, by any caller
 */
export async function useApproval(
  { store: { database } }: Pick<Engine, 'store'>,
  { organization }: Pick<Caller, 'organization'>,
  confirmation: Pick<ReadApproval, 'id' | 'expiresAt'>,
): Promise<boolean> {
  return await database.transaction((queries) => recordApprovalUse(queries, organization.key, confirmation));
}

/** Uses a confirmation up that its person has said no to; that of another caller, or for another tool, stays as it is. */
export async function declineApproval(
  engine: Pick<Engine, 'store' | 'secretBox'>,
  caller: Caller,
  tool: string,
  token: string,
): Promise<void> {
  const confirmation = readApproval(engine, token);
  if (confirmation?.isFor(holderOf(caller, tool))) await useApproval(engine, caller, confirmation);
}

/**
 * To be asked where what is sent was read and can change no more.
 * @param approval what a person agreed to; undefined where no approval was needed
 * @throws Failure confirmation_required when this is not it
 */
export async function assertApproved(
  approval: Approval | undefined,
  about: () => Promise<unknown>,
): Promise<void> {
  await assertApprovedAsOne(approval, async () => [await about()]);
}

/** As `assertApproved`, where what was agreed to may have been put before the person in one of several ways. */
export async function assertApprovedAsOne(
  approval: Approval | undefined,
  abouts: () => Promise<readonly unknown[]>,
): Promise<void> {
  if (approval === undefined) return;
  if ((await abouts()).some((about) => approval.about === fingerprintOf(about))) return;
  throw changedSince('it was changed after the person had confirmed it');
}

/**
 * To be asked where it is known who is mailed and can change no more: between the preview of a call's recipients and its
 * write, others may have changed that.
 * @param mayMail undefined where no approval is needed
 * @param emails all addresses the write mails, as they are kept
 * @throws Failure confirmation_required when they are more than were previewed, or others than were mailed without approval
 */
export function assertMayMail(mayMail: MayMail | undefined, emails: readonly string[]): void {
  if (mayMail === undefined) return;
  const allowed =
    typeof mayMail === 'number'
      ? !isMoreThan(emails.length, mayMail)
      : emails.every((email) => mayMail.includes(email));
  if (!allowed)
    throw changedSince('by the time it was written it would have mailed others than were previewed');
}

/** @param why in words that go on after "Nothing was sent:" */
export function changedSince(why: string): Failure {
  return new Failure('confirmation_required', {
    message: `Nothing was sent: ${why}`,
    details: { reason: 'changed' },
  });
}

/** Whose a confirmation is, and for which tool. */
function holderOf({ organization, token }: Caller, tool: string): string {
  return `${organization.key}\n${token?.id ?? 'operator'}\n${tool}`;
}

function sealOf({ mac }: Engine['secretBox']): Seal {
  return (part, text) => mac(`confirmation ${part}`, text);
}
