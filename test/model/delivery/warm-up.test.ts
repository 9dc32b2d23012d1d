import { expect, test } from 'vitest';
import { nextWarmUpDayAt, utcDay, warmUpLimit } from '../../../src/model/delivery/warm-up.ts';

test.each([
  [0, 1_000],
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [14, 8_192_000],
  [15, null],
  [400, null],
])('the limit on day %i is %s', (day, limit) => {
  expect(warmUpLimit(day)).toBe(limit);
});

test('mail over the limit is sent on the next UTC day', () => {
  const evening = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
  const midnight = Date.UTC(2026, 10, 22);
  expect(nextWarmUpDayAt(evening, 0)).toBe(midnight);
  expect(nextWarmUpDayAt(evening, 0.999)).toBeLessThan(midnight + 2 * 3_600_000);
  expect(utcDay(midnight)).toBe(utcDay(evening) + 1);
});
