import { setImmediate as nextTurn } from 'node:timers/promises';
import { addedCounts, type ImportCounts, noCounts } from '../../model/import/counts.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { startsAtOnce } from '../../model/subscriber/suppression.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import type { ImportFault } from '../../store/records/transfers/import-files.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { enrolBeforeChange } from '../audience/enrol-before-change.ts';
import { type HeldTags, holdTags } from '../audience/hold-tags.ts';
import { openPermit } from '../context/send-permit.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';
import { addNewSuppressions } from '../recipients/add-suppressions.ts';
import { requestOptIn } from '../subscribers/request-opt-in.ts';
import { countStoppedSends } from '../subscribers/stopped-sends.ts';
import { chooseSliceRows } from './batch-size.ts';
import { type ImportScene, type JudgedRows, judgeRows } from './judge-rows.ts';
import type { FileRow } from './read-file.ts';

/** Another call saved the same people concurrently, so the rows must be judged again. */
export class RowsOvertaken extends Error {}

export type KeptRows = Pick<JudgedRows, 'counts' | 'faults'>;

/** Writes at least the first slice; `endsEarly` leaves the rest. `counts.rows` says how many were written. */
export async function keepRows(
  scene: ImportScene,
  store: OrganizationStore,
  rows: readonly FileRow[],
  now: number,
  endsEarly: () => boolean,
): Promise<KeptRows> {
  const faults: ImportFault[] = [];
  let counts = noCounts();
  const amount = chooseSliceRows(store.queries, rows.length);
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
    const permit = scene.staysHere ? ({ kind: 'contained' } as const) : openPermit;
    await requestOptIn({ engine, caller, store, now, permit }, pending);
  }
  await store.counts.change('tags', tags.made);
  await store.counts.change('subscribers', created.length);
  return { counts: judged.counts, faults: judged.faults };
}

/** Ordered by address, so that concurrent saves of the same people do not deadlock. */
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
