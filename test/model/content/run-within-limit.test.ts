import { expect, test } from 'vitest';
import { runWithinLimit } from '../../../src/model/content/run-within-limit.ts';

const watched = { characters: 10, unwatched: 0 };

test('a function that finishes returns its result, watched or not', () => {
  expect(
    runWithinLimit(
      watched,
      () => 'parsed',
      () => 'otherwise',
    ),
  ).toBe('parsed');
  expect(
    runWithinLimit(
      { characters: 10, unwatched: 10 },
      () => 'parsed',
      () => 'otherwise',
    ),
  ).toBe('parsed');
});

test('a stack overflow or other error returns the fallback after one run', () => {
  let runs = 0;
  const overflow = (): string => overflow() + overflow();
  for (const unwatched of [0, 10]) {
    expect(runWithinLimit({ characters: 10, unwatched }, overflow, () => 'otherwise')).toBe('otherwise');
  }
  const failing = (): string => {
    runs += 1;
    throw new Error('unreadable');
  };
  expect(runWithinLimit(watched, failing, () => 'otherwise')).toBe('otherwise');
  expect(runs).toBe(1);
});

test('a function that never ends is stopped after a second try, even inside a regular expression', () => {
  let runs = 0;
  const endless = (): string => {
    runs += 1;
    return String(/^(a+)+$/.test(`${'a'.repeat(60)}b`));
  };
  expect(runWithinLimit(watched, endless, () => 'otherwise')).toBe('otherwise');
  // A busy machine may need more runs, because a run without processor time does not count.
  expect(runs).toBeGreaterThanOrEqual(2);
});

test('a function that was slow once because of the machine is not stopped', () => {
  let runs = 0;
  const slowOnce = (): string => {
    runs += 1;
    while (runs === 1);
    return 'parsed';
  };
  expect(runWithinLimit(watched, slowOnce, () => 'otherwise')).toBe('parsed');
});

test('an input is not rejected because other programs used the processor', () => {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let runs = 0;
  const starvedTwice = (): string => {
    runs += 1;
    if (runs <= 2) Atomics.wait(never, 0, 0);
    return 'parsed';
  };
  expect(runWithinLimit(watched, starvedTwice, () => 'otherwise')).toBe('parsed');
});
