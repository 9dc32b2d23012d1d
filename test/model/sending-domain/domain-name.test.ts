import { describe, expect, test } from 'vitest';
import {
  readDomainName,
  sendingDomainCharactersMax,
} from '../../../src/model/sending-domain/domain-fields.ts';
import { isPublicSuffix, organizationalDomain } from '../../../src/model/sending-domain/public-suffix.ts';

describe('the name of a sending domain', () => {
  test.each([
    ['acme.com', 'acme.com'],
    ['News.ACME.com', 'news.acme.com'],
    ['acme.com.', 'acme.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['acme.co.uk', 'acme.co.uk'],
    ['user.github.io', 'user.github.io'],
    ['acme.test', 'acme.test'],
  ])('%s is normalized to %s', (text, name) => {
    expect(readDomainName(text)).toEqual({ ok: true, name });
  });

  test.each([
    'com',
    'test',
    'localhost',
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
  ])('%j is rejected', (text) => {
    expect(readDomainName(text)).toEqual({ ok: false, message: expect.stringMatching(/^must /) });
  });
});

describe('a public suffix', () => {
  test.each(['com', 'co.uk', 'com.br', 'vercel.app', 'github.io', 'nom.br', 'test'])(
    'is recognized: %s',
    async (name) => {
      expect(await isPublicSuffix(name)).toBe(true);
    },
  );

  test.each([
    'acme.com',
    'acme.co.uk',
    'user.github.io',
    'acme.test',
    'news.acme.com',
    'xn--mller-kva.example',
  ])('is not assumed for %s', async (name) => {
    expect(await isPublicSuffix(name)).toBe(false);
  });

  test.each([
    ['acme.com', 'acme.com'],
    ['a.b.acme.co.uk', 'acme.co.uk'],
    ['news.user.github.io', 'user.github.io'],
    ['mail.acme.test', 'acme.test'],
  ])('determines the registered name: of %s it is %s', async (name, registered) => {
    expect(await organizationalDomain(name)).toBe(registered);
  });
});
