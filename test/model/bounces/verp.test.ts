import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretBox } from '../../../src/engine/context/secret-box.ts';
import {
  readReturnAddress,
  readReturnLocalPart,
  returnLocalPart,
  type Seal,
} from '../../../src/model/bounces/verp.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const box = secretBox('the secret of these tests, long enough');
const seal: Seal = (text) => box.mac('return-path', text);
const mail = { organization: 7, id: 'eml_01kb3k8m2x7q9v4t6w0y5z8a1b' };
const local = returnLocalPart(mail, seal);

describe('a return path', () => {
  test('fits a lower-case local part and identifies its mail', () => {
    expect(local).toMatch(/^b-7-01kb3k8m2x7q9v4t6w0y5z8a1b-[0-9a-z]{20}$/);
    expect(readReturnLocalPart(local, seal)).toEqual(mail);
    const largest = returnLocalPart({ ...mail, organization: Number.MAX_SAFE_INTEGER }, seal);
    expect(largest.length).toBeLessThanOrEqual(64);
    expect(readReturnLocalPart(largest, seal)?.organization).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('is read in any case, in brackets and with any domain', () => {
    expect(readReturnLocalPart(local.toUpperCase(), seal)).toEqual(mail);
    for (const text of [`<${local}@bounces.example>`, ` ${local.toUpperCase()}@BOUNCES.example`, local]) {
      expect(readReturnAddress(text, seal)).toEqual(mail);
    }
  });

  test('is rejected if any character is changed', () => {
    const letters = '0123456789abcdefghijklmnopqrstuvwxyz-';
    for (let at = 0; at < local.length; at += 1) {
      for (const letter of letters) {
        if (letter === local[at]) continue;
        const forged = local.slice(0, at) + letter + local.slice(at + 1);
        expect([forged, readReturnLocalPart(forged, seal)]).toEqual([forged, null]);
      }
    }
  });

  test('with another secret, purpose or organization is rejected', () => {
    const other = secretBox('the secret of another instance, also long');
    expect(readReturnLocalPart(local, (text) => other.mac('return-path', text))).toBeNull();
    expect(readReturnLocalPart(local, (text) => box.mac('unsubscribe', text))).toBeNull();
    expect(readReturnLocalPart(local.replace('b-7-', 'b-8-'), seal)).toBeNull();
  });

  test('cannot be guessed', () => {
    for (let guess = 0; guess < 5_000; guess += 1) {
      const mac = randomBytes(20).toString('hex').slice(0, 20);
      expect(readReturnLocalPart(`${local.slice(0, -20)}${mac}`, seal)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 90 }), (text) => readReturnAddress(text, seal) === null),
      { numRuns: randomRuns(500) },
    );
  });
});

test('a MAC depends only on its secret, purpose and text', () => {
  expect(box.mac('a', 'b')).toHaveLength(32);
  expect(box.mac('a', 'b')).toEqual(box.mac('a', 'b'));
  expect(box.mac('a', 'b').equals(box.mac('a', 'c'))).toBe(false);
  expect(box.mac('a', 'b').equals(box.mac('b', 'b'))).toBe(false);
});
