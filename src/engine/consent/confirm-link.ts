import type { z } from 'zod';
import {
  type ConfirmationShown,
  deriveStanding,
  isOwnUnsubscribe,
  maskedAddress,
} from '../../model/subscriber/consent.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import type { SuppressionRecord } from '../../model/subscriber/suppression.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { claimedSubject, readLinkToken } from '../content/public-links.ts';
import type { Engine } from '../context/scope.ts';
import { listStops } from './link-recipient.ts';

/** An address change invalidates the link. `hold` locks the subscriber for a change. */
export async function findConfirmation(
  engine: Engine,
  store: OrganizationStore,
  link: string,
  now: number,
  hold?: 'hold',
): Promise<{
  subscriber: SubscriberRecord;
  stops: readonly SuppressionRecord[];
  shown: z.infer<typeof ConfirmationShown>;
} | null> {
  const claimed = claimedSubject(link);
  if (claimed?.organization !== store.organization) return null;
  const { id } = claimed;
  const subscriber = hold ? await store.subscribers.hold({ id }) : await store.subscribers.find({ id });
  if (!subscriber || readLinkToken(engine, 'confirm', link, subscriber.email) === null) return null;
  const stops = await listStops(engine, store, subscriber.email, now);
  // A confirmation after a new request lifts an earlier opt-out.
  const others = subscriber.status === 'PENDING' ? stops.filter((stop) => !isOwnUnsubscribe(stop)) : stops;
  const shown = {
    object: 'confirmation' as const,
    email: maskedAddress(subscriber.email),
    locale: subscriber.locale,
    standing: deriveStanding(subscriber.status, others),
  };
  return { subscriber, stops, shown };
}
