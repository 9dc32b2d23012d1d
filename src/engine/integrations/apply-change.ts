import { readChange } from '../../model/integration/read-change.ts';
import type { SubscriberRecord, SubscriberSave } from '../../model/subscriber/subscriber.ts';
import { unsubscribed } from '../../model/subscriber/subscriber-change.ts';
import { keepSubscriber } from '../subscribers/keep-subscriber.ts';
import { recordEvent } from '../subscribers/record-event.ts';
import { type SaveScene, saveSubscribers } from '../subscribers/save-subscriber.ts';
import type { Applied, EventScene } from './event-scene.ts';
import { integrationCaller } from './integration-caller.ts';

const noPerson: Applied = {
  state: 'ignored',
  outcome: 'It names no subscriber, and no person who may become one by it',
};

/** Saves the person that an event is about and tracks the event, as the mapping says, in one transaction. */
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
    const scene: SaveScene = { engine, caller, store, now };
    const { email, externalId, save } = change;
    let known: SubscriberRecord | undefined;
    if (email !== null) known = await store.subscribers.find({ email });
    else if (externalId !== null) known = await store.subscribers.find({ externalId });
    if (!known && !(change.makes && save)) return noPerson;
    const dropped = [...change.dropped];
    const saved = save === null ? null : await saveOne(scene, save, dropped);
    const person = saved ?? known;
    if (!person) return noPerson;
    if (change.leaves) await leave(scene, person.id, provider);
    const recorded =
      tracked === null ? await recordEvent(scene, { id: person.id }, change.event) : { id: tracked };
    return {
      state: 'applied',
      outcome: dropped.length === 0 ? 'Done' : `Done without ${dropped.join(', ')}`,
      tracked: recorded?.id ?? null,
    };
  });
}

/** An external id that is another subscriber's is left out: the person of the event is the one at its address. */
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
