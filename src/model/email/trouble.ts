import { z } from 'zod';
import { Instant, isoInstant } from '../instant.ts';
import { beginningOf } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import type { EmailEventType } from './lifecycle.ts';

/** Last events of mails that did not arrive. */
export const troubledEvents = ['delivery_delayed', 'bounced', 'failed'] as const satisfies EmailEventType[];

/** Kinds of replies, as events describe them. A text that is none of these comes from another version. */
const reasons: ReadonlySet<string> = new Set([
  'mailbox',
  'full',
  'size',
  'policy',
  'greylist',
  'throttle',
  'sender',
  'content',
  'auth',
  'connection',
  'system',
  'protocol',
  'bounce',
  'complaint',
  'manual',
  'unsubscribe',
  /** Of ours: the operator had switched sending off. */
  'sending_off',
]);
export const unknownReason = 'unknown';

/** All that `knownReason` returns. */
export const troubleReasons: readonly string[] = [...reasons, unknownReason];

/** One of our own words, however another server or an earlier version described it. */
export function knownReason(reason: unknown): string {
  return typeof reason === 'string' && reasons.has(reason) ? reason : unknownReason;
}

/** In a list the beginning of a reply will do: its code comes first. */
const messageCharactersMax = 160;

/** Why a mail did not arrive. */
export const Trouble = z.object({
  reason: z.string().describe('As get_email_metrics groups by'),
  bounce: z.enum(['hard', 'soft']).optional(),
  message: untrusted(z.string().nullable()),
  next_attempt_at: Instant.optional(),
});

/**
 * Why a mail did not arrive, from the event that says so. Its details are of whichever version wrote them, and of
 * another server, so each is looked at.
 */
export function troubleOf({
  type,
  details,
}: {
  type: EmailEventType;
  details: Readonly<Record<string, unknown>>;
}): z.infer<typeof Trouble> {
  if (type === 'bounced') {
    const bounce = isObject(details.bounce) ? details.bounce : {};
    return {
      reason: knownReason(bounce.subType),
      ...((bounce.type === 'soft' || bounce.type === 'hard') && { bounce: bounce.type }),
      message: words(bounce.message),
    };
  }
  const next = typeof details.next_attempt_at === 'string' ? Date.parse(details.next_attempt_at) : Number.NaN;
  return {
    reason: knownReason(details.kind),
    message: words(details.message),
    ...(type === 'delivery_delayed' && !Number.isNaN(next) && { next_attempt_at: isoInstant(next) }),
  };
}

function words(message: unknown): string | null {
  return typeof message === 'string' && message !== '' ? beginningOf(message, messageCharactersMax) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
