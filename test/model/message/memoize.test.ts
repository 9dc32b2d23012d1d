import { expect, test } from 'vitest';
import { memoize } from '../../../src/model/message/memoize.ts';

/** A function that counts its calls. */
function counted() {
  let asked = 0;
  const lengthOf = memoize((text) => {
    asked += 1;
    return text.length;
  });
  return { lengthOf, asked: () => asked };
}

test('a recent text is returned from the cache', () => {
  const { lengthOf, asked } = counted();
  for (const text of ['a', 'bb', '']) expect(lengthOf(text)).toBe(text.length);
  expect(asked()).toBe(3);
  for (const text of ['bb', '', 'a', ['b', 'b'].join('')]) expect(lengthOf(text)).toBe(text.length);
  expect(asked()).toBe(3);
});

test('texts of the same length are distinguished', () => {
  const same = memoize((text) => text);
  for (const text of ['ab', 'ac', 'bb', 'ab', 'bb', 'ac']) expect(same(text)).toBe(text);
});

test('the oldest entry is evicted beyond the maximum', () => {
  const { lengthOf, asked } = counted();
  for (let length = 0; length < 9; length += 1) lengthOf('x'.repeat(length));
  expect(asked()).toBe(9);
  expect(lengthOf('x'.repeat(8))).toBe(8);
  expect(asked()).toBe(9);
  expect(lengthOf('')).toBe(0);
  expect(asked()).toBe(10);
});

test('a large text is not cached', () => {
  const { lengthOf, asked } = counted();
  const large = 'x'.repeat(128 * 1_024 + 1);
  for (let time = 0; time < 2; time += 1) expect(lengthOf(large)).toBe(large.length);
  expect(asked()).toBe(2);
});
