import { afterEach, describe, expect, test } from 'vitest';
import { type DnsServer as DnsServerName, dnsServers } from '../../../src/world/dns/dns-servers.ts';
import { combineAnswers, systemResolver } from '../../../src/world/dns/resolver.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { type DnsName, type DnsServer, type DnsServerOptions, dnsServer } from '../simulated/dns-server.ts';
import { simulatedResolver } from '../simulated/resolver.ts';

let dns: DnsServer | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

async function resolverFor(zone: Record<string, DnsName>, how: number | DnsServerOptions = 5_000) {
  dns = await dnsServer(zone, typeof how === 'number' ? {} : how);
  return systemResolver({ servers: [dns.address], timeoutMs: typeof how === 'number' ? how : 5_000 });
}

/** Waits for socket events, one turn of the event loop at a time. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the system resolver', () => {
  test('returns MX records sorted by preference', async () => {
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

  test('returns a null MX as an empty exchange', async () => {
    const resolver = await resolverFor({ 'example.com': { MX: [{ priority: 0, exchange: '' }] } });
    expect(await resolver.mx('example.com')).toEqual({
      kind: 'found',
      value: [{ priority: 0, exchange: '' }],
      ttlSeconds: 60,
    });
  });

  test('returns the addresses of both families, or of the only family', async () => {
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

  test('joins the strings of a TXT record, and keeps records separate', async () => {
    const resolver = await resolverFor({ 'example.com': { TXT: [['v=spf1 ', '-all'], ['other']] } });
    expect(await resolver.txt('example.com')).toMatchObject({
      kind: 'found',
      value: ['v=spf1 -all', 'other'],
    });
  });

  test('returns the target of a CNAME', async () => {
    const resolver = await resolverFor({ 'track.example.com': { CNAME: ['links.example.net'] } });
    expect(await resolver.cname('track.example.com')).toMatchObject({
      kind: 'found',
      value: ['links.example.net'],
    });
  });

  test('returns the names of an IPv4 or IPv6 address', async () => {
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

  test('returns TLSA records with their bytes', async () => {
    const certificate = Buffer.from('00ff'.repeat(16), 'hex');
    const record = { usage: 3, selector: 1, matchingType: 1, certificate };
    const resolver = await resolverFor({ '_25._tcp.mx.example.com': { TLSA: [record] } });
    expect(await resolver.tlsa('_25._tcp.mx.example.com')).toMatchObject({ kind: 'found', value: [record] });
  });

  test('distinguishes a name without such records from a missing name', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } });
    for (const ask of [resolver.mx, resolver.txt, resolver.cname, resolver.tlsa]) {
      expect(await ask('example.com')).toMatchObject({ kind: 'none' });
      expect(await ask('unknown.example')).toMatchObject({ kind: 'no_such_domain' });
    }
    expect(await resolver.addresses('unknown.example')).toMatchObject({ kind: 'no_such_domain' });
  });

  test('reports an invalid name as missing without a query', async () => {
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

  test('ignores a final dot', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } });
    expect(await resolver.addresses('Example.COM.')).toMatchObject({ value: ['192.0.2.1'] });
  });

  test('reports a failing server as unavailable', async () => {
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

  test('reports a silent server as unavailable after the time limit', async () => {
    const resolver = await resolverFor({ 'example.com': 'silent' }, 60);
    expect(await resolver.mx('example.com')).toMatchObject({ kind: 'unavailable' });
  });

  test('reports a missing server without waiting', async () => {
    const resolver = await resolverFor({});
    await dns!.close();
    expect(await resolver.mx('example.com')).toMatchObject({
      kind: 'unavailable',
      why: expect.stringMatching(/cannot be reached/),
    });
    dns = undefined;
  });

  test('answers many concurrent queries, each with its own port and id', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `d${n}.example`);
    const resolver = await resolverFor(
      Object.fromEntries(names.map((name) => [name, { MX: [{ priority: 1, exchange: `mx.${name}` }] }])),
    );
    const answers = await Promise.all(names.map((name) => resolver.mx(name)));
    expect(answers).toMatchObject(
      names.map((name) => ({ kind: 'found', value: [{ priority: 1, exchange: `mx.${name}` }] })),
    );
    // A few of 500 random ports may collide; a counter or a fixed port would look very different.
    expect(new Set(dns!.questions.map(({ port }) => port)).size).toBeGreaterThan(450);
    expect(new Set(dns!.questions.map(({ id }) => id)).size).toBeGreaterThan(450);
  });
});

describe('a DNS response', () => {
  test('is valid as long as its shortest-lived record', async () => {
    const resolver = await resolverFor({
      'alias.example': { CNAME: ['real.example'], ttlSeconds: 30 },
      'real.example': { A: ['192.0.2.1'], TXT: [['x']], ttlSeconds: 600 },
    });
    expect(await resolver.addresses('alias.example')).toMatchObject({ value: ['192.0.2.1'], ttlSeconds: 30 });
    expect(await resolver.txt('real.example')).toMatchObject({ ttlSeconds: 600 });
  });

  test('without records is valid as long as its SOA says, and not at all without an SOA', async () => {
    const zone = { 'example.com': { A: ['192.0.2.1'] } };
    const minutes = await resolverFor(zone, { negativeTtlSeconds: 120 });
    expect(await minutes.mx('example.com')).toEqual({ kind: 'none', ttlSeconds: 120 });
    expect(await minutes.mx('unknown.example')).toEqual({ kind: 'no_such_domain', ttlSeconds: 120 });
    await dns!.close();
    const unsaid = await resolverFor(zone, { negativeTtlSeconds: null });
    expect(await unsaid.mx('example.com')).toEqual({ kind: 'none' });
  });

  test('is secure if a local server says so for every part', async () => {
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

  test('is requested with the AD flag and without signatures', async () => {
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
  ])('from the server %s counts as DNSSEC-validated: %s', (server, trusted) => {
    expect(dnsServers([server], simulatedClock()).inOrder()).toMatchObject([{ trusted }]);
  });
});

describe('a real-world DNS server', () => {
  test('gets a TCP query after a truncated response, however long the response is', async () => {
    const TXT = Array.from({ length: 200 }, (_, n) => [`${n}`.padEnd(255, 'x')]);
    const resolver = await resolverFor({ 'example.com': { TXT, truncated: true } });
    const answer = await resolver.txt('example.com');
    expect(answer.kind === 'found' && answer.value).toEqual(TXT.flat());
    expect(dns!.questions).toMatchObject([{ over: 'udp' }, { over: 'tcp' }]);
  });

  test('that does not follow aliases has them followed by the resolver, up to a limit', async () => {
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

  test('with an alias to a name without such records, or to no name, gives that result', async () => {
    const resolver = await resolverFor({
      'alias.example': { CNAME: ['real.example'] },
      'real.example': { A: ['192.0.2.1'] },
      'dangling.example': { CNAME: ['gone.example'] },
    });
    expect(await resolver.mx('alias.example')).toMatchObject({ kind: 'none' });
    expect(await resolver.mx('dangling.example')).toMatchObject({ kind: 'no_such_domain' });
  });

  test('without EDNS is queried without it', async () => {
    const resolver = await resolverFor({ 'example.com': { A: ['192.0.2.1'] } }, { withoutEdns: true });
    expect(await resolver.addresses('example.com')).toMatchObject({ value: ['192.0.2.1'] });
  });

  test('has its response ignored if the id or the question differs', async () => {
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

  test('is queried over TCP when forged responses flood the resolver', async () => {
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

  test('gets bulk queries from a separate queue, and a query that waits too long there fails', async () => {
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
    // Queries that did not get their turn in time were never sent.
    expect(new Set(dns!.asked.filter((asked) => asked.includes('silent'))).size).toBeLessThan(300);
  });

  test('is replaced by another server if it fails, is unreachable or is silent', async () => {
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

  test('is queried again after a lost datagram', async () => {
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

  test('that leaves queries unanswered is tried last for a while', async () => {
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

  test('is rejected if its address is invalid', () => {
    for (const server of ['localhost', '192.0.2.1:99999', '192.0.2.300', 'dns.example:53']) {
      expect(() => systemResolver({ servers: [server], timeoutMs: 1 }), server).toThrow();
    }
  });
});

describe('the combined response for both address families', () => {
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
    // Unseen addresses may exist, so this is not "none".
    [none, unavailable, 'unavailable'],
    [unavailable, unavailable, 'unavailable'],
  ] as const)('is correct for %j and %j', (four, six, kind) => {
    const mutable = (answer: typeof four | typeof six) =>
      answer.kind === 'found' ? { kind: answer.kind, value: [...answer.value] } : answer;
    expect(combineAnswers(mutable(four), mutable(six)).kind).toBe(kind);
  });
});

describe('the simulated resolver', () => {
  test('behaves like the real resolver', async () => {
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
