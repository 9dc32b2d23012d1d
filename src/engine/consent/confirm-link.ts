import type { z } from 'zod';
import {
  type ConfirmationShown,
  isOwnNo,
  maskedAddress,
  progressOf,
} from '../../model/subscriber/consent.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import type { SuppressionRecord } from '../../model/subscriber/suppression.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { claimedSubject, readLinkToken } from '../content/public-links.ts';
import type { Engine } from '../context/scope.ts';
import { stopsOf } from './link-recipient.ts';

/**
 * The subscriber of a confirmation link. It is bound to the address it was sent to: a subscriber with another address since is not
 * confirmed at that one by it, and then the link is as good as none.
 *
 * @param hold within a transaction that changes them
 */
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
  const stops = await stopsOf(engine, store, subscriber.email, now);
  // They were asked again after an earlier no: the answer takes it back.
  const others = subscriber.status === 'PENDING' ? stops.filter((stop) => !isOwnNo(stop)) : stops;
  const shown = {
    object: 'confirmation' as const,
    email: maskedAddress(subscriber.email),
    locale: subscriber.locale,
    standing: progressOf(subscriber.status, others),
  };
  return { subscriber, stops, shown };
}
