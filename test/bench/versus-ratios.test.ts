import { expect, test } from 'vitest';
import { describeVerdict, pairedRatio } from '../../bench/versus/ratios.ts';

test('the ratio of paired rounds ignores a slowdown of both rounds', () => {
  const busy = [1, 1, 4, 1, 9];
  const ours = busy.map((factor) => 105 * factor);
  const theirs = busy.map((factor) => 100 * factor);
  expect(pairedRatio(ours, theirs)).toEqual({ median: 1.05, low: 1.05, high: 1.05 });
});

test('the spread of a ratio is its quartiles', () => {
  expect(pairedRatio([10, 20, 30, 40, 50], [10, 10, 10, 10, 10])).toEqual({ median: 3, low: 2, high: 4 });
  expect(pairedRatio([10, 20], [10, 10])).toEqual({ median: 1.5, low: 1.25, high: 1.75 });
});

test('the verdict names the parts over the limit and marks uncertain results', () => {
  const same = { name: 'get', ratio: { median: 1.05, low: 0.9, high: 1.2 } };
  const slower = { name: 'send', ratio: { median: 1.4, low: 1.3, high: 1.5 } };
  const unsure = { name: 'start', ratio: { median: 1.08, low: 0.97, high: 1.2 } };
  expect(describeVerdict([same], 'main')).toBe('No cost is more than 1.05 times that of main.');
  expect(describeVerdict([same, slower, unsure], 'main')).toBe(
    'More than 1.05 times the cost of main: send 1.40, start 1.08 (uncertain: the spread includes 1.05).',
  );
});
