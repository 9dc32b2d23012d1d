import type { ApprovedDelivery } from '../../model/campaign/campaign.ts';
import type { Fate } from '../context/submission.ts';

/**
 * The approval of a campaign or a workflow says whether its mail really leaves. Where it says that none does, and sending is switched
 * on before or while it is sent, it pauses until a caller lets it go on.
 */

/** Mails that are accepted together would really leave without approval: nothing of them is written. */
export class BecameLive extends Error {}

/** Why it has paused itself. @param next the tool that lets it go on */
export function becameLiveProblem(next: 'resume_campaign' | 'activate_workflow'): string {
  return `When it was approved or accepted, none of its mail would have left the server; now it would: call ${next}`;
}

/** Whether a delivery contradicts the approved one. */
export function isAgainstApproved(approval: ApprovedDelivery | null, delivery: ApprovedDelivery): boolean {
  return approval !== null && approval !== 'live' && delivery === 'live';
}

/**
 * To be asked in the transaction of the mails.
 * @param approval as it is in that transaction
 * @throws BecameLive
 */
export function assertApprovedDelivery(approval: ApprovedDelivery | null, fates: readonly Fate[]): void {
  const live = fates.some((fate) => fate.kind === 'accepted' && fate.leaves);
  if (live && isAgainstApproved(approval, 'live')) throw new BecameLive();
}
