import { describe, expect, test } from 'vitest';
import { nextAttemptAt } from '../../../src/model/delivery/retry-schedule.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';

const acceptedAt = Date.UTC(2026, 10, 21, 12);

/** Returns the times of all attempts of a mail that is deferred each time, starting at its acceptance. */
function attemptsOf(jitter: number): number[] {
  const attempts = [acceptedAt];
  for (;;) {
    const next = nextAttemptAt(attempts.length, acceptedAt, attempts.at(-1) ?? 0, jitter);
    if (next === null) return attempts;
    attempts.push(next);
  }
}

const waitsOf = (attempts: number[]) => attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));

describe('a mail that is always deferred', () => {
  test('is retried quickly at first, then less and less often', () => {
    const waits = waitsOf(attemptsOf(0));
    expect(waits.slice(0, 9)).toEqual([
      10 * secondMs,
      minuteMs,
      5 * minuteMs,
      15 * minuteMs,
      30 * minuteMs,
      hourMs,
      2 * hourMs,
      4 * hourMs,
      4 * hourMs,
    ]);
  });

  test.each([0, 0.5, 0.999])(
    'with a jitter of %d waits at least half an hour after the quick retries',
    (jitter) => {
      const waits = waitsOf(attemptsOf(jitter));
      for (const wait of waits.slice(4)) expect(wait).toBeGreaterThanOrEqual(30 * minuteMs);
    },
  );

  test.each([0, 0.5, 0.999])('with a jitter of %d is given up three days after its acceptance', (jitter) => {
    const attempts = attemptsOf(jitter);
    const last = attempts.at(-1) ?? 0;
    expect(last).toBeLessThanOrEqual(acceptedAt + 3 * dayMs);
    expect(last).toBeGreaterThan(acceptedAt + 3 * dayMs - 30 * minuteMs);
    expect(attempts.length).toBeLessThan(40);
  });
});

describe('the next attempt', () => {
  test('is scheduled from the end of the previous attempt, however long the attempt took', () => {
    expect(nextAttemptAt(2, acceptedAt, acceptedAt + hourMs)).toBe(acceptedAt + hourMs + minuteMs);
  });

  test('is delayed by jitter, up to a fifth', () => {
    expect(nextAttemptAt(2, acceptedAt, acceptedAt, 0.5)).toBe(acceptedAt + 66 * secondMs);
  });

  test('does not exist after three days', () => {
    expect(nextAttemptAt(1, acceptedAt, acceptedAt + 3 * dayMs)).toBeNull();
    expect(nextAttemptAt(30, acceptedAt, acceptedAt + 3 * dayMs - 29 * minuteMs)).toBeNull();
    expect(nextAttemptAt(1, acceptedAt, acceptedAt + 3 * dayMs - 10 * secondMs)).toBe(acceptedAt + 3 * dayMs);
  });
});
