import { afterEach, describe, expect, test } from 'vitest';
import { systemResolver, together } from '../../src/world/resolver.ts';
import { type DnsName, type DnsServer, dnsServer } from './dns-server.ts';
import { simulatedResolver } from './resolver.ts';

let dns: DnsServer | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

async function resolverFor(zone: Record<string, DnsName>, timeoutMs = 5_000) {
  dns = await dnsServer(zone);
  return systemResolver({ servers: [dns.address], timeoutMs });
}

describe('the system resolver', () => {
  test('gives MX records by preference', async () => {
    const resolver = await resolverFor({
      'example.com': {
        MX: [
          { priority: 20, exchange: 'b.example.com' },
          { priority: 10, exchange: 'a.example.com' },
        ],
      },
    });
    expect(await resolver.mx('example.com')).toEqual({
      kind: 'found',
      value: [
        { priority: 10, exchange: 'a.example.com' },
        { priority: 20, exchange: 'b.example.com' },
      ],
    });
  });

  test('gives a null MX as an empty exchange', async () => {
    const resolver = await resolverFor({ 'example.com': { MX: [{ priority: 0, exchange: '' }] } });
    expect(await resolver.mx('example.com')).toEqual({
      kind: 'found',
      value: [{ priority: 0, exchange: '' }],
    });
  });

  test('gives addresses of both kinds, and of one when there is only one', async () => {
    const resolver = await resolverFor({
      'both.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
      'six.example': { AAAA: ['2001:db8::2'] },
    });
    expect(await resolver.addresses('both.example')).toEqual({
      kind: 'found',
      value: ['192.0.2.1', '2001:db8::1'],
    });
    expect(await resolver.addresses('six.example')).toEqual({ kind: 'found', value: ['2001:db8::2'] });
  });

  test('joins the strings of a TXT record, and keeps records apart', async () => {
    const resolver = await resolverFor({ 'example.com': { TXT: [['v=spf1 ', '-all'], ['other']] } });
    expect(await resolver.txt('example.com')).toEqual({ kind: 'found', value: ['v=spf1 -all', 'other'] });
  });

  test('gives the target of a CNAME', async () => {
    const resolver = await resolverFor({ 'track.example.com': { CNAME: ['links.example.net'] } });
    expect(await resolver.cname('track.example.com')).toEqual({
      kind: 'found',
      value: ['links.example.net'],
    });
  });

  test('tells a name without such records from a name that does not exist', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } });
    for (const ask of [resolver.mx, resolver.txt, resolver.cname]) {
      expect(await ask('example.com')).toEqual({ kind: 'none' });
      expect(await ask('nobody.example')).toEqual({ kind: 'no_such_domain' });
    }
    expect(await resolver.addresses('nobody.example')).toEqual({ kind: 'no_such_domain' });
  });

  test('says a name that cannot exist does not', async () => {
    const resolver = await resolverFor({});
    expect(await resolver.mx(`${'x'.repeat(64)}.example`)).toEqual({ kind: 'no_such_domain' });
    expect(await resolver.mx('a..example')).toEqual({ kind: 'no_such_domain' });
  });

  test('does not take a failing server for an answer', async () => {
    const resolver = await resolverFor({ 'example.com': 'servfail' });
    for (const ask of [resolver.mx, resolver.addresses, resolver.txt, resolver.cname]) {
      expect(await ask('example.com')).toMatchObject({ kind: 'unavailable' });
    }
  });

  test('does not take silence for an answer, and waits no longer than it was told to', async () => {
    const resolver = await resolverFor({ 'example.com': 'silent' }, 60);
    expect(await resolver.mx('example.com')).toMatchObject({ kind: 'unavailable' });
  });

  test('answers many questions asked at once', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `d${n}.example`);
    const resolver = await resolverFor(
      Object.fromEntries(names.map((name) => [name, { MX: [{ priority: 1, exchange: `mx.${name}` }] }])),
    );
    const answers = await Promise.all(names.map((name) => resolver.mx(name)));
    expect(answers).toEqual(
      names.map((name) => ({ kind: 'found', value: [{ priority: 1, exchange: `mx.${name}` }] })),
    );
  });
});

describe('an answer about two kinds of address', () => {
  const found = { kind: 'found', value: ['192.0.2.1'] } as const;
  const none = { kind: 'none' } as const;
  const noSuch = { kind: 'no_such_domain' } as const;
  const unavailable = { kind: 'unavailable', why: 'x' } as const;

  test.each([
    [found, none, 'found'],
    [unavailable, found, 'found'],
    [none, none, 'none'],
    [noSuch, noSuch, 'no_such_domain'],
    [noSuch, unavailable, 'no_such_domain'],
    // There may be addresses that were not seen, so this is not "none".
    [none, unavailable, 'unavailable'],
    [unavailable, unavailable, 'unavailable'],
  ] as const)('%j and %j', (four, six, kind) => {
    const mutable = (answer: typeof four | typeof six) =>
      answer.kind === 'found' ? { kind: answer.kind, value: [...answer.value] } : answer;
    expect(together(mutable(four), mutable(six)).kind).toBe(kind);
  });
});

describe('the simulated resolver', () => {
  test('answers like the real one', async () => {
    const resolver = simulatedResolver({
      'Example.com': {
        mx: [
          { priority: 20, exchange: 'b' },
          { priority: 10, exchange: 'a' },
        ],
      },
      'down.example': { unavailable: 'SERVFAIL' },
    });
    expect(await resolver.mx('example.COM.')).toMatchObject({
      value: [{ exchange: 'a' }, { exchange: 'b' }],
    });
    expect(await resolver.txt('example.com')).toEqual({ kind: 'none' });
    expect(await resolver.mx('nobody.example')).toEqual({ kind: 'no_such_domain' });
    expect(await resolver.addresses('down.example')).toEqual({ kind: 'unavailable', why: 'SERVFAIL' });
    expect(resolver.asked).toHaveLength(4);
  });
});
