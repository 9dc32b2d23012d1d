import { z } from 'zod';
import { type EmailEventType, emailEvents } from '../email/lifecycle.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { inShort } from '../text/alias.ts';
import { matchWord } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';

/** Rows store the index in this list. */
export const recipientStates = ['waiting', 'accepted', 'skipped'] as const;
export type RecipientState = (typeof recipientStates)[number];

export const campaignEnded = 'campaign_ended';

type Outside = Uppercase<RecipientState>;
const statesOutside = recipientStates.map(outside);

export const recipientFilterFields = {
  state: z
    .string()
    .max(20)
    .transform(matchWord(recipientStates, statesOutside))
    .optional()
    .describe(`${statesOutside.join(', ')}; for ACCEPTED, see last_event`),
  last_event: z
    .enum(emailEvents)
    .optional()
    .meta(inShort('delivered, opened, clicked, bounced, complained, failed …')),
  reason: z.string().max(60).optional().describe('Why a recipient was SKIPPED'),
};

export type RecipientFilter = {
  state?: RecipientState | undefined;
  last_event?: EmailEventType | undefined;
  reason?: string | undefined;
};

export const Recipient = z.object({
  object: z.literal('recipient'),
  subscriberId: z.string().nullable(),
  email: untrusted(z.string().nullable()),
  state: z.enum(statesOutside),
  reason: z.string().nullable(),
  variant: z.int().nullable(),
  emailId: z.string().nullable(),
  lastEvent: z.enum(emailEvents).nullable(),
  changedAt: Instant,
  openedAt: Instant.nullable(),
  clickedAt: Instant.nullable(),
});

/** A row of a campaign's ledger. Instants are epoch milliseconds. */
export type RecipientLine = {
  subscriberId: string | null;
  email: string | null;
  state: RecipientState;
  reason: string | null;
  variant: number | null;
  emailId: string | null;
  lastEvent: EmailEventType | null;
  changedAt: number;
  openedAt: number | null;
  clickedAt: number | null;
};

export function recipientAnswer(line: RecipientLine): z.infer<typeof Recipient> {
  return {
    object: 'recipient',
    subscriberId: line.subscriberId,
    email: line.email,
    state: outside(line.state),
    reason: line.reason,
    variant: line.variant,
    emailId: line.emailId,
    lastEvent: line.lastEvent,
    changedAt: isoInstant(line.changedAt),
    openedAt: isoInstantOrNull(line.openedAt),
    clickedAt: isoInstantOrNull(line.clickedAt),
  };
}

function outside(state: RecipientState): Outside {
  return state.toUpperCase() as Outside;
}
