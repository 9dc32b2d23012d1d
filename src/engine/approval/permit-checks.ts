import { hasGrown } from '../../model/campaign/approved-people.ts';
import type { ApprovedDelivery, CampaignRecord } from '../../model/campaign/campaign.ts';
import { Failure } from '../../model/failure.ts';
import type { AskedChange } from '../../model/sending/send-preview.ts';
import { instantAfterChanges } from '../../store/records/permits/assistant-changes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { approvalOf } from '../context/send-permit.ts';
import { describeSubject } from './asked-sentences.ts';
import { hashSubject } from './send-approvals.ts';

/** Checks of a call against its permit, made in the transaction that accepts mail or enrolls recipients. */

export type Permitted = Pick<Scope, 'permit'>;

/** Call it in the transaction that locks the content. @throws Failure confirmation_required for different content */
export async function assertApproved(permitted: Permitted, about: () => Promise<unknown>): Promise<void> {
  await assertApprovedAsOne(permitted, async () => [await about()]);
}

/** For content with several acceptable forms. */
export async function assertApprovedAsOne(
  { permit }: Permitted,
  abouts: () => Promise<readonly unknown[]>,
): Promise<void> {
  const approval = approvalOf(permit);
  if (approval === undefined) return;
  if ((await abouts()).some((about) => approval.about === hashSubject(about))) return;
  throw changedSince('it was changed after the person had confirmed it');
}

/** Call it in the transaction that locks the content. @throws Failure conflict for other content than the person reviewed */
export async function assertReviewed({ permit }: Permitted, about: () => Promise<unknown>): Promise<void> {
  if (permit.kind !== 'open' || permit.reviewed === undefined) return;
  if (permit.reviewed !== hashSubject(await about())) throw changedSinceReview;
}

export const changedSinceReview = new Failure('conflict', {
  message: 'The content or the audience has changed since the review, so nothing was done. Review it again',
});

/**
 * Checks a change again in its transaction, because campaigns, workflows and settings may have changed since
 * the permit. `asked` holds the consequences, or is null. @throws confirmation_required beyond the approval
 */
export async function assertAsAsked(
  { permit }: Permitted,
  input: unknown,
  asked: readonly string[] | AskedChange | null,
): Promise<void> {
  if (permit.kind === 'open' || asked === null) return;
  if (permit.kind !== 'approved')
    throw changedSince('by the time it was written it needed an approval, and no person was asked');
  const { sentences, about = null }: AskedChange = 'sentences' in asked ? asked : { sentences: asked };
  await assertApproved({ permit }, async () => describeSubject(about, input, sentences));
}

/** The recipients may have changed since the preview. @throws Failure confirmation_required for too many or other people */
export function assertMayMail({ permit }: Permitted, emails: readonly string[]): void {
  if (isPermitted(permit, emails)) return;
  throw changedSince('by the time it was written it would have mailed others than were previewed');
}

function isPermitted(permit: Scope['permit'], emails: readonly string[]): boolean {
  if (permit.kind === 'approved') return !hasGrown(emails.length, permit.approval.recipients);
  if (permit.kind !== 'allowance') return true;
  const { only } = permit;
  return only === undefined || emails.every((email) => only.includes(email));
}

/** @param why continues "Nothing was sent:" */
export function changedSince(why: string): Failure {
  return new Failure('confirmation_required', {
    message: `Nothing was sent: ${why}`,
    details: { reason: 'changed' },
  });
}

/** Limits that an approval puts on a campaign; null: no limit. */
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
 * There are no limits without an assistant or a count. Undefined for an assistant's unapproved call, which
 * leaves an earlier approval in force.
 */
export function campaignApproval(
  { permit }: Permitted,
  delivery: ApprovedDelivery,
): CampaignApproval | undefined {
  switch (permit.kind) {
    case 'open':
      return unlimitedApproval;
    case 'allowance':
      return undefined;
    case 'contained':
      // Delivery may be live although all recipients are fixtures. No mail may leave, so only test delivery is approved.
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

/** Returns the approval of a campaign that is moved to start `at`, epoch milliseconds. Without one, the earlier approval stays in force. */
export function movedApproval(
  scope: Pick<Scope, 'permit' | 'cause'>,
  delivery: ApprovedDelivery,
  at: number,
): Partial<CampaignRecord> {
  const approvedStart = at;
  switch (scope.permit.kind) {
    case 'allowance':
      return {};
    case 'open':
      return { approvedStart };
    case 'contained':
      return { ...campaignApproval(scope, delivery), approvedStart };
    case 'approved':
      return {
        ...campaignApproval(scope, delivery),
        approvedAt: scope.permit.approval.shownAt,
        cause: scope.cause,
        approvedStart,
      };
  }
}

/** @param before the previous limit, which an unapproved call of an assistant keeps */
export function workflowApproval(
  permitted: Permitted,
  before: ApprovedDelivery | null,
  delivery: ApprovedDelivery,
): ApprovedDelivery | null {
  const approved = campaignApproval(permitted, delivery);
  return approved ? approved.approvedDelivery : before;
}

/** Returns the limits of an import's opt-in requests: their maximum number, null without a limit, and whether none may leave. */
export function importApproval({ permit }: Permitted): { mailsMax: number | null; staysHere: boolean } {
  const staysHere = isContained({ permit });
  if (permit.kind === 'allowance') return { mailsMax: permit.only?.length ?? null, staysHere };
  const { recipients = Number.POSITIVE_INFINITY } = approvalOf(permit) ?? {};
  return { mailsMax: Number.isFinite(recipients) ? recipients : null, staysHere };
}

export function approvalShownAt({ permit }: Permitted): number | undefined {
  return approvalOf(permit)?.shownAt;
}

/** Returns the instant from which changes by assistants are not approved: the display, or else now. */
export async function approvedInstant(
  { permit, engine }: Pick<Scope, 'permit' | 'engine'>,
  { queries, organization }: OrganizationStore,
): Promise<number> {
  return (
    approvalOf(permit)?.shownAt ?? (await instantAfterChanges(queries, organization, engine.world.clock))
  );
}

/** @throws Failure confirmation_required for an assistant's call that no person approved. @param why continues "Nothing was sent:" */
export function assertPersonAsked({ permit }: Permitted, why: string): void {
  if (permit.kind === 'allowance') throw changedSince(why);
}

/** Whether the call was permitted only because none of its mail may leave. */
export function isContained({ permit }: Permitted): boolean {
  return permit.kind === 'contained';
}
