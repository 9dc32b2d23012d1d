import { z } from 'zod';
import { isoInstant } from '../instant.ts';
import { nextSubscriberStatus, type SubscriberRecord, type SubscriberStatus } from './subscriber.ts';
import type { SuppressionOrigin, SuppressionScope } from './suppression.ts';

/**
 * A recipient's consent status as their preference page shows it.
 *
 * `stopped`: the sender has stopped mail to this address for a reason of their own.
 */
const standings = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained', 'stopped'] as const;
export type Standing = (typeof standings)[number];

/** What a page may say to the holder of a link. */
export const recipientFields = {
  email: z.string().nullable().describe('Masked; null once erased'),
  locale: z.string().nullable(),
  standing: z.enum(standings),
};

/** A topic as its recipient sees it. */
const ShownTopic = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  chosen: z.boolean(),
});

/** What a preference page shows. */
export const Preferences = z.object({
  object: z.literal('preferences'),
  ...recipientFields,
  subscriber: z.boolean().describe('Whether they are one, so that topics can be kept'),
  topics: z.array(ShownTopic),
});

/** The last segment of a confirmation link; it is verified where it is used. */
export const ConfirmLink = z.string().min(1).max(100);

/** What the page of a confirmation link shows. */
export const ConfirmationShown = z.object({ object: z.literal('confirmation'), ...recipientFields });

type Stop = { origin: SuppressionOrigin; scope: SuppressionScope };

const standingOfStatus = {
  ACTIVE: 'subscribed',
  PENDING: 'pending',
  UNSUBSCRIBED: 'unsubscribed',
  BOUNCED: 'bounced',
  COMPLAINED: 'complained',
} as const satisfies Record<SubscriberStatus, Standing>;

const standingOfOrigin = {
  bounce: 'bounced',
  complaint: 'complained',
  manual: 'stopped',
  unsubscribe: 'unsubscribed',
} as const satisfies Record<SuppressionOrigin, Standing>;

/** An unsubscribe is about marketing; an `all` recorded beside it was set for another reason. */
function standingOfStop(stop: Stop): Standing {
  return stop.origin === 'unsubscribe' && !isOwnNo(stop) ? 'stopped' : standingOfOrigin[stop.origin];
}

/** The strongest first: wishes that a person cannot take back on a page. */
const byWeight: readonly Standing[] = [
  'complained',
  'bounced',
  'stopped',
  'unsubscribed',
  'pending',
  'subscribed',
];

/**
 * @param status null for an address without a subscriber
 * @param stops the suppressions of the address that have not ended
 */
export function progressOf(status: SubscriberStatus | null, stops: readonly Stop[]): Standing {
  const all = new Set<Standing>([
    status === null ? 'subscribed' : standingOfStatus[status],
    ...stops.map(standingOfStop),
  ]);
  return byWeight.find((standing) => all.has(standing))!;
}

/** Whether a suppression is a person's own unsubscribe from marketing, which they may take back themselves. */
export function isOwnNo({ origin, scope }: Stop): boolean {
  return origin === 'unsubscribe' && scope === 'marketing';
}

/** Whether a person of this standing can resubscribe on a page. */
export function mayReturn(standing: Standing): boolean {
  return standing === 'unsubscribed' || standing === 'pending';
}

/** The source of consent, as it is recorded. */
type ConsentSource = 'preference page' | 'double opt-in';

/**
 * The subscriber after consenting through a link that only their mailbox has. A bounced or complained subscriber stays
 * so: a page cannot undo that.
 * @param ip theirs, for the record
 */
export function consented(
  known: SubscriberRecord,
  source: ConsentSource,
  ip: string,
  now: number,
): SubscriberRecord {
  if (known.status === 'BOUNCED' || known.status === 'COMPLAINED') return known;
  const move = source === 'double opt-in' ? 'confirm' : 'resubscribe';
  const status = nextSubscriberStatus(known.status, move);
  if (status === known.status) return known;
  return {
    ...known,
    status,
    unsubscribedAt: null,
    unsubscribedBecause: null,
    consent: { at: isoInstant(now), ip, source },
  };
}

/** An address as shown to the holder of a link: enough to recognize one's own, too little to learn another person's. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(at, 0));
  return `${first === '"' ? '' : first}…${address.slice(at)}`;
}
