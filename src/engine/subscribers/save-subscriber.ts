import { type Failure, invalidField } from '../../model/failure.ts';
import {
  consentAheadSentence,
  isConsentAhead,
  type SubscriberRecord,
  type SubscriberSave,
} from '../../model/subscriber/subscriber.ts';
import { applySave, differs, newSubscriber } from '../../model/subscriber/subscriber-change.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import type { World } from '../../world/world.ts';
import { enrolBeforeChange } from '../audience/enrol-before-change.ts';
import { type HeldTags, holdTags, readTags } from '../audience/hold-tags.ts';
import type { Caller } from '../context/caller.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';
import { nameTaken, type OnChanges } from './keep-subscriber.ts';
import { mayRefuseOptIn } from './opt-in-limits.ts';
import { type AskScene, type OptInRequests, optInRequestsTo, requestOptIn } from './request-opt-in.ts';

export type SaveScene = AskScene & {
  engine: { world: Pick<World, 'ids'> };
  caller: Pick<Caller, 'door'>;
  onChanges?: OnChanges;
};

export type Saved =
  | { kind: 'saved'; created: boolean; subscriber: SubscriberRecord; unchanged: boolean }
  | { kind: 'refused'; failure: Failure };

type Group = { email: string; saves: { at: number; save: SubscriberSave }[] };
type Folded = Group & { known: SubscriberRecord; next: SubscriberRecord; isNew: boolean; results: Saved[] };

/** Another round is needed only after a concurrent save of the same address or external id. */
const roundsMax = 5;

/**
 * A refused save does not stop the others, and two saves of one address act like two calls. Refuses a save
 * whose opt-in request the token may not send, because the subscriber would stay PENDING.
 */
export async function saveSubscribers(scene: SaveScene, saves: readonly SubscriberSave[]): Promise<Saved[]> {
  const { store, now } = scene;
  const { ids } = scene.engine.world;
  const tags = await holdTags(
    store,
    ids,
    saves.flatMap((save) => save.tags ?? []),
    now,
  );
  const results: Saved[] = [];
  let open = groupsOf(saves);
  let made = 0;
  let unwritten: Error | null = null;
  const asked: string[] = [];
  for (let round = 1; open.length > 0; round += 1) {
    if (round > roundsMax) throw unwritten ?? new Error('subscribers were made and erased again and again');
    const folded = await fold(scene, open, tags);
    const { written, added, failure } = await write(scene, folded);
    await link(scene, written, tags);
    const changed = written
      .filter(wasSaved)
      .filter(({ isNew, known, next }) => isNew || differs(known, next));
    for (const starts of [true, false]) {
      const changes = changed
        .filter(({ saves }) => saves.some(({ save }) => save.triggerWorkflows) === starts)
        .map(({ isNew, known, next }) => ({ known: isNew ? null : known, next }));
      await announceSubscribers(store.starting(starts), changes, now);
      await scene.onChanges?.(store.starting(starts), changes);
    }
    const left = asGiven(written.filter(wasSaved)).map(({ next }) => next);
    asked.push(...(await requestOptIn(scene, left, asked)));
    for (const group of written) {
      for (const [index, { at }] of group.saves.entries()) results[at] = group.results[index]!;
    }
    made += added;
    unwritten = failure;
    const done = new Set(written.map(({ email }) => email));
    open = open.filter(({ email }) => !done.has(email));
  }
  await store.counts.change('tags', tags.made);
  await store.counts.change('subscribers', made);
  return results;
}

export async function saveSubscriber(
  scene: SaveScene,
  save: SubscriberSave,
): Promise<Extract<Saved, { kind: 'saved' }>> {
  const [saved] = await saveSubscribers(scene, [save]);
  if (saved!.kind === 'refused') throw saved!.failure;
  return saved!;
}

/**
 * Applies saves as `saveSubscribers` does, without writes or locks. The token's limits on opt-in requests are judged separately.
 * @returns the saved subscribers, in the given order
 */
export async function rehearseSaves(
  scene: SaveScene,
  saves: readonly SubscriberSave[],
): Promise<SubscriberRecord[]> {
  const tags = await readTags(
    scene.store,
    saves.flatMap((save) => save.tags ?? []),
  );
  const folded = await fold(scene, groupsOf(saves), tags, 'look');
  return asGiven(folded.filter(wasSaved)).map(({ next }) => next);
}

/** Sorted by address, so that concurrent calls do not deadlock. */
function groupsOf(saves: readonly SubscriberSave[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [at, save] of saves.entries()) {
    let group = groups.get(save.email);
    if (!group) {
      group = { email: save.email, saves: [] };
      groups.set(save.email, group);
    }
    group.saves.push({ at, save });
  }
  return [...groups.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
}

async function fold(
  scene: SaveScene,
  groups: readonly Group[],
  tags: Means['tags'],
  reading: 'hold' | 'look' = 'hold',
): Promise<Folded[]> {
  const { store, caller, now } = scene;
  const { ids } = scene.engine.world;
  const emails = groups.map(({ email }) => email);
  const { subscribers } = store;
  const held = await (reading === 'hold' ? subscribers.holdAll(emails) : subscribers.findAll(emails));
  const known = new Map(held.map((subscriber) => [subscriber.email, subscriber]));
  const externalIds = groups.flatMap(({ saves }) => saves.flatMap(({ save }) => save.externalId || []));
  const owners = await store.subscribers.ownersOf(externalIds);
  // Unlocked, only to find refusals: `requestOptIn` locks.
  const questions =
    reading === 'hold' && mayRefuseOptIn(caller.token)
      ? await optInRequestsTo(scene, groups, 'look', 'hold')
      : null;
  const means: Means = {
    tags,
    owners,
    confirms: caller.organization.doubleOptIn,
    flagAlone: caller.door === 'v1',
    // v1 accepts any time, and other systems' clocks may differ.
    latestConsent: caller.door === 'v1' || caller.door === 'integration' ? Number.POSITIVE_INFINITY : now,
    questions,
  };
  // A cap is used up in the given order; rows are written in address order.
  const folded = new Map<Group, Folded>();
  for (const group of asGiven(groups)) {
    const before = known.get(group.email);
    const id = before?.id ?? ids.id('sub');
    const start = before ?? madeBy(group.saves[0]!.save, id, means.confirms, now);
    const one: Folded = { ...group, known: start, next: start, isNew: !before, results: [] };
    for (const { save } of group.saves) {
      // A refused save creates no subscriber.
      if (one.isNew && !wasSaved(one)) one.known = one.next = madeBy(save, id, means.confirms, now);
      one.results.push(foldOne(one, save, means));
    }
    if (before && differs(before, one.next)) one.next = { ...one.next, updatedAt: now };
    folded.set(group, one);
  }
  return groups.map((group) => folded.get(group)!);
}

function madeBy(
  { email, source, doubleOptIn }: SubscriberSave,
  id: string,
  confirms: boolean,
  now: number,
): SubscriberRecord {
  return newSubscriber(id, email, source, doubleOptIn ?? confirms, now);
}

function asGiven<One extends Group>(groups: readonly One[]): One[] {
  return groups.toSorted((a, b) => a.saves[0]!.at - b.saves[0]!.at);
}

type Means = {
  tags: Awaited<ReturnType<typeof readTags>>;
  owners: Map<string, string>;
  confirms: boolean;
  flagAlone: boolean;
  /** Epoch ms; a later consent is refused. */
  latestConsent: number;
  /** Null if no request can be refused. */
  questions: OptInRequests | null;
};

function foldOne(
  folded: Folded,
  save: SubscriberSave,
  { tags, owners, confirms, flagAlone, questions, latestConsent }: Means,
): Saved {
  const names = save.tags ?? [];
  const unknown = names.findIndex((name) => !tags.find(name));
  if (unknown >= 0) return refused(invalidField(`tags[${unknown}]`, 'is not the id of a tag'));
  if (isConsentAhead(save.consent, latestConsent)) {
    return refused(invalidField('consent.at', consentAheadSentence));
  }
  const { externalId } = save;
  if (externalId && (owners.get(externalId) ?? save.email) !== save.email) {
    return refused(nameTaken('externalId'));
  }
  const tagIds = [...new Set(names.map((name) => tags.find(name)!.id))];
  const changed = applySave(folded.next, save, tagIds, save.doubleOptIn ?? confirms, flagAlone);
  if (!changed.ok) return refused(invalidField(changed.path, changed.message, changed.code));
  const asked = changed.subscriber.status === 'PENDING' ? questions?.ask(save.email) : undefined;
  if (typeof asked === 'object') return refused(asked);
  if (externalId) owners.set(externalId, save.email);
  const created = folded.isNew && folded.results.every(({ kind }) => kind === 'refused');
  folded.next = changed.subscriber;
  return { kind: 'saved', created, subscriber: folded.next, unchanged: false };
}

function refused(failure: Failure): Saved {
  return { kind: 'refused', failure };
}

/** Writes the groups. The next round retries groups in conflict with another request. */
async function write(
  { store, now }: SaveScene,
  folded: readonly Folded[],
): Promise<{ written: Folded[]; added: number; failure: Error | null }> {
  const accepted = folded.filter(wasSaved);
  const fresh = accepted.filter(({ isNew }) => isNew);
  const keys = await store.subscribers.add(fresh.map(({ next }) => next));
  const changed = accepted.filter(({ isNew, known, next }) => !isNew && differs(known, next));
  await enrolBeforeChange(
    store,
    changed.map(({ known }) => known.key),
    now,
  );
  const failure = await store.subscribers.updateAll(changed.map(({ next }) => next));
  const unwritten = new Set([
    ...fresh.filter(({ email }) => !keys.has(email)),
    ...(failure === null ? [] : changed),
  ]);
  const written = folded.filter((group) => !unwritten.has(group));
  for (const group of written) {
    if (group.isNew) group.next = { ...group.next, key: keys.get(group.email) ?? 0 };
    const unchanged = !group.isNew && !differs(group.known, group.next);
    for (const result of group.results) {
      if (result.kind !== 'saved') continue;
      result.subscriber = group.next;
      result.unchanged = unchanged;
    }
  }
  return { written, added: keys.size, failure };
}

function wasSaved({ results }: Folded): boolean {
  return results.some(({ kind }) => kind === 'saved');
}

async function link({ store, now }: SaveScene, written: readonly Folded[], tags: HeldTags): Promise<void> {
  const links = written.flatMap(({ known, next }) =>
    next.tagIds
      .filter((id) => !known.tagIds.includes(id))
      .map((id) => ({ subscriber: next.key, tag: tags.find(id) as HeldTag })),
  );
  await store.tags.link(links, now);
}
