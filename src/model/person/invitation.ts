import { z } from 'zod';
import { dayMs, hourMs } from '../instant.ts';

/**
 * How often people may be mailed that they were added. An admin chooses the address, and the name of the organization that the mail
 * shows, so without a limit a stolen session could write to any mailbox, again and again.
 */
export const invitationLimits = {
  /** Invitations count for so long. */
  windowMs: dayMs,
  /** To one mailbox, however often its person is removed and added again. */
  perMailboxMax: 3,
  /** Of one organization: half the people it may have, so that a large team takes two days. */
  perOrganizationMax: 50,
} as const;

/** Invitations that were mailed within the window. */
export type InvitationsMailed = { mailbox: number; organization: number };

/** Whether one more may be mailed. */
export function mayInvite({ mailbox, organization }: InvitationsMailed): boolean {
  return mailbox < invitationLimits.perMailboxMax && organization < invitationLimits.perOrganizationMax;
}

const hours = invitationLimits.windowMs / hourMs;
const printed = 'posthouse console --email ADDRESS prints a link that signs them in';

/** What came of the mail that invites a person, and what to do where there is none. */
export const invitationSentences = {
  mailed: 'A mail says where they sign in',
  off: `No mail was sent, because none leaves here. ${printed}`,
  too_many: `No mail was sent: at most ${invitationLimits.perMailboxMax} invitations to one address and ${invitationLimits.perOrganizationMax} of one organization are mailed within ${hours} hours. They can sign in without it, at /console/sign-in with their address. ${printed}`,
  refused: `No mail was sent: there is no sender for it, or the address takes no mail at the moment. ${printed}`,
} as const;

export type InvitationStatus = keyof typeof invitationSentences;

export const Invitation = z.object({
  status: z.enum(Object.keys(invitationSentences) as [InvitationStatus, ...InvitationStatus[]]),
  message: z.string(),
});

/** As the answer to who added the person. */
export function invitationAnswer(status: InvitationStatus): z.infer<typeof Invitation> {
  return { status, message: invitationSentences[status] };
}
