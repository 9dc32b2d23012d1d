import type { EventRecord, TrackedEvent } from '../../model/subscriber/event.ts';
import type { SubscriberRecord, SubscriberRef } from '../../model/subscriber/subscriber.ts';
import { newSubscriber } from '../../model/subscriber/subscriber-change.ts';
import type { HeldSubscriber } from '../../store/records/people/subscribers.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';
import { groupInPersonOrder } from './group-in-person-order.ts';
import { requestOptIn } from './request-opt-in.ts';
import type { SaveScene } from './save-subscriber.ts';

/** An unknown address takes two; more only if other calls add and erase it concurrently. */
const attemptsMax = 5;

/** `receivedAt`: by default the time of the call. */
export type EventToRecord = {
  ref: SubscriberRef;
  event: Pick<EventRecord, 'name' | 'properties' | 'occurredAt'> & { receivedAt?: number };
};

/**
 * Adds a subscriber for an unknown address; null for an unknown id. @throws Failure restricted_api_key or
 * rate_limit_exceeded when the token may not send the resulting opt-in request
 */
export async function recordEvents(
  scene: SaveScene,
  toRecord: readonly EventToRecord[],
): Promise<(TrackedEvent['event'] | null)[]> {
  const { store, now } = scene;
  const { ids } = scene.engine.world;
  const { people, added } = await holdPeople(
    scene,
    toRecord.map(({ ref }) => ref),
  );
  const recorded = toRecord.map(({ event }, index): TrackedEvent | null => {
    const person = people[index];
    if (person === undefined) return null;
    const { key: subscriber, id: subscriberId, email } = person;
    return { subscriber, event: { id: ids.id('evt'), subscriberId, email, receivedAt: now, ...event } };
  });
  const tracked = recorded.filter((one) => one !== null);
  if (tracked.length > 0) await keepEvents(scene, tracked, added);
  if (added.length > 0 && scene.caller.organization.doubleOptIn) {
    await requestOptIn(
      scene,
      added.map(({ id, email }) => ({ id, email, status: 'PENDING' })),
    );
  }
  await store.counts.change('subscribers', added.length);
  const isNew = new Set(added.map(({ key }) => key));
  const changes = tracked.map(({ subscriber: key, event: { name: event } }) => {
    const unchanged = { key, tagIds: [] };
    return { known: isNew.has(key) ? null : unchanged, next: unchanged, event };
  });
  if (changes.length > 0) await scene.onChanges?.(store, changes);
  return recorded.map((one) => one?.event ?? null);
}

async function keepEvents(
  { store, now }: SaveScene,
  tracked: readonly TrackedEvent[],
  added: readonly SubscriberRecord[],
): Promise<void> {
  for (const wave of groupInPersonOrder(tracked, ({ subscriber }) => subscriber)) {
    await store.subscribers.noteEvents(
      wave.map(({ subscriber, event: { occurredAt } }) => [subscriber, occurredAt]),
    );
  }
  await store.events.add(tracked);
  const created = added.map((next) => ({ known: null, next }));
  await announceSubscribers(store, created, now, tracked);
}

/** Returns the PENDING subscriber that `recordEvents` would create, without writing. */
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

/** Locks the people. Adds a subscriber for each unknown address; undefined for an unknown id. */
async function holdPeople(
  scene: SaveScene,
  refs: readonly SubscriberRef[],
): Promise<{ people: (HeldSubscriber | undefined)[]; added: SubscriberRecord[] }> {
  const { subscribers } = scene.store;
  const added = new Map<string, SubscriberRecord>();
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const held = await subscribers.holdEach(refs);
    const isUnknown = (ref: SubscriberRef, index: number) => 'email' in ref && held[index] === undefined;
    const unknown = new Set(refs.filter(isUnknown).map((ref) => ('email' in ref ? ref.email : '')));
    if (unknown.size === 0) return { people: held, added: [...added.values()] };
    const made = [...unknown].sort().map((email) => subscriberOfEvent(scene, email));
    const keys = await subscribers.add(made);
    for (const one of made) {
      const key = keys.get(one.email);
      if (key !== undefined) added.set(one.email, { ...one, key });
    }
    if (keys.size < made.length) continue;
    const people = refs.map(
      (ref, index) => held[index] ?? ('email' in ref ? added.get(ref.email) : undefined),
    );
    return { people, added: [...added.values()] };
  }
  throw new Error('a subscriber was made and erased again and again');
}
