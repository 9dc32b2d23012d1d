import { z } from 'zod';
import { isoInstant } from '../instant.ts';
import { nextSubscriberStatus, type SubscriberRecord, type SubscriberStatus } from './subscriber.ts';
import type { SuppressionOrigin, SuppressionScope } from './suppression.ts';

/** `stopped`: the sender stopped mail to this address for a reason of its own. */
const standings = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained', 'stopped'] as const;
export type Standing = (typeof standings)[number];

export const recipientFields = {
  email: z.string().nullable().describe('Masked address; null: erased'),
  locale: z.string().nullable(),
  standing: z.enum(standings),
};

const ShownTopic = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  chosen: z.boolean(),
});

export const Preferences = z.object({
  object: z.literal('preferences'),
  ...recipientFields,
  subscriber: z
    .boolean()
    .describe('Whether the recipient is a subscriber, which is required to store topics'),
  topics: z.array(ShownTopic),
});

export const ConfirmLink = z.string().min(1).max(100);

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

/** An unsubscribe concerns marketing; a suppression with scope `all` has another reason. */
function standingOfStop(stop: Stop): Standing {
  return stop.origin === 'unsubscribe' && !isOwnUnsubscribe(stop) ? 'stopped' : standingOfOrigin[stop.origin];
}

/** Strongest first: a person cannot withdraw the first ones on a page. */
const byWeight: readonly Standing[] = [
  'complained',
  'bounced',
  'stopped',
  'unsubscribed',
  'pending',
  'subscribed',
];

/** @param status null for an address without a subscriber */
export function deriveStanding(status: SubscriberStatus | null, stops: readonly Stop[]): Standing {
  const all = new Set<Standing>([
    status === null ? 'subscribed' : standingOfStatus[status],
    ...stops.map(standingOfStop),
  ]);
  return byWeight.find((standing) => all.has(standing))!;
}

/** A person may withdraw their own unsubscribe from marketing. */
export function isOwnUnsubscribe({ origin, scope }: Stop): boolean {
  return origin === 'unsubscribe' && scope === 'marketing';
}

export function mayResubscribe(standing: Standing): boolean {
  return standing === 'unsubscribed' || standing === 'pending';
}

type ConsentSource = 'preference page' | 'double opt-in';

/** Does not change bounced or complained subscribers. @param ip the subscriber's, for the consent record */
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

/** Masks an address so that its owner recognizes it, but others learn little. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(at, 0));
  return `${first === '"' ? '' : first}…${address.slice(at)}`;
}
