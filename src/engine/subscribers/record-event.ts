import type { EventRecord } from '../../model/subscriber/event.ts';
import type { SubscriberRecord, SubscriberRef } from '../../model/subscriber/subscriber.ts';
import { newSubscriber } from '../../model/subscriber/subscriber-change.ts';
import { announceSubscribers, announceTrackedEvents } from '../ledger/announce-changes.ts';
import { requestOptIn } from './request-opt-in.ts';
import type { SaveScene } from './save-subscriber.ts';

/** An unknown address takes two; more only if the subscriber is erased concurrently. */
const attemptsMax = 5;

/**
 * Adds a subscriber for an unknown address; null for an unknown id. @throws Failure restricted_api_key or
 * rate_limit_exceeded when the token may not send the resulting opt-in request
 */
export async function recordEvent(
  scene: SaveScene,
  ref: SubscriberRef,
  event: Pick<EventRecord, 'name' | 'properties' | 'occurredAt'>,
): Promise<EventRecord | null> {
  const { store, now } = scene;
  const { ids } = scene.engine.world;
  const noted = await noteOnSubscriber(scene, ref, event.occurredAt);
  if (noted === null) return null;
  const { key, id: subscriberId, email } = noted.subscriber;
  const recorded = { key: 0, id: ids.id('evt'), subscriberId, email, receivedAt: now, ...event };
  const tracked = [{ subscriber: key, event: recorded }];
  await store.events.add(tracked);
  if (noted.added) await announceSubscribers(store, [{ known: null, next: { ...noted.added, key } }], now);
  await announceTrackedEvents(store, tracked);
  if (noted.made > 0 && scene.caller.organization.doubleOptIn) {
    await requestOptIn(scene, [{ id: subscriberId, email, status: 'PENDING' }]);
  }
  await store.counts.change('subscribers', noted.made);
  const unchanged = { key, tagIds: [] };
  await scene.onChanges?.(store, [
    { known: noted.added ? null : unchanged, next: unchanged, event: event.name },
  ]);
  return recorded;
}

/** Returns the PENDING subscriber that `recordEvent` would create, without writing. */
export async function rehearseEvent(scene: SaveScene, ref: SubscriberRef): Promise<SubscriberRecord[]> {
  if (!('email' in ref)) return [];
  const created = subscriberOfEvent(scene, ref.email);
  // Events are frequent, so only an event that may request an opt-in costs a look-up.
  if (created.status !== 'PENDING' || (await scene.store.subscribers.find(ref))) return [];
  return [created];
}

function subscriberOfEvent({ caller, engine, now }: SaveScene, email: string): SubscriberRecord {
  return newSubscriber(engine.world.ids.id('sub'), email, 'EVENT', caller.organization.doubleOptIn, now);
}

async function noteOnSubscriber(
  scene: SaveScene,
  ref: SubscriberRef,
  occurredAt: number,
): Promise<{
  subscriber: Pick<SubscriberRecord, 'key' | 'id' | 'email'>;
  made: number;
  added: SubscriberRecord | null;
} | null> {
  const { store } = scene;
  let made = 0;
  let added: SubscriberRecord | null = null;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const subscriber = await store.subscribers.noteEvent(ref, occurredAt);
    if (subscriber) return { subscriber, made, added };
    if (!('email' in ref)) return null;
    const unknown = subscriberOfEvent(scene, ref.email);
    const keys = await store.subscribers.add([unknown]);
    made += keys.size;
    if (keys.size > 0) added = unknown;
  }
  throw new Error('a subscriber was made and erased again and again');
}
