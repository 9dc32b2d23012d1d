import { type Change, readChange } from '../../model/integration/read-change.ts';
import type { SubscriberRecord, SubscriberSave } from '../../model/subscriber/subscriber.ts';
import { readdressed, unsubscribed } from '../../model/subscriber/subscriber-change.ts';
import { openPermit, type SendPermit } from '../context/send-permit.ts';
import { keepSubscriber } from '../subscribers/keep-subscriber.ts';
import { recordEvents } from '../subscribers/record-event.ts';
import { askAfterChange } from '../subscribers/request-opt-in.ts';
import { type SaveScene, saveSubscribers } from '../subscribers/save-subscriber.ts';
import { type Applied, type EventScene, integrationCaller } from './event-scene.ts';

const noPerson: Applied = {
  state: 'ignored',
  outcome: 'It names no subscriber and no person who could become a subscriber',
};

export async function applyChange({
  engine,
  organization,
  integration,
  event,
  payload,
  last,
}: EventScene): Promise<void> {
  const { provider, mapping } = integration;
  const change = readChange(provider, mapping, event.type, payload, event.receivedAt);
  const caller = integrationCaller(organization, event.id);
  await last(async (store, tracked) => {
    if (change === null) return noPerson;
    const now = engine.world.clock.now();
    const budget = store.origin.assistant;
    const permit: SendPermit = budget === null ? openPermit : { kind: 'allowance', budget };
    const scene: SaveScene = { engine, caller, store, now, permit };
    const { email, externalId } = change;
    let known: SubscriberRecord | undefined;
    if (email !== null) known = await store.subscribers.find({ email });
    else if (externalId !== null) known = await store.subscribers.find({ externalId });
    const dropped = [...change.dropped];
    const moved = known ? null : await readdress(scene, change);
    if (moved?.isOld) dropped.push('email');
    known ??= moved?.subscriber;
    const save = moved?.isOld ? null : change.save;
    if (!known && !(change.makes && save)) return noPerson;
    const saved = save === null ? null : await saveOne(scene, save, dropped);
    const person = saved ?? known;
    if (!person) return noPerson;
    if (change.leaves) await leave(scene, person.id, provider);
    const [recorded] =
      tracked === null
        ? await recordEvents(scene, [{ ref: { id: person.id }, event: change.event }])
        : [{ id: tracked }];
    return {
      state: 'applied',
      outcome: dropped.length === 0 ? 'Done' : `Done without ${dropped.join(', ')}`,
      tracked: recorded?.id ?? null,
    };
  });
}

/**
 * Changes the address only if it is free, because one person would otherwise become two. Null if no
 * subscriber matches or the event does not prove the address; `isOld` after a later event.
 */
async function readdress(
  scene: SaveScene,
  { email, externalId, showsAddress, event }: Change,
): Promise<{ subscriber: SubscriberRecord; isOld: boolean } | null> {
  if (showsAddress === null || email === null || externalId === null) return null;
  const { store, caller, now } = scene;
  const held = await store.subscribers.hold({ externalId });
  if (!held) return null;
  if (await store.events.hasLater(held.key, showsAddress.names, event.occurredAt)) {
    return { subscriber: held, isOld: true };
  }
  if (!showsAddress.moves) return null;
  const next = readdressed(held, email, caller.organization.doubleOptIn);
  const kept = await keepSubscriber(store, held, next, now);
  await askAfterChange(scene, held, kept);
  return { subscriber: kept, isOld: false };
}

/** Drops an external id that another subscriber has, because the person is identified by address. */
async function saveOne(scene: SaveScene, save: SubscriberSave, dropped: string[]): Promise<SubscriberRecord> {
  const [first] = await saveSubscribers(scene, [save]);
  if (first?.kind === 'saved') return first.subscriber;
  if (save.externalId == null || first?.failure.failure !== 'conflict') throw first!.failure;
  dropped.push('externalId');
  const { externalId: _, ...without } = save;
  const [second] = await saveSubscribers(scene, [without]);
  if (second?.kind === 'saved') return second.subscriber;
  throw second!.failure;
}

async function leave({ store, now }: SaveScene, id: string, provider: string): Promise<void> {
  const held = await store.subscribers.hold({ id });
  if (!held) return;
  const because = { reason: `They left at ${provider}`, topic: null };
  await keepSubscriber(store, held, unsubscribed(held, because, now), now);
}
