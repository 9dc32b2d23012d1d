import { expect, test } from 'vitest';
import {
  guessesMax,
  guessesPerAddressMax,
  guessGuard,
  guessWindowMs,
  shutOutMs,
} from '../../../src/surfaces/smtp/guess-guard.ts';

const home = '203.0.113.5';
const away = '198.51.100.7';

test('the sixth guess with one credential from one address is not looked at', () => {
  const guard = guessGuard();
  for (let guess = 0; guess < guessesMax; guess += 1) {
    expect(guard.allows(home, 'wrong', guess)).toBe(true);
    guard.failed(home, 'wrong', guess);
  }
  expect(guard.allows(home, 'wrong', guessesMax)).toBe(false);
  expect(guard.allows(home, 'another', guessesMax)).toBe(true);
  expect(guard.allows(away, 'wrong', guessesMax)).toBe(true);
});

test('it is looked at again when the time is up', () => {
  const guard = guessGuard();
  for (let guess = 0; guess < guessesMax; guess += 1) guard.failed(home, 'wrong', 0);
  expect(guard.allows(home, 'wrong', shutOutMs - 1)).toBe(false);
  expect(guard.allows(home, 'wrong', shutOutMs)).toBe(true);
});

test('guesses that lie long apart are not counted together', () => {
  const guard = guessGuard();
  for (let guess = 0; guess < guessesMax * 3; guess += 1) {
    expect(guard.allows(home, 'wrong', guess * guessWindowMs)).toBe(true);
    guard.failed(home, 'wrong', guess * guessWindowMs);
  }
});

test('an address that tries one credential after another is shut out whole, and no other', () => {
  const guard = guessGuard();
  for (let guess = 0; guess < guessesPerAddressMax; guess += 1) {
    expect(guard.allows(home, `wrong ${guess}`, 0)).toBe(true);
    guard.failed(home, `wrong ${guess}`, 0);
  }
  expect(guard.allows(home, 'right', 0)).toBe(false);
  expect(guard.allows(away, 'right', 0)).toBe(true);
});

test('the first wrong one is told at once, and each further one later than the one before', () => {
  const guard = guessGuard();
  const waits = Array.from({ length: 8 }, (_, guess) => guard.failed(home, `wrong ${guess}`, 0));
  expect(waits).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test('what is remembered does not grow with the number of guessers', () => {
  const guard = guessGuard();
  for (let guess = 0; guess < guessesMax; guess += 1) guard.failed(home, 'wrong', 0);
  for (let other = 0; other < 20_000; other += 1)
    guard.failed(`10.0.${other >> 8}.${other & 255}`, 'wrong', 0);
  expect(guard.allows(home, 'wrong', 0)).toBe(true);
});
