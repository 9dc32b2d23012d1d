import { z } from 'zod';
import { type EmailEventType, emailEvents } from '../email/lifecycle.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';

/** How those a campaign is for are called outside: who waits for a mail, whose mail was accepted, who gets none. */
const recipientStates = ['WAITING', 'ACCEPTED', 'SKIPPED'] as const;

type Outside = (typeof recipientStates)[number];
/** As the store has it. */
type Inside = Lowercase<Outside>;

/** By what the recipients of a campaign can be filtered. */
export const recipientFilterFields = {
  state: z
    .string()
    .max(20)
    .transform((text, ctx): Inside => {
      const state = recipientStates.find((name) => name === text.toUpperCase());
      if (state) return state.toLowerCase() as Inside;
      ctx.issues.push({
        code: 'custom',
        input: text,
        message: `must be one of ${recipientStates.join(', ')}`,
      });
      return z.NEVER;
    })
    .optional()
    .describe(recipientStates.join(', ')),
  last_event: z.enum(emailEvents).optional(),
};

export const Recipient = z.object({
  object: z.literal('recipient'),
  subscriberId: z.string().nullable(),
  email: z.string().nullable(),
  state: z.enum(recipientStates),
  reason: z.string().nullable(),
  variant: z.int().nullable(),
  emailId: z.string().nullable(),
  lastEvent: z.enum(emailEvents).nullable(),
  changedAt: Instant,
  openedAt: Instant.nullable(),
  clickedAt: Instant.nullable(),
});

/** The recipient as it is answered; instants come as epoch milliseconds. */
export function recipientAnswer(line: {
  subscriberId: string | null;
  email: string | null;
  state: Inside;
  reason: string | null;
  variant: number | null;
  emailId: string | null;
  lastEvent: EmailEventType | null;
  changedAt: number;
  openedAt: number | null;
  clickedAt: number | null;
}): z.infer<typeof Recipient> {
  return {
    object: 'recipient',
    subscriberId: line.subscriberId,
    email: line.email,
    state: line.state.toUpperCase() as Outside,
    reason: line.reason,
    variant: line.variant,
    emailId: line.emailId,
    lastEvent: line.lastEvent,
    changedAt: isoInstant(line.changedAt),
    openedAt: isoInstantOrNull(line.openedAt),
    clickedAt: isoInstantOrNull(line.clickedAt),
  };
}
