import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectTarget } from '../../../src/model/content/links/link-target.ts';
import { randomRuns } from '../../world/simulated/random.ts';

test.each([
  ['https://shop.example/a?b=c#d', 'https://shop.example/a?b=c#d'],
  ['HTTP://Shop.Example', 'http://shop.example/'],
  ['https://shop.example?b', 'https://shop.example/?b'],
  ['https://münchen.example/grüße', 'https://xn--mnchen-3ya.example/gr%C3%BC%C3%9Fe'],
  ['https://shop.example/a b', 'https://shop.example/a%20b'],
  ['https://shop.example:8443/@ada', 'https://shop.example:8443/@ada'],
])('the tracked link %s redirects to the web', (target, expected) => {
  expect(redirectTarget(target)).toBe(expected);
});

test.each([
  '',
  '/inside',
  '//evil.example',
  '///evil.example',
  '\\evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://',
  'https:///evil.example',
  'https://\\evil.example',
  'https://good.example\\@evil.example/',
  'https://good.example@evil.example/',
  'https://good:word@evil.example/',
  'https://@evil.example/',
  ' https://evil.example',
  'https://ev il.example/',
  'https://evil.example/\r\nSet-Cookie: a=b',
  'https://evil.example/\t',
  'https://evil.example/\0',
  'ht\ntps://evil.example/',
  'https://%00/',
  'https://[::1/',
  'javascript:alert(1)',
  'JavaScript://shop.example/%0aalert(1)',
  'data:text/html,x',
  'mailto:ada@shop.example',
  'ftp://shop.example/',
  'blob:https://shop.example/x',
  `https://shop.example/${'x'.repeat(8_000)}`,
  `https://shop.example/${'ü'.repeat(3_000)}`,
])('the tracked link %j does not redirect', (target) => {
  expect(redirectTarget(target)).toBeNull();
});

test('every redirect is a single-line ASCII web URL', () => {
  const piece = fc.constantFrom(
    'https:',
    'http:',
    '/',
    '//',
    '\\',
    '@',
    ':',
    'a.example',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
    '%0a',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = redirectTarget(pieces.join(''));
      if (target === null) return;
      expect(target).toMatch(/^https?:\/\/[^/?#@\\]+\/[!-~]*$/);
      expect(pieces.join('').toLowerCase()).toContain(new URL(target).host);
    }),
    { numRuns: randomRuns(3_000), seed: 20_261_122 },
  );
});
