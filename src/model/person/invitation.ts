import { z } from 'zod';
import { dayMs, hourMs } from '../instant.ts';

/** An admin chooses address and organization name, so a stolen session could write to any mailbox repeatedly. */
export const invitationLimits = {
  windowMs: dayMs,
  /** Per mailbox, even if the person is removed and added again. */
  perMailboxMax: 3,
  /** Half of `peoplePerOrganizationMax`, so that a large team takes two days. */
  perOrganizationMax: 50,
} as const;

export type InvitationsMailed = { mailbox: number; organization: number };

export function mayInvite({ mailbox, organization }: InvitationsMailed): boolean {
  return mailbox < invitationLimits.perMailboxMax && organization < invitationLimits.perOrganizationMax;
}

const hours = invitationLimits.windowMs / hourMs;
const printed = 'posthouse console --email ADDRESS prints a link that signs them in';

export const invitationSentences = {
  mailed: 'An invitation was mailed',
  off: `No invitation was mailed, because sending is off. ${printed}`,
  too_many: `No invitation was mailed: the limit is ${invitationLimits.perMailboxMax} for each address and ${invitationLimits.perOrganizationMax} for each organization within ${hours} hours. They can sign in without it, at /console/sign-in with their address. ${printed}`,
  refused: `No invitation was mailed: no sender is configured, or the address cannot receive mail at the moment. ${printed}`,
} as const;

export type InvitationStatus = keyof typeof invitationSentences;

export const Invitation = z.object({
  status: z.enum(Object.keys(invitationSentences) as [InvitationStatus, ...InvitationStatus[]]),
  message: z.string(),
});

export function invitationAnswer(status: InvitationStatus): z.infer<typeof Invitation> {
  return { status, message: invitationSentences[status] };
}
