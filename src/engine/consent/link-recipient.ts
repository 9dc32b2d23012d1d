import type { z } from 'zod';
import type { EmailRecord } from '../../model/email/email.ts';
import {
  deriveStanding,
  isOwnUnsubscribe,
  maskedAddress,
  type Preferences,
  type Standing,
} from '../../model/subscriber/consent.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { unsubscribed } from '../../model/subscriber/subscriber-change.ts';
import type { SuppressionRecord } from '../../model/subscriber/suppression.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { suppressMarketing } from '../delivery/apply-delivery-result.ts';
import { announceSuppressions } from '../ledger/announce-changes.ts';
import { erasedMark } from '../recipients/recipient-marks.ts';
import { keepSubscriber } from '../subscribers/keep-subscriber.ts';

/** The recipient whose link is visited. The link proves only that the visitor can read the mailbox. */
type LinkRecipient = {
  /** Empty if the person was erased. */
  address: string;
  subscriber: SubscriberRecord | null;
  /** Includes suppressions that start later. */
  stops: readonly SuppressionRecord[];
  standing: Standing;
};

export async function linkRecipient(
  engine: Engine,
  store: OrganizationStore,
  emailId: string,
  now: number,
): Promise<LinkRecipient | null> {
  const email = await store.emails.byId(emailId);
  if (!email) return null;
  const found = email.toKey === '' ? undefined : await store.subscribers.find({ email: email.toKey });
  return await recipientOf(engine, store, email.toKey, found, now);
}

/** Locks the mail and the subscriber. */
export async function holdLinkRecipient(
  engine: Engine,
  store: OrganizationStore,
  emailId: string,
  now: number,
): Promise<LinkRecipient | null> {
  const email = await store.emails.hold(emailId);
  if (!email) return null;
  const found = email.toKey === '' ? undefined : await store.subscribers.hold({ email: email.toKey });
  return await recipientOf(engine, store, email.toKey, found, now);
}

async function recipientOf(
  engine: Engine,
  store: OrganizationStore,
  address: string,
  subscriber: SubscriberRecord | undefined,
  now: number,
): Promise<LinkRecipient> {
  const stops = address === '' ? [] : await listStops(engine, store, address, now);
  const standing = deriveStanding(subscriber?.status ?? null, stops);
  return { address, subscriber: subscriber ?? null, stops, standing };
}

/** Includes suppressions from before the person was erased and returned. */
export async function listStops(
  engine: Engine,
  store: OrganizationStore,
  address: string,
  now: number,
): Promise<SuppressionRecord[]> {
  const mark = erasedMark(engine, store.organization, address);
  return await store.suppressions.forAddresses([address, mark], now);
}

export function recipientShown({ address, subscriber, standing }: LinkRecipient): {
  email: string | null;
  locale: string | null;
  standing: Standing;
} {
  return {
    email: address === '' ? null : maskedAddress(address),
    locale: subscriber?.locale ?? null,
    standing,
  };
}

/**
 * Records an opt-out for the subscriber with the mail's address, or its original subscriber, or else as a
 * suppression. Returns the mail for `recordUnsubscribe`; null for a repeated opt-out.
 */
export async function recordOptOut(
  engine: Engine,
  store: OrganizationStore,
  emailId: string,
  { address, subscriber, standing }: LinkRecipient,
  reason: 'one-click' | 'link',
  now: number,
): Promise<EmailRecord | null> {
  const email = await store.emails.byId(emailId);
  if (!email) return null;
  const moved = subscriber === null && email.subscriberId !== null && { id: email.subscriberId };
  const person = moved ? await store.subscribers.hold(moved) : subscriber;
  if (person) await keepSubscriber(store, person, unsubscribed(person, { reason, topic: null }, now), now);
  if (address !== '' && subscriber === null) await suppressMarketing(engine, store, email, now);
  const stood = person ? person.unsubscribedAt === null : standing !== 'unsubscribed';
  return stood ? email : null;
}

export async function liftUnsubscribe(
  store: OrganizationStore,
  stops: readonly SuppressionRecord[],
  now: number,
): Promise<void> {
  const own = stops.filter(isOwnUnsubscribe).map(({ id }) => id);
  if (own.length === 0) return;
  const removed = await store.suppressions.remove(own, now);
  await announceSuppressions(store, 'suppression.removed', removed, now);
}

export async function answerPreferences(
  store: OrganizationStore,
  recipient: LinkRecipient,
): Promise<z.infer<typeof Preferences>> {
  const { subscriber } = recipient;
  const topics = subscriber ? await store.tags.topics() : [];
  return {
    object: 'preferences',
    ...recipientShown(recipient),
    subscriber: subscriber !== null,
    topics: topics.map(({ id, name, description }) => ({
      id,
      name,
      description,
      chosen: subscriber?.tagIds.includes(id) ?? false,
    })),
  };
}
