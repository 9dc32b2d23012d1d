import type { SubscriberFields } from '../../model/subscriber/subscriber.ts';
import { applyChange, unsubscribed } from '../../model/subscriber/subscriber-change.ts';
import type { Effect } from '../../model/workflow/advance.ts';
import { filledJson, filledText } from '../../model/workflow/apply-effect.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { announceTrackedEvent } from '../ledger/announce-changes.ts';
import { keepSubscriber } from '../subscribers/keep-subscriber.ts';
import { tagSubscriber, untagSubscriber } from '../subscribers/tag-subscriber.ts';
import type { EffectScene } from './effect-scene.ts';
import { queueStepWebhook } from './step-webhook.ts';

/**
 * Does what a step does to the world, in the transaction of the move. Mails are not among them: they go through the gates.
 * A change that goes beyond a limit of the person (too many tags, an attribute too large) is not made; the run goes on.
 * @returns why it was not made, null where it was
 */
export async function applyEffect(
  scene: EffectScene,
  effect: Exclude<Effect, { kind: 'mail' }>,
): Promise<string | null> {
  const { store, engine, person, now } = scene;
  switch (effect.kind) {
    case 'add_tag':
      await tagSubscriber(store, engine.world.ids, person.id, [effect.tag], now);
      return null;
    case 'remove_tag':
      await untagSubscriber(store, person.id, [effect.tag], now);
      return null;
    case 'update_subscriber':
      return await updatePerson(scene, effect.step.config);
    case 'track_event':
      await trackEvent(scene, effect.step.config);
      return null;
    case 'webhook':
      await queueStepWebhook(scene, effect.step);
      return null;
    case 'unsubscribe':
      await changePerson(scene, (known) => unsubscribed(known, { reason: null, topic: null }, now));
      return null;
  }
}

type Held = NonNullable<Awaited<ReturnType<OrganizationStore['subscribers']['hold']>>>;

async function changePerson(
  { store, person, now }: EffectScene,
  change: (known: Held) => Held,
): Promise<void> {
  const known = await store.subscribers.hold({ id: person.id });
  if (known) await keepSubscriber(store, known, change(known), now);
}

async function updatePerson(
  { store, run, person, now }: EffectScene,
  { fields, attributes }: Extract<Effect, { kind: 'update_subscriber' }>['step']['config'],
): Promise<string | null> {
  const known = await store.subscribers.hold({ id: person.id });
  if (!known) return null;
  const written: SubscriberFields = {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value === null ? null : filledText(value, person, run.trigger),
      ]),
    ),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, filledJson(value, person, run.trigger)]),
    ),
  };
  const changed = applyChange(known, written);
  if (!changed.ok) return `${changed.path} ${changed.message}`;
  await keepSubscriber(store, known, changed.subscriber, now);
  return null;
}

async function trackEvent(
  scene: EffectScene,
  { name, properties }: Extract<Effect, { kind: 'track_event' }>['step']['config'],
): Promise<void> {
  const { engine, store, run, person, now } = scene;
  const event = {
    id: engine.world.ids.id('evt'),
    name,
    properties: { ...filledJson(properties, person, run.trigger) },
    occurredAt: now,
    receivedAt: now,
    subscriberId: person.id,
    email: person.email,
  };
  await store.subscribers.noteEvent({ id: person.id }, now);
  await store.events.add(person.key, event);
  await announceTrackedEvent(store, person.key, event);
}
