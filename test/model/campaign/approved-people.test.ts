import { describe, expect, it } from 'vitest';
import {
  type ApprovedPeople,
  approvedPeople,
  approvedPeopleMax,
  boundPeople,
  boundPeopleMax,
  comparedPeopleMax,
  type DrawnPerson,
  growthMax,
  isDifferentAudience,
  newcomersAmong,
} from '../../../src/model/campaign/approved-people.ts';
import { randomRuns, seededRandom } from '../../world/simulated/random.ts';

const seed = Number(process.env.SEED ?? 20_261_123);
const random = seededRandom(seed);

/** Draws this many subscribers with distinct lots in random order. */
function people(amount: number): DrawnPerson[] {
  const lots = new Set<number>();
  while (lots.size < amount) lots.add(random.integer(2_147_483_647));
  return [...lots].map((lot) => [lot, `mark of ${lot}`]);
}

/** Removes, adds and moves subscribers; returns the result and the number of new or moved ones. */
function later(before: readonly DrawnPerson[], leave: number, come: number, move: number) {
  const shuffled = before.map((one) => ({ one, by: random.uniform() })).sort((a, b) => a.by - b.by);
  const stayed = shuffled.slice(leave).map(({ one }) => one);
  const known = new Set(before.map(([lot]) => lot));
  const came = people(come + 5).filter(([lot]) => !known.has(lot));
  const moved = stayed.slice(0, move).map(([lot, mark]): DrawnPerson => [lot, `${mark}, moved`]);
  return { now: [...stayed.slice(move), ...moved, ...came.slice(0, come)], others: come + moved.length };
}

const seen = (now: readonly DrawnPerson[]): ApprovedPeople => approvedPeople(now, comparedPeopleMax);

describe(`the subscribers of an approved campaign (seed ${seed})`, () => {
  it('are known exactly up to a limit, and every new subscriber is found', () => {
    for (let round = 0; round < randomRuns(300); round += 1) {
      const amount = random.integer(approvedPeopleMax + 1);
      const before = people(amount);
      const approval = approvedPeople(before);
      expect(approval.whole).toBe(true);
      const leave = random.integer(amount + 1);
      const move = random.integer(Math.min(20, amount - leave + 1));
      const { now, others } = later(before, leave, random.integer(20), move);
      expect(newcomersAmong(seen(now), approval)).toBe(others);
      expect(isDifferentAudience(others, approval)).toBe(others > amount * growthMax);
    }
  });

  it('may unsubscribe in any number without invalidating the approval', () => {
    for (const amount of [1, 10, approvedPeopleMax, approvedPeopleMax + 1, 5_000]) {
      const before = people(amount);
      const approval = approvedPeople(before);
      for (const leave of [1, Math.floor(amount / 2), amount]) {
        expect(newcomersAmong(seen(later(before, leave, 0, 0).now), approval)).toBe(0);
      }
    }
  });

  it('differ if there are more of them than can be compared', () => {
    for (const amount of [0, 3, approvedPeopleMax, 5_000]) {
      const approval = approvedPeople(people(amount));
      const others = seen(people(5 * comparedPeopleMax));
      expect(isDifferentAudience(newcomersAmong(others, approval), approval)).toBe(true);
    }
  });

  it('beyond the limit are sampled: 1 % new subscribers are accepted, and 6 % never are', () => {
    for (let round = 0; round < randomRuns(60); round += 1) {
      const amount = approvedPeopleMax + 1 + random.integer(9_000);
      const before = people(amount);
      const approval = approvedPeople(before);
      expect(approval).toMatchObject({ whole: false, drawn: { length: approvedPeopleMax } });
      const judged = (share: number) => {
        const others = Math.floor(amount * share);
        const moved = random.integer(others + 1);
        const { now } = later(before, others - moved, others - moved, moved);
        return isDifferentAudience(newcomersAmong(seen(now), approval), approval);
      };
      expect([amount, judged(growthMax), judged(0.06)]).toEqual([amount, false, true]);
    }
  });

  it('are sampled independently of their order', () => {
    for (const amount of [7, 3_000]) {
      const before = people(amount);
      expect(approvedPeople(before.toReversed())).toEqual(approvedPeople(before));
    }
  });

  it('are part of the confirmation individually if they are few, and as a sample if they are many', () => {
    const few = people(approvedPeopleMax);
    expect(boundPeople(approvedPeople(few))).toEqual(approvedPeople(few));
    const many = approvedPeople(people(approvedPeopleMax + 1));
    expect(boundPeople(many)).toEqual({ whole: false, drawn: many.drawn.slice(0, boundPeopleMax) });
  });
});
