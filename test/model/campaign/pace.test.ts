import { expect, test } from 'vitest';
import { allowedNow, calculateBurst, nextAfter } from '../../../src/model/campaign/pace.ts';

const hourMs = 60 * 60_000;

test.each([1, 2, 59, 60, 61, 119, 600, 1_000, 6_000])(
  'a pace of %i mails an hour is nearly reached and never exceeded in any hour',
  (perHour) => {
    for (const stepMs of [1_000, 7_919, 30_000, 61_000]) {
      const sent: number[] = [];
      let nextAt: number | undefined;
      for (let now = 1_000_000_000; now < 1_000_000_000 + 3 * hourMs; now += stepMs) {
        const amount = allowedNow(perHour, nextAt, now);
        expect(amount).toBeLessThanOrEqual(calculateBurst(perHour));
        if (amount === 0) continue;
        nextAt = nextAfter(perHour, nextAt, amount, now);
        for (let mail = 0; mail < amount; mail += 1) sent.push(now);
      }
      let shortest = hourMs;
      for (let first = 0; first < sent.length; first += 1) {
        const beyond = sent[first + perHour];
        if (beyond !== undefined) shortest = Math.min(shortest, beyond - sent[first]!);
      }
      expect(shortest).toBeGreaterThanOrEqual(hourMs - 1);
      // A caller that polls once a minute cannot catch up on more than a minute's allowance.
      if (stepMs < 60_000) expect(sent.length).toBeGreaterThan(perHour * 3 * 0.45);
    }
  },
);

test('a deferred mail is allowed at the announced time', () => {
  const now = 1_000_000_000;
  const nextAt = nextAfter(30, undefined, 1, now);
  expect([nextAt - now, allowedNow(30, nextAt, nextAt - 1), allowedNow(30, nextAt, nextAt)]).toEqual([
    hourMs / 30,
    0,
    1,
  ]);
});
