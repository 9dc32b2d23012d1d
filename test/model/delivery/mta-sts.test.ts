import { describe, expect, test } from 'vitest';
import { allowsMx, readStsPolicy, stsPolicyId } from '../../../src/model/delivery/mta-sts.ts';

describe('an MTA-STS record', () => {
  test.each([
    ['v=STSv1; id=20160831085700Z;', '20160831085700Z'],
    ['v=STSv1;id=a', 'a'],
    ['v=STSv1; id=1; ', '1'],
    ['v=STSv1 ; id=1', '1'],
    ['v=STSv1; extra=x,y:z; id=1', '1'],
    [`v=STSv1; id=${'a'.repeat(32)}`, 'a'.repeat(32)],
  ])('%s has the policy id %s', (text, id) => {
    expect(stsPolicyId(['something else', text])).toBe(id);
  });

  test.each([
    ['none', []],
    ['another kind', ['v=spf1 -all']],
    ['two', ['v=STSv1; id=1;', 'v=STSv1; id=2;']],
    ['no id', ['v=STSv1;']],
    ['an empty id', ['v=STSv1; id=;']],
    ['an id with punctuation', ['v=STSv1; id=2016-08-31;']],
    ['an id of 33 characters', [`v=STSv1; id=${'a'.repeat(33)}`]],
    ['another version', ['v=STSv2; id=1;']],
    ['a version in another case', ['V=STSv1; id=1;']],
    ['a field without a value', ['v=STSv1; id=1; x']],
    ['the version not first', ['id=1; v=STSv1']],
  ])('has no policy id: %s', (_name, texts) => {
    expect(stsPolicyId(texts)).toBeNull();
  });
});

const good =
  'version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.example.net\r\nmax_age: 604800\r\n';

describe('an MTA-STS policy', () => {
  test('is parsed from a text', () => {
    const policy = { mode: 'enforce', mx: ['mail.example.com', '*.example.net'], maxAgeSeconds: 604_800 };
    expect(readStsPolicy(good)).toEqual({ policy });
    expect(readStsPolicy(good.replaceAll('\r\n', '\n'))).toEqual({ policy });
    expect(readStsPolicy(good.trimEnd())).toEqual({ policy });
    expect(readStsPolicy(`${good}later: 3, "é"\n`)).toEqual({ policy });
    expect(readStsPolicy(good.replaceAll(': ', ':\t '))).toEqual({ policy });
    expect(readStsPolicy(good.replaceAll('\r\n', ' \r\n'))).toEqual({ policy });
  });

  test('with mode none needs no mail server', () => {
    expect(readStsPolicy('version: STSv1\nmode: none\nmax_age: 86400\n')).toEqual({
      policy: { mode: 'none', mx: [], maxAgeSeconds: 86_400 },
    });
  });

  test('is cached for at most about a year', () => {
    expect(readStsPolicy(good.replace('604800', '9999999999'))).toMatchObject({
      policy: { maxAgeSeconds: 31_557_600 },
    });
  });

  test('uses the first of several equal fields', () => {
    expect(readStsPolicy(good.replace('mode: enforce', 'mode: testing\nmode: enforce'))).toMatchObject({
      policy: { mode: 'testing' },
    });
  });

  test.each([
    ['empty', ''],
    ['a web page', '<!doctype html>\n<p>Not found</p>\n'],
    ['no version', good.replace('version: STSv1\r\n', '')],
    ['another version', good.replace('STSv1', 'STSv2')],
    ['no mode', good.replace('mode: enforce\r\n', '')],
    ['an unknown mode', good.replace('enforce', 'Enforce')],
    ['no max_age', good.replace('max_age: 604800\r\n', '')],
    ['a negative max_age', good.replace('604800', '-1')],
    ['a max_age with a unit', good.replace('604800', '7d')],
    ['an endless max_age', good.replace('604800', '99999999999')],
    ['no mail server', good.replace(/mx.*\r\n/g, '')],
    ['a wildcard for every host', good.replace('*.example.net', '*')],
    ['a wildcard in the middle', good.replace('*.example.net', 'mx.*.net')],
    ['two wildcards', good.replace('*.example.net', '*.*.net')],
    ['an IP address as mail server', good.replace('*.example.net', '[192.0.2.1]')],
    ['a URL', good.replace('*.example.net', 'https://example.net')],
    ['a line without a value', good.replace('mode: enforce', 'mode')],
    ['an empty value', good.replace('mode: enforce', 'mode:')],
    ['an inner blank line', good.replace('mode', '\r\nmode')],
    ['blanks before a field', good.replace('mode', ' mode')],
    ['blanks before the colon', good.replace('mode:', 'mode :')],
    ['a control character', good.replace('enforce', 'enforce\x00')],
    ['a lone carriage return', good.replace('\r\nmode', '\rmode')],
    ['more than 64 kB', `${good}x: ${'y'.repeat(70_000)}\r\n`],
  ])('is rejected: %s', (_name, text) => {
    expect(readStsPolicy(text)).toHaveProperty('fault');
  });
});

test.each([
  ['mail.example.com', true],
  ['MAIL.example.com.', true],
  ['mx1.example.net', true],
  ['a.b.example.net', false],
  ['example.net', false],
  ['.example.net', false],
  ['mx.example.com', false],
  ['mail.example.com.evil.example', false],
  ['evilexample.net', false],
])('the policy allows the mail server %s: %s', (host, allowed) => {
  const read = readStsPolicy(good);
  expect('policy' in read && allowsMx(read.policy, host)).toBe(allowed);
});
