import { afterEach, describe, expect, test } from 'vitest';
import { type DnsServer as DnsServerName, dnsServers } from '../../src/world/dns-servers.ts';
import { systemResolver, together } from '../../src/world/resolver.ts';
import { simulatedClock } from './clock.ts';
import { type DnsName, type DnsServer, type DnsServerOptions, dnsServer } from './dns-server.ts';
import { simulatedResolver } from './resolver.ts';

let dns: DnsServer | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

async function resolverFor(zone: Record<string, DnsName>, how: number | DnsServerOptions = 5_000) {
  dns = await dnsServer(zone, typeof how === 'number' ? {} : how);
  return systemResolver({ servers: [dns.address], timeoutMs: typeof how === 'number' ? how : 5_000 });
}

/** Waits for what happens on real sockets, one turn of the event loop at a time. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
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
      ttlSeconds: 60,
    });
  });

  test('gives a null MX as an empty exchange', async () => {
    const resolver = await resolverFor({ 'example.com': { MX: [{ priority: 0, exchange: '' }] } });
    expect(await resolver.mx('example.com')).toEqual({
      kind: 'found',
      value: [{ priority: 0, exchange: '' }],
      ttlSeconds: 60,
    });
  });

  test('gives addresses of both kinds, and of one when there is only one', async () => {
    const resolver = await resolverFor({
      'both.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
      'six.example': { AAAA: ['2001:db8::2'] },
    });
    expect(await resolver.addresses('both.example')).toMatchObject({
      kind: 'found',
      value: ['192.0.2.1', '2001:db8::1'],
    });
    expect(await resolver.addresses('six.example')).toMatchObject({
      kind: 'found',
      value: ['2001:db8::2'],
    });
  });

  test('joins the strings of a TXT record, and keeps records apart', async () => {
    const resolver = await resolverFor({ 'example.com': { TXT: [['v=spf1 ', '-all'], ['other']] } });
    expect(await resolver.txt('example.com')).toMatchObject({
      kind: 'found',
      value: ['v=spf1 -all', 'other'],
    });
  });

  test('gives the target of a CNAME', async () => {
    const resolver = await resolverFor({ 'track.example.com': { CNAME: ['links.example.net'] } });
    expect(await resolver.cname('track.example.com')).toMatchObject({
      kind: 'found',
      value: ['links.example.net'],
    });
  });

  test('gives the names of an address, of either kind', async () => {
    const resolver = await resolverFor({
      '25.2.0.192.in-addr.arpa': { PTR: ['mail.acme.example'] },
      '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': {
        PTR: ['six.acme.example'],
      },
    });
    expect(await resolver.names('192.0.2.25')).toMatchObject({ kind: 'found', value: ['mail.acme.example'] });
    expect(await resolver.names('2001:db8::1')).toMatchObject({ kind: 'found', value: ['six.acme.example'] });
    expect(await resolver.names('192.0.2.26')).toMatchObject({ kind: 'no_such_domain' });
  });

  test('gives TLSA records with their octets', async () => {
    const certificate = Buffer.from('00ff'.repeat(16), 'hex');
    const record = { usage: 3, selector: 1, matchingType: 1, certificate };
    const resolver = await resolverFor({ '_25._tcp.mx.example.com': { TLSA: [record] } });
    expect(await resolver.tlsa('_25._tcp.mx.example.com')).toMatchObject({ kind: 'found', value: [record] });
  });

  test('tells a name without such records from a name that does not exist', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } });
    for (const ask of [resolver.mx, resolver.txt, resolver.cname, resolver.tlsa]) {
      expect(await ask('example.com')).toMatchObject({ kind: 'none' });
      expect(await ask('unknown.example')).toMatchObject({ kind: 'no_such_domain' });
    }
    expect(await resolver.addresses('unknown.example')).toMatchObject({ kind: 'no_such_domain' });
  });

  test('says a name that cannot exist does not, and sends no query', async () => {
    const resolver = await resolverFor({});
    const long = `${'x'.repeat(63)}.`.repeat(4);
    for (const name of [
      `${'x'.repeat(64)}.example`,
      'a..example',
      '',
      '.',
      long,
      'a b.example',
      'é.example',
    ]) {
      expect(await resolver.mx(name), name).toEqual({ kind: 'no_such_domain' });
    }
    expect(dns!.asked).toEqual([]);
  });

  test('takes a name with its final dot for the same name', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } });
    expect(await resolver.addresses('Example.COM.')).toMatchObject({ value: ['192.0.2.1'] });
  });

  test('does not take a failing server for an answer', async () => {
    const resolver = await resolverFor({ 'example.com': 'servfail', 'example.net': 'refused' });
    for (const ask of [resolver.mx, resolver.addresses, resolver.txt, resolver.cname, resolver.tlsa]) {
      expect(await ask('example.com')).toMatchObject({
        kind: 'unavailable',
        why: expect.stringMatching(/SERVFAIL/),
      });
      expect(await ask('example.net')).toMatchObject({
        kind: 'unavailable',
        why: expect.stringMatching(/REFUSED/),
      });
    }
  });

  test('does not take silence for an answer, and waits no longer than its limit', async () => {
    const resolver = await resolverFor({ 'example.com': 'silent' }, 60);
    expect(await resolver.mx('example.com')).toMatchObject({ kind: 'unavailable' });
  });

  test('does not wait for a server that is not there', async () => {
    const resolver = await resolverFor({});
    await dns!.close();
    expect(await resolver.mx('example.com')).toMatchObject({
      kind: 'unavailable',
      why: expect.stringMatching(/cannot be reached/),
    });
    dns = undefined;
  });

  test('answers many questions asked at once, each from another port and under another id', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `d${n}.example`);
    const resolver = await resolverFor(
      Object.fromEntries(names.map((name) => [name, { MX: [{ priority: 1, exchange: `mx.${name}` }] }])),
    );
    const answers = await Promise.all(names.map((name) => resolver.mx(name)));
    expect(answers).toMatchObject(
      names.map((name) => ({ kind: 'found', value: [{ priority: 1, exchange: `mx.${name}` }] })),
    );
    // Of 500 drawn from tens of thousands a few may meet; a counter or a single port would never look like this.
    expect(new Set(dns!.questions.map(({ port }) => port)).size).toBeGreaterThan(450);
    expect(new Set(dns!.questions.map(({ id }) => id)).size).toBeGreaterThan(450);
  });
});

describe('what an answer is worth', () => {
  test('it lasts as long as the shortest-lived record of it', async () => {
    const resolver = await resolverFor({
      'alias.example': { CNAME: ['real.example'], ttlSeconds: 30 },
      'real.example': { A: ['192.0.2.1'], TXT: [['x']], ttlSeconds: 600 },
    });
    expect(await resolver.addresses('alias.example')).toMatchObject({ value: ['192.0.2.1'], ttlSeconds: 30 });
    expect(await resolver.txt('real.example')).toMatchObject({ ttlSeconds: 600 });
  });

  test('an answer without records lasts as long as the SOA says, and without an SOA not at all', async () => {
    const zone = { 'example.com': { A: ['192.0.2.1'] } };
    const minutes = await resolverFor(zone, { negativeTtlSeconds: 120 });
    expect(await minutes.mx('example.com')).toEqual({ kind: 'none', ttlSeconds: 120 });
    expect(await minutes.mx('unknown.example')).toEqual({ kind: 'no_such_domain', ttlSeconds: 120 });
    await dns!.close();
    const unsaid = await resolverFor(zone, { negativeTtlSeconds: null });
    expect(await unsaid.mx('example.com')).toEqual({ kind: 'none' });
  });

  test('it is secure when a server on this machine says so for every part of it', async () => {
    const resolver = await resolverFor({
      'signed.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'], secure: true },
      'plain.example': { A: ['192.0.2.2'] },
      'alias.example': { CNAME: ['plain.example'], secure: true },
    });
    expect(await resolver.addresses('signed.example')).toMatchObject({ kind: 'found', secure: true });
    expect(await resolver.addresses('plain.example')).not.toHaveProperty('secure');
    expect(await resolver.addresses('alias.example')).not.toHaveProperty('secure');
    expect(await resolver.mx('signed.example')).toMatchObject({ kind: 'none', secure: true });
  });

  test('it asks for the AD flag and not for signatures', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } });
    await resolver.txt('example.com');
    // RD and AD.
    expect(dns!.questions).toMatchObject([{ over: 'udp', flags: 0x0120, edns: true }]);
  });

  test.each([
    ['127.0.0.1', true],
    ['127.0.0.53:53', true],
    ['[::1]:5300', true],
    ['::1', true],
    ['127.0.0.11', false],
    ['192.0.2.1', false],
    ['192.0.2.1:127', false],
    ['[2001:db8::1]:53', false],
  ])('the server %s is believed about DNSSEC: %s', (server, trusted) => {
    expect(dnsServers([server], simulatedClock()).inOrder()).toMatchObject([{ trusted }]);
  });
});

describe('with servers as they are', () => {
  test('an answer that does not fit is fetched over TCP, also a long one', async () => {
    const TXT = Array.from({ length: 200 }, (_, n) => [`${n}`.padEnd(255, 'x')]);
    const resolver = await resolverFor({ 'example.com': { TXT, truncated: true } });
    const answer = await resolver.txt('example.com');
    expect(answer.kind === 'found' && answer.value).toEqual(TXT.flat());
    expect(dns!.questions).toMatchObject([{ over: 'udp' }, { over: 'tcp' }]);
  });

  test('an alias is followed by us where the server leaves that to the asker, and not without end', async () => {
    const resolver = await resolverFor(
      {
        'a.example': { CNAME: ['b.example'], ttlSeconds: 20 },
        'b.example': { CNAME: ['c.example'] },
        'c.example': { MX: [{ priority: 1, exchange: 'mx.c.example' }] },
        'loop.example': { CNAME: ['pool.example'] },
        'pool.example': { CNAME: ['loop.example'] },
      },
      { oneZone: true },
    );
    expect(await resolver.mx('a.example')).toEqual({
      kind: 'found',
      value: [{ priority: 1, exchange: 'mx.c.example' }],
      ttlSeconds: 20,
    });
    expect(await resolver.mx('loop.example')).toMatchObject({ kind: 'unavailable' });
    expect(dns!.asked.length).toBeLessThan(20);
  });

  test('an alias of a name without such records, or of none, is reported as that', async () => {
    const resolver = await resolverFor({
      'alias.example': { CNAME: ['real.example'] },
      'real.example': { A: ['192.0.2.1'] },
      'dangling.example': { CNAME: ['gone.example'] },
    });
    expect(await resolver.mx('alias.example')).toMatchObject({ kind: 'none' });
    expect(await resolver.mx('dangling.example')).toMatchObject({ kind: 'no_such_domain' });
  });

  test('a server from before EDNS is asked without it', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } }, { withoutEdns: true });
    expect(await resolver.addresses('example.com')).toMatchObject({ value: ['192.0.2.1'] });
  });

  test('an answer under another id or to another question is passed over', async () => {
    const resolver = await resolverFor(
      { 'example.com': { A: ['192.0.2.1'] } },
      {
        forged: (_query, answer) => {
          const otherId = Buffer.from(answer);
          otherId.writeUInt16BE((answer.readUInt16BE(0) + 1) % 65_536, 0);
          const otherName = Buffer.from(answer);
          otherName[13] = 'X'.charCodeAt(0);
          const evil = [otherId, otherName];
          for (const bytes of evil) bytes.set([203, 0, 113, 66], bytes.length - 4);
          return [...evil, Buffer.from('not DNS'), answer.subarray(0, 20)];
        },
      },
    );
    expect(await resolver.addresses('example.com')).toMatchObject({ value: ['192.0.2.1'] });
  });

  test('a resolver flooded with guesses asks over TCP, where an attacker cannot guess', async () => {
    const resolver = await resolverFor(
      { 'example.com': { TXT: [['real']] } },
      {
        forged: (_query, answer) =>
          Array.from({ length: 50 }, (_, n) => {
            const guess = Buffer.from(answer);
            guess.writeUInt16BE((answer.readUInt16BE(0) + 1 + n) % 65_536, 0);
            return guess;
          }),
      },
    );
    expect(await resolver.txt('example.com')).toMatchObject({ value: ['real'] });
    expect(dns!.questions.map(({ over }) => over)).toEqual(['udp', 'tcp']);
  });

  test('look-ups in bulk have their own queue, and one that waited too long in it fails', async () => {
    const zone: Record<string, DnsName> = {
      'reader.com': { MX: [{ priority: 10, exchange: 'mx.reader.com' }] },
    };
    for (let n = 0; n < 300; n += 1) zone[`silent${n}.com`] = 'silent';
    dns = await dnsServer(zone);
    const clock = simulatedClock();
    const resolver = systemResolver({ servers: [dns.address], timeoutMs: 5_000, clock });
    const bulk = Array.from({ length: 300 }, (_, n) =>
      resolver.apart!({ use: 'verification', organization: 1 }).mx(`silent${n}.com`),
    );
    expect(await resolver.mx('reader.com')).toMatchObject({ kind: 'found' });
    let isOver = false;
    const result = Promise.all(bulk).finally(() => {
      isOver = true;
    });
    while (!isOver) await clock.advance(1_000);
    const answers = await result;
    expect(answers.every(({ kind }) => kind === 'unavailable')).toBe(true);
    // Those who had no turn in time were not asked for.
    expect(new Set(dns!.asked.filter((asked) => asked.includes('silent'))).size).toBeLessThan(300);
  });

  test('another server is asked when the first fails, cannot be reached or is silent', async () => {
    const zone = { 'example.com': { A: ['192.0.2.1'] } };
    const good = await dnsServer(zone);
    const bad = await dnsServer({ 'example.com': 'servfail' });
    const mute = await dnsServer({ 'example.com': 'silent' });
    const gone = await dnsServer({});
    await gone.close();
    try {
      for (const first of [bad, gone, mute]) {
        const resolver = systemResolver({ servers: [first.address, good.address], timeoutMs: 2_000 });
        expect(await resolver.addresses('example.com')).toMatchObject({ value: ['192.0.2.1'] });
      }
    } finally {
      await Promise.all([good, bad, mute].map((server) => server.close()));
    }
  });

  test('a lost datagram is asked for again', async () => {
    const zone: Record<string, DnsName> = { 'example.com': 'silent' };
    const clock = simulatedClock();
    dns = await dnsServer(zone);
    const resolver = systemResolver({ servers: [dns.address], timeoutMs: 7_000, clock });
    const answer = resolver.txt('example.com');
    await until(() => dns!.asked.length === 1);
    zone['example.com'] = { TXT: [['late']] };
    await clock.advance(1_000);
    expect(await answer).toMatchObject({ value: ['late'] });
    expect(dns.asked).toHaveLength(2);
    expect(clock.timers()).toBe(0);
  });

  test('a server that leaves questions unanswered is asked last, for a while', async () => {
    const clock = simulatedClock();
    const servers = dnsServers(['192.0.2.1', '192.0.2.2'], clock);
    const [first, second] = servers.inOrder() as [DnsServerName, DnsServerName];
    for (const miss of [1, 2, 3]) {
      expect(servers.inOrder()[0], `miss ${miss}`).toEqual(first);
      servers.answered(second, [first]);
    }
    expect(servers.inOrder()).toEqual([second, first]);
    await clock.advance(30_000);
    expect(servers.inOrder()).toEqual([first, second]);
  });

  test('a server that is written wrong is refused', () => {
    for (const server of ['localhost', '192.0.2.1:99999', '192.0.2.300', 'dns.example:53']) {
      expect(() => systemResolver({ servers: [server], timeoutMs: 1 }), server).toThrow();
    }
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
    expect(await resolver.mx('unknown.example')).toEqual({ kind: 'no_such_domain' });
    expect(await resolver.addresses('down.example')).toEqual({ kind: 'unavailable', why: 'SERVFAIL' });
    expect(resolver.asked).toHaveLength(4);
  });
});
