import { describe, expect, test } from 'vitest';
import { freeDomains } from '../../../src/model/verification/role-and-free-addresses.ts';
import { editDistance, suggestDomain } from '../../../src/model/verification/suggest-domain.ts';

describe('the edit distance', () => {
  test.each([
    ['gmail', 'gmail', 0],
    ['gmial', 'gmail', 1],
    ['gmai', 'gmail', 1],
    ['ggmail', 'gmail', 1],
    ['gmeil', 'gmail', 1],
    ['gnial', 'gmail', 2],
    ['', 'ab', 2],
  ])('is symmetric: %s and %s have a distance of %i', (a, b, slips) => {
    expect(editDistance(a, b, 9)).toBe(slips);
    expect(editDistance(b, a, 9)).toBe(slips);
  });

  test('is capped at one more than the given maximum', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
  });
});

describe('the suggested domain', () => {
  test.each([
    ['gmial.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotnial.com', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
  ])('for %s is %s', (typed, meant) => {
    expect(suggestDomain(typed)).toBe(meant);
  });

  test.each(['acme.com', 'acme.dev', 'university.edu', 'a.io', 'proton.com.evil.example', 'ne.com', 'o2.de'])(
    'does not exist for %s',
    (typed) => {
      expect(suggestDomain(typed)).toBeNull();
    },
  );

  test('does not exist for any well-known domain', () => {
    for (const domain of freeDomains) expect(suggestDomain(domain), domain).toBeNull();
  });
});
