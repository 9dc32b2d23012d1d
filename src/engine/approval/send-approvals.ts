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
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { approvalOf, type SendPermit } from '../context/send-permit.ts';

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
 * Returns the limits of a campaign sent under a permit: the approved people; no limit without an assistant, or if the people
 * could not be counted; captured mail alone for a contained call. Undefined for an unapproved call of an assistant, which
 * leaves an earlier approval in force.
 * @param delivery of its mail under the current settings, as the person was shown
 */
export function campaignApproval(
  permit: SendPermit,
  delivery: ApprovedDelivery,
): CampaignApproval | undefined {
  switch (permit.kind) {
    case 'open':
      return unlimitedApproval;
    case 'allowance':
      return undefined;
    case 'contained':
      // Mail to fixtures counts as live under these settings, and still none may leave.
      return { ...unlimitedApproval, approvedDelivery: delivery === 'live' ? 'test' : delivery };
    case 'approved': {
      const { recipients, people = null } = permit.approval;
      const approved = Number.isFinite(recipients)
        ? { approvedRecipients: recipients, approvedPeople: people }
        : unlimitedApproval;
      return { ...approved, approvedDelivery: delivery };
    }
  }
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
 * Compares the content with the approved one, inside the transaction in which it can no longer change.
 * @throws Failure confirmation_required if a person approved something else
 */
export async function assertApproved(permit: SendPermit, about: () => Promise<unknown>): Promise<void> {
  await assertApprovedAsOne(permit, async () => [await about()]);
}

/** Does the same where the approved content can have one of several forms. */
export async function assertApprovedAsOne(
  permit: SendPermit,
  abouts: () => Promise<readonly unknown[]>,
): Promise<void> {
  const approval = approvalOf(permit);
  if (approval === undefined) return;
  if ((await abouts()).some((about) => approval.about === fingerprintOf(about))) return;
  throw changedSince('it was changed after the person had confirmed it');
}

/**
 * Compares the recipients of a write with its preview, because they may have changed in between.
 * @param emails all addresses the write mails, as they are stored
 * @throws Failure confirmation_required for more people than were approved, or other people than were previewed
 */
export function assertMayMail(permit: SendPermit, emails: readonly string[]): void {
  if (isPermitted(permit, emails)) return;
  throw changedSince('by the time it was written it would have mailed others than were previewed');
}

function isPermitted(permit: SendPermit, emails: readonly string[]): boolean {
  if (permit.kind === 'approved') return !isMoreThan(emails.length, permit.approval.recipients);
  if (permit.kind !== 'allowance') return true;
  const { only } = permit;
  return only === undefined || emails.every((email) => only.includes(email));
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
