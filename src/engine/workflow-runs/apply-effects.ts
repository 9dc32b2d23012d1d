import { z } from 'zod';
import { Failure } from '../../model/failure.ts';
import { chainThrough } from '../../model/sending/mail-cause.ts';
import { EventProperties } from '../../model/subscriber/event.ts';
import { type SubscriberRecord, subscriberFields } from '../../model/subscriber/subscriber.ts';
import { applyChange, unsubscribed, withTags } from '../../model/subscriber/subscriber-change.ts';
import { filledJson, filledText } from '../../model/workflow/runs/apply-effect.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { findRootToken } from '../approval/allowance.ts';
import { isAgainstApproved } from '../approval/approved-delivery.ts';
import type { HeldTags } from '../audience/hold-tags.ts';
import type { Engine } from '../context/scope.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';
import { groupInPersonOrder } from '../subscribers/group-in-person-order.ts';
import { keepSubscriber, keepSubscribers, type SubscriberChange } from '../subscribers/keep-subscriber.ts';
import type { EffectOf, RunEffect } from './run-effect.ts';
import { queueStepWebhooks } from './step-webhook.ts';

/** Locked tags. `problem`: why missing tags could not be created. */
export type StepTags = { held: HeldTags; problem: string | null };

/** Belongs to the transaction that moves the runs. */
type Scene = { engine: Engine; store: OrganizationStore; tags: StepTags; now: number };

/** Skips a change beyond a limit or with a deleted tag; the run continues. Returns problems by run key. */
export async function applyEffects(
  scene: Scene,
  effects: readonly RunEffect[],
): Promise<Map<number, string>> {
  const problems = new Map<number, string>();
  // Each change carries its cause, because a workflow must not start itself.
  const causeOf = ({ workflow, run }: RunEffect) =>
    `${workflow.key} ${run.depth} ${run.assistant} ${JSON.stringify(run.cause)}`;
  for (const alike of Map.groupBy(effects, causeOf).values()) {
    const { workflow, run } = alike[0]!;
    const caused = scene.store.causedBy(
      { workflow: workflow.key, depth: run.depth },
      chainThrough(workflow.id, run.cause ?? []),
    );
    const assistant = run.assistant ?? (await unapprovedActivator(scene.store, workflow));
    const store = assistant === null ? caused : caused.byAssistant(scene.engine.world.clock, assistant);
    // Effects on the same person are applied one after another.
    for (const wave of groupInPersonOrder(alike, ({ run: { subscriber } }) => subscriber)) {
      await applyWave({ ...scene, store }, wave, problems);
    }
  }
  return problems;
}

/**
 * Returns an assistant that activated the workflow without approval, because none of its own mail would have
 * left. Its allowance pays for mail that these steps cause elsewhere.
 */
async function unapprovedActivator(
  store: OrganizationStore,
  { approvedDelivery, token }: WorkflowRecord,
): Promise<string | null> {
  if (!isAgainstApproved(approvedDelivery, 'live')) return null;
  return await findRootToken(store, token === null ? null : { key: token });
}

async function applyWave(
  scene: Scene,
  wave: readonly RunEffect[],
  problems: Map<number, string>,
): Promise<void> {
  const events: EffectOf<'track_event'>[] = [];
  const webhooks: EffectOf<'webhook'>[] = [];
  const others: RunEffect<PersonEffect>[] = [];
  for (const one of wave) {
    const { effect } = one;
    if (effect.kind === 'track_event') events.push({ ...one, effect });
    else if (effect.kind === 'webhook') webhooks.push({ ...one, effect });
    else others.push({ ...one, effect });
  }
  await changePeople(scene, others, problems);
  await trackEvents(scene, events, problems);
  await queueStepWebhooks(scene.store, webhooks, scene.now);
}

type PersonEffect = Exclude<RunEffect['effect'], { kind: 'track_event' | 'webhook' }>;

async function changePeople(
  scene: Scene,
  effects: readonly RunEffect<PersonEffect>[],
  problems: Map<number, string>,
): Promise<void> {
  if (effects.length === 0) return;
  const { store, now } = scene;
  const people = await store.subscribers.holdKeys(effects.map(({ run }) => run.subscriber));
  const byKey = new Map(people.map((person) => [person.key, person]));
  const changes: SubscriberChange[] = [];
  for (const one of effects) {
    const known = byKey.get(one.run.subscriber);
    if (!known) continue;
    const made = changedPerson(scene, one, known);
    if ('problem' in made) problems.set(one.run.key, made.problem);
    else if (made.next.externalId === known.externalId) changes.push({ known, next: made.next });
    else await keepRenamed(scene, one.run.key, { known, next: made.next }, problems);
  }
  await linkTags(scene, await keepSubscribers(store, changes, now));
}

/** Another subscriber may own the external id. */
async function keepRenamed(
  { store, now }: Scene,
  run: number,
  { known, next }: SubscriberChange,
  problems: Map<number, string>,
): Promise<void> {
  try {
    await keepSubscriber(store, known, next, now);
  } catch (error) {
    // Thrown before any write. One run's failure must not block the organization's other runs.
    if (!(error instanceof Failure)) throw error;
    problems.set(run, error.message);
  }
}

type Changed = { next: SubscriberRecord } | { problem: string };

function changedPerson({ tags, now }: Scene, one: RunEffect<PersonEffect>, known: SubscriberRecord): Changed {
  const { effect } = one;
  switch (effect.kind) {
    case 'add_tag': {
      const tag = tags.held.find(effect.tag);
      if (!tag) return { problem: tags.problem ?? 'Its tag was deleted' };
      const tagged = withTags(known, [tag.id]);
      return tagged.ok ? { next: tagged.subscriber } : { problem: `${tagged.path} ${tagged.message}` };
    }
    case 'remove_tag': {
      const tag = tags.held.find(effect.tag);
      return { next: { ...known, tagIds: known.tagIds.filter((id) => id !== tag?.id) } };
    }
    case 'update_subscriber':
      return updatedPerson(one as EffectOf<'update_subscriber'>, known);
    case 'unsubscribe':
      return { next: unsubscribed(known, { reason: null, topic: null }, now) };
  }
}

function updatedPerson(
  { run, person, effect }: EffectOf<'update_subscriber'>,
  known: SubscriberRecord,
): Changed {
  const { fields, attributes } = effect.step.config;
  // Filled values are untrusted text, so they are validated like a caller's input.
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
  if (!written.success) return { problem: faultOf(written.error) };
  const changed = applyChange(known, written.data);
  return changed.ok ? { next: changed.subscriber } : { problem: `${changed.path} ${changed.message}` };
}

async function linkTags({ store, tags, now }: Scene, changes: readonly SubscriberChange[]): Promise<void> {
  const linked: { subscriber: number; tag: HeldTag }[] = [];
  const unlinked: { subscriber: number; tag: HeldTag }[] = [];
  for (const { known, next } of changes) {
    const of = (id: string) => ({ subscriber: known.key, tag: tags.held.find(id)! });
    for (const id of next.tagIds) if (!known.tagIds.includes(id)) linked.push(of(id));
    for (const id of known.tagIds) if (!next.tagIds.includes(id)) unlinked.push(of(id));
  }
  await store.tags.link(linked, now);
  await store.tags.unlinkEach(unlinked);
}

async function trackEvents(
  { engine, store, now }: Scene,
  effects: readonly EffectOf<'track_event'>[],
  problems: Map<number, string>,
): Promise<void> {
  const tracked = effects.flatMap(({ run, person, effect }) => {
    const { name, properties } = effect.step.config;
    const filled = EventProperties.safeParse(filledJson(properties, person, run.trigger));
    if (!filled.success) {
      problems.set(run.key, faultOf(filled.error));
      return [];
    }
    const event = {
      id: engine.world.ids.id('evt'),
      name,
      properties: filled.data,
      occurredAt: now,
      receivedAt: now,
      subscriberId: person.id,
      email: person.email,
    };
    return { subscriber: person.key, event };
  });
  if (tracked.length === 0) return;
  await store.subscribers.noteEvents(tracked.map(({ subscriber }) => [subscriber, now]));
  await store.events.add(tracked);
  await announceSubscribers(store, [], now, tracked);
}

const FilledFields = z.strictObject(subscriberFields);

function faultOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first
    ? `${first.path.join('.') || 'The filled-in value'} ${first.message}`
    : 'The filled-in value is not allowed';
}
