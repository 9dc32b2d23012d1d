import { z } from 'zod';
import { Instant, isoInstant } from '../instant.ts';
import { cutAtCodeUnits } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import type { EmailEventType } from './lifecycle.ts';

export const troubledEvents = ['delivery_delayed', 'bounced', 'failed'] as const satisfies EmailEventType[];

/** Reply kinds. Any other text comes from another release. */
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
  'sending_off',
]);
export const unknownReason = 'unknown';

export const troubleReasons: readonly string[] = [...reasons, unknownReason];

/** Maps unknown reasons of other servers or releases to `unknown`. */
export function knownReason(reason: unknown): string {
  return typeof reason === 'string' && reasons.has(reason) ? reason : unknownReason;
}

/** A list only needs the beginning of a reply, where its code is. */
const messageCharactersMax = 160;

export const Trouble = z.object({
  reason: z.string().describe('Reason group, as in get_email_metrics'),
  bounce: z.enum(['hard', 'soft']).optional(),
  message: untrusted(z.string().nullable()),
  next_attempt_at: Instant.optional(),
});

/** Checks each detail, because any release or another server may have written it. */
export function readTrouble({
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
  return typeof message === 'string' && message !== '' ? cutAtCodeUnits(message, messageCharactersMax) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
