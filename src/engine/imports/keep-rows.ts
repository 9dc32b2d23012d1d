import { setImmediate as nextTurn } from 'node:timers/promises';
import { addedCounts, type ImportCounts, noCounts } from '../../model/import/counts.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { startsAtOnce } from '../../model/subscriber/suppression.ts';
import type { ImportFault } from '../../store/records/import-files.ts';
import type { HeldTag } from '../../store/records/tags.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { enrolBeforeChange } from '../audience/enrol-before-change.ts';
import { type HeldTags, holdTags } from '../audience/hold-tags.ts';
import { openPermit } from '../context/send-permit.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';
import { addNewSuppressions } from '../recipients/add-suppressions.ts';
import { requestOptIn } from '../subscribers/request-opt-in.ts';
import { countStoppedSends } from '../subscribers/stopped-sends.ts';
import { sliceRowsOf } from './chance-and-lots.ts';
import { type ImportScene, type JudgedRows, judgeRows } from './judge-rows.ts';
import type { FileRow } from './read-file.ts';

/** Another call saved one of the same people at the same moment: the rows are judged again on what they left. */
export class RowsOvertaken extends Error {}

/** What rows have done, in their transaction. */
export type KeptRows = Pick<JudgedRows, 'counts' | 'faults'>;

/**
 * Keeps the rows of a lot, some at a time, and at least the first of them.
 *
 * @param store of the transaction that notes them as done
 * @param endsEarly whether the rows after those that are kept shall wait for another transaction
 * @returns what those did that `counts.rows` says are kept
 * @throws RowsOvertaken
 */
export async function keepRows(
  scene: ImportScene,
  store: OrganizationStore,
  rows: readonly FileRow[],
  now: number,
  endsEarly: () => boolean,
): Promise<KeptRows> {
  const faults: ImportFault[] = [];
  let counts = noCounts();
  const amount = sliceRowsOf(store.queries, rows.length);
  for (let at = 0; at < rows.length; at += amount) {
    if (at > 0) {
      await nextTurn();
      if (endsEarly()) break;
    }
    const mailsLeft = scene.mailsLeft === null ? null : Math.max(0, scene.mailsLeft - counts.pending);
    const kept = await keepSlice({ ...scene, mailsLeft }, store, rows.slice(at, at + amount), now);
    counts = addedCounts(counts, kept.counts);
    for (const fault of kept.faults) faults.push(fault);
  }
  return { counts, faults };
}

/** Judges rows, keeps what comes of them and tells webhooks of it, with a number of statements that does not grow with theirs. */
async function keepSlice(
  scene: ImportScene,
  store: OrganizationStore,
  rows: readonly FileRow[],
  now: number,
): Promise<KeptRows> {
  const { engine, caller, options } = scene;
  const names = new Set(options.tags);
  for (const { read, repeats } of rows)
    if ('save' in read && !repeats) for (const name of read.save.tags ?? []) names.add(name);
  const tags = await holdTags(store, engine.world.ids, [...names], now);
  const means = {
    reading: 'hold',
    tagOf: (name: string) => tags.find(name),
    isAssigned: () => false,
  } as const;
  const judged = await judgeRows(scene, store, rows, means, now);
  const created = await addAll(store, judged.created);
  const known = judged.changed.map((each) => each.known);
  await enrolBeforeChange(
    store,
    known.map(({ key }) => key),
    now,
  );
  if ((await store.subscribers.updateAll(judged.changed.map(({ next }) => next))) !== null)
    throw new RowsOvertaken();
  const saved = [...created.map((next) => ({ known: null, next })), ...judged.changed];
  await link(store, tags, saved, now);
  await announceSubscribers(store.starting(options.triggerWorkflows), saved, now);
  await countStopped(store.starting(options.triggerWorkflows), judged.counts, saved);
  await suppress(scene, store, judged, now);
  const pending = created.filter(({ status }) => status === 'PENDING');
  if (caller.organization.doubleOptIn) {
    // The rows were counted against the approved number before they were written.
    const permit = scene.staysHere ? ({ kind: 'contained' } as const) : openPermit;
    await requestOptIn({ engine, caller, store, now, permit }, pending);
  }
  await store.counts.change('tags', tags.made);
  await store.counts.change('subscribers', created.length);
  return { counts: judged.counts, faults: judged.faults };
}

/** In the order of addresses, so that two who save the same ones do not wait for each other. */
async function addAll(
  store: OrganizationStore,
  made: readonly SubscriberRecord[],
): Promise<SubscriberRecord[]> {
  if (made.length === 0) return [];
  const ordered = made.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const keys = await store.subscribers.add(ordered);
  if (keys.size < made.length) throw new RowsOvertaken();
  return ordered.map((subscriber) => ({ ...subscriber, key: keys.get(subscriber.email)! }));
}

/** Counts the campaigns and workflows that the changes stop. */
export async function countStopped(
  store: OrganizationStore,
  counts: ImportCounts,
  changes: readonly { known: SubscriberRecord | null; next: SubscriberRecord }[],
): Promise<void> {
  const { people, isComplete } = await countStoppedSends(store, changes);
  if (Object.keys(people).length > 0) counts.stoppedSends = people;
  if (!isComplete) counts.stoppedSendsUnchecked = 1;
}

async function link(
  store: OrganizationStore,
  tags: HeldTags,
  saved: readonly { known: SubscriberRecord | null; next: SubscriberRecord }[],
  now: number,
): Promise<void> {
  const links = saved.flatMap(({ known, next }) =>
    next.tagIds
      .filter((id) => !known?.tagIds.includes(id))
      .map((id) => ({ subscriber: next.key, tag: tags.find(id) as HeldTag })),
  );
  await store.tags.link(links, now);
}

async function suppress(
  { engine }: ImportScene,
  store: OrganizationStore,
  { suppress: wanted }: JudgedRows,
  now: number,
): Promise<void> {
  const byEmail = new Map(wanted.map((each) => [each.email, each]));
  await addNewSuppressions(
    store,
    [...byEmail.values()].map(({ email, origin }) => ({
      id: engine.world.ids.id('sup'),
      email,
      origin,
      sourceId: null,
      scope: 'all',
      startsAt: startsAtOnce,
      expiresAt: null,
    })),
    now,
  );
}
