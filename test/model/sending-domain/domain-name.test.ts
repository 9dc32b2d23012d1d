import { describe, expect, test } from 'vitest';
import { readDomainName, sendingDomainCharactersMax } from '../../../src/model/sending-domain/domain-name.ts';

describe('the name of a sending domain', () => {
  test.each([
    ['acme.com', 'acme.com'],
    ['News.ACME.com', 'news.acme.com'],
    ['acme.com.', 'acme.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['acme.co.uk', 'acme.co.uk'],
    ['user.github.io', 'user.github.io'],
    ['acme.test', 'acme.test'],
  ])('%s is %s', (text, name) => {
    expect(readDomainName(text)).toEqual({ ok: true, name });
  });

  test.each([
    'com',
    'test',
    'localhost',
    'co.uk',
    'CO.UK',
    'com.br',
    'vercel.app',
    '192.0.2.1',
    '1.2.3',
    '[192.0.2.1]',
    '0x7f.0x1',
    'acme.com:25',
    'acme.com/x',
    'ada@acme.com',
    '@acme.com',
    '<postmaster@acme.com>',
    'x> <postmaster@acme.com',
    '*.acme.com',
    '_dmarc.acme.com',
    'ac me.com',
    'acme\u00ad.com',
    '.acme.com',
    '',
    ' ',
    `${'a.'.repeat(sendingDomainCharactersMax / 2)}com`,
  ])('%j is none', (text) => {
    expect(readDomainName(text)).toEqual({ ok: false, message: expect.stringMatching(/^must /) });
  });
});
