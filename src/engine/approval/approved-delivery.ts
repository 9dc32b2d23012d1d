import type { ApprovedDelivery } from '../../model/campaign/campaign.ts';
import type { Fate } from '../context/submission.ts';

/** Campaigns and workflows approved while sending was off pause if sending is switched on. */

/** The mails would leave without approval, so none of them is written. */
export class BecameLive extends Error {}

export function describeBecameLive(next: 'resume_campaign' | 'activate_workflow'): string {
  return `It was approved or accepted while mail could not leave the server, and now it can: call ${next}`;
}

export function isAgainstApproved(approval: ApprovedDelivery | null, delivery: ApprovedDelivery): boolean {
  return approval !== null && approval !== 'live' && delivery === 'live';
}

/** Call it in the transaction of the mails. @param approval as read in that transaction. @throws BecameLive */
export function assertApprovedDelivery(approval: ApprovedDelivery | null, fates: readonly Fate[]): void {
  const live = fates.some((fate) => fate.kind === 'accepted' && fate.leaves);
  if (live && isAgainstApproved(approval, 'live')) throw new BecameLive();
}
