import { expect, test } from 'vitest';
import {
  authThrottle,
  guessesMax,
  guessesPerAddressMax,
  guessesPerNetworkMax,
  guessWindowMs,
  longestDelayMs,
  rightRememberedMs,
  shutOutMs,
} from '../../../src/surfaces/smtp/auth-throttle.ts';

const home = '203.0.113.5';
const away = '198.51.100.7';
const look = { kind: 'look' };
const lookLate = { kind: 'look late', waitMs: longestDelayMs };
const refuse = { kind: 'refuse' };

test('the sixth guess of one credential from one address is refused without a lookup', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesMax; guess += 1) {
    expect(guard.judge(home, 'wrong', guess)).toEqual(look);
    guard.wrong(home, 'wrong', guess);
  }
  expect(guard.judge(home, 'wrong', guessesMax)).toEqual(refuse);
  expect(guard.judge(home, 'another', guessesMax)).toEqual(look);
  expect(guard.judge(away, 'wrong', guessesMax)).toEqual(look);
});

test('a blocked credential is checked again after the lockout', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesMax; guess += 1) guard.wrong(home, 'wrong', 0);
  expect(guard.judge(home, 'wrong', shutOutMs - 1)).toEqual(refuse);
  expect(guard.judge(home, 'wrong', shutOutMs)).toEqual(look);
});

test('guesses far apart are not counted together', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesMax * 3; guess += 1) {
    expect(guard.judge(home, 'wrong', guess * guessWindowMs)).toEqual(look);
    guard.wrong(home, 'wrong', guess * guessWindowMs);
  }
});

test('an address that tries many credentials is slowed down, and other addresses are not', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesPerAddressMax; guess += 1) {
    expect(guard.judge(home, `wrong ${guess}`, 0)).toEqual(look);
    guard.wrong(home, `wrong ${guess}`, 0);
  }
  expect(guard.judge(home, 'one more', 0)).toEqual(lookLate);
  expect(guard.judge(away, 'one more', 0)).toEqual(look);
  expect(guard.judge(home, 'one more', shutOutMs)).toEqual(look);
});

test('a credential that was correct within the hour is checked at once until it fails', () => {
  const guard = authThrottle();
  guard.right(home, 'right', 0);
  const later = rightRememberedMs - 1;
  for (let guess = 0; guess < guessesPerAddressMax; guess += 1) guard.wrong(home, `wrong ${guess}`, later);
  expect(guard.judge(home, 'right', later)).toEqual(look);
  expect(guard.judge(home, 'right', rightRememberedMs)).toEqual(lookLate);
  guard.right(home, 'right', later);
  guard.wrong(home, 'right', later);
  expect(guard.judge(home, 'right', later)).toEqual(lookLate);
});

test('many /64 networks of one IPv6 /48 are slowed down together', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesPerNetworkMax; guess += 1) {
    expect(guard.judge(`8193:3512:1:${guess}/64`, `wrong ${guess}`, 0)).toEqual(look);
    guard.wrong(`8193:3512:1:${guess}/64`, `wrong ${guess}`, 0);
  }
  expect(guard.judge('8193:3512:1:65535/64', 'wrong', 0)).toEqual(lookLate);
  expect(guard.judge('8193:3512:2:65535/64', 'wrong', 0)).toEqual(look);
});

test('clients of one network that guess passwords do not evict another client from memory', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesMax; guess += 1) guard.wrong(home, 'wrong', 0);
  for (let other = 0; other < 30_000; other += 1) guard.wrong(`8193:3512:1:${other}/64`, 'wrong', 0);
  expect(guard.judge(home, 'wrong', 0)).toEqual(refuse);
});

test('the first wrong password is answered at once, and each further wrong password after a longer delay', () => {
  const guard = authThrottle();
  const waits = Array.from({ length: 8 }, (_, guess) => guard.wrong(home, `wrong ${guess}`, 0));
  expect(waits).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test('the memory for wrong and correct credentials is limited', () => {
  const guard = authThrottle();
  for (let guess = 0; guess < guessesMax; guess += 1) guard.wrong(home, 'wrong', 0);
  guard.right(away, 'right', 0);
  for (let guess = 0; guess < guessesPerAddressMax; guess += 1) guard.wrong(away, `wrong ${guess}`, 0);
  for (let other = 0; other < 20_000; other += 1) guard.right(away, `right ${other}`, 0);
  expect(guard.judge(away, 'right', 0)).toEqual(lookLate);
  for (let other = 0; other < 20_000; other += 1)
    guard.wrong(`10.0.${other >> 8}.${other & 255}`, 'wrong', 0);
  expect(guard.judge(home, 'wrong', 0)).toEqual(look);
});
