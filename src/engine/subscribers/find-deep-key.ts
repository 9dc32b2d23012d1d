import { KeptAnswers } from '../../concurrency/kept-answers.ts';
import { hourMs } from '../../model/instant.ts';
import { createdOrderSlackMs, lastKeyBefore } from '../../store/page.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';

/** Keys of every `marksApart`-th subscriber, oldest first. */
type Marks = readonly number[];

/** Index entries read between two marks, about 1 ms. */
const marksApart = 25_000;
/** Skipping this many from the newest subscriber costs less than a look-up of the marks. */
const shallowMax = 25_000;
const markOctets = 16;

const marksOf = perEngine(
  ({ world }) =>
    new KeptAnswers<Marks>(
      world.clock,
      (marks) => 1_000 + marks.length * markOctets,
      () => hourMs,
    ),
);

/**
 * Returns the key at an offset of all subscribers, newest first. New subscribers do not change the rank of older ones,
 * so ranks are counted from the oldest, from marks that are valid until a subscriber is erased.
 */
export async function findDeepKey(
  engine: Engine,
  store: OrganizationStore,
  offset: number,
  now: number,
): Promise<number | undefined> {
  const list = store.subscribers.list({});
  if (offset < shallowMax) return await list.keyAt(offset);
  const counts = await store.counts.readAll(['subscribers', 'erased subscribers']);
  const rank = (counts.get('subscribers') ?? 0) - offset;
  if (rank <= 0) return undefined;
  const erased = counts.get('erased subscribers') ?? 0;
  const marks = await marksOf(engine).answer(store.organization, String(erased), undefined, () =>
    placeMarks(store, now),
  );
  const passed = Math.min(Math.floor((rank - 1) / marksApart), marks.length);
  return await list.keyAbove(passed === 0 ? 0 : marks[passed - 1]!, rank - passed * marksApart);
}

/** Leaves out recent subscribers, because a concurrent transaction may still add a lower key. */
async function placeMarks(store: OrganizationStore, now: number): Promise<Marks> {
  const { queries, organization } = store;
  const list = store.subscribers.list({});
  const upTo = await lastKeyBefore(queries, 'subscribers', organization, now - createdOrderSlackMs);
  const marks: number[] = [];
  for (let last = 0; ; ) {
    const key = await list.keyAbove(last, marksApart);
    if (key === undefined || key > upTo) return marks;
    marks.push(key);
    last = key;
  }
}
