import { z } from 'zod';
import { Failure } from '../../model/failure.ts';
import { EventProperties } from '../../model/subscriber/event.ts';
import { subscriberFields } from '../../model/subscriber/subscriber.ts';
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
 * A change that goes beyond a limit (too many tags, an attribute too large), or names a tag that was deleted, is not made; the
 * run goes on.
 * @returns why it was not made, null where it was
 */
export async function applyEffect(scene: EffectScene, effect: WorldEffect): Promise<string | null> {
  try {
    return await changeWorld(scene, effect);
  } catch (error) {
    // Thrown before anything is written. One run's fault must not hold up all others of the organization.
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

export type WorldEffect = Exclude<Effect, { kind: 'mail' }>;

async function changeWorld(scene: EffectScene, effect: WorldEffect): Promise<string | null> {
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
      return await trackEvent(scene, effect.step.config);
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
  // What is filled in is outside text: it is held to what a caller may set.
  const written = FilledFields.safeParse({
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value === null ? null : filledText(value, person, run.trigger),
      ]),
    ),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, filledJson(value, person, run.trigger)]),
    ),
  });
  if (!written.success) return faultOf(written.error);
  const changed = applyChange(known, written.data);
  if (!changed.ok) return `${changed.path} ${changed.message}`;
  await keepSubscriber(store, known, changed.subscriber, now);
  return null;
}

async function trackEvent(
  scene: EffectScene,
  { name, properties }: Extract<Effect, { kind: 'track_event' }>['step']['config'],
): Promise<string | null> {
  const { engine, store, run, person, now } = scene;
  const filled = EventProperties.safeParse(filledJson(properties, person, run.trigger));
  if (!filled.success) return faultOf(filled.error);
  const event = {
    id: engine.world.ids.id('evt'),
    name,
    properties: filled.data,
    occurredAt: now,
    receivedAt: now,
    subscriberId: person.id,
    email: person.email,
  };
  await store.subscribers.noteEvent({ id: person.id }, now);
  await store.events.add(person.key, event);
  await announceTrackedEvent(store, person.key, event);
  return null;
}

const FilledFields = z.strictObject(subscriberFields);

function faultOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first
    ? `${first.path.join('.') || 'What is filled in'} ${first.message}`
    : 'What is filled in is not allowed';
}
