import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secondMs } from '../../../src/model/instant.ts';
import { systemResolver } from '../../../src/world/dns/resolver.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type DnsName, dnsServer } from '../../world/simulated/dns-server.ts';

let posthouse: SimulatedPlatform;
beforeEach(async () => {
  posthouse = await openPlatform();
});
afterEach(() => posthouse.close());

type Answer = {
  data: { email: string; result: string; code: string | null; checks: { test_mode: boolean } }[];
  summary: Record<string, number>;
};

async function verify(emails: string[]): Promise<Answer> {
  return (await posthouse.call('verify_email_addresses', { emails })).output as Answer;
}

describe('verifying many addresses', () => {
  verifies(
    'verify.batch',
    'returns the same result for each address as a single check, in order',
    async () => {
      const { zone } = posthouse.resolver;
      zone.set('acme.com', { mx: [{ exchange: 'mx.acme.com', priority: 10 }] });
      zone.set('sick.com', { unavailable: 'SERVFAIL' });
      await posthouse.call('add_suppression', { email: 'gone@acme.com' });
      const emails = [
        'Ada <ada@acme.com>',
        'not an address',
        'x@example.com',
        'gone@ACME.com',
        'ada@nowhere.com',
        'vitest-test-1@acme.com',
        'ada@sick.com',
        'info@acme.com',
        'Ada <ada@acme.com>',
      ];
      const { data, summary } = await verify(emails);
      const alone = [];
      for (const email of emails)
        alone.push((await posthouse.call('verify_email_address', { email })).output);
      expect(data).toEqual(alone);
      expect(data.map(({ code }) => code)).toEqual([
        null,
        'INVALID_SYNTAX',
        null,
        'SUPPRESSED',
        'DOMAIN_NOT_FOUND',
        null,
        'TIMEOUT',
        'ROLE_ACCOUNT',
        null,
      ]);
      expect(data.map(({ checks }) => checks.test_mode).filter(Boolean)).toHaveLength(2);
      expect(summary).toEqual({ deliverable: 4, undeliverable: 3, risky: 1, unknown: 1 });
    },
  );

  verifies('verify.batch', 'queries each domain once', async () => {
    posthouse.resolver.zone.set('acme.com', { mx: [{ exchange: 'mx.acme.com', priority: 10 }] });
    const { summary } = await verify(Array.from({ length: 1_000 }, (_, n) => `ada.${n}@Acme.com`));
    expect(summary.deliverable).toBe(1_000);
    expect(posthouse.resolver.asked).toEqual(['MX acme.com', 'A/AAAA mx.acme.com']);
  });

  test('returns the known results when its time is up', async () => {
    posthouse.resolver.zone.set('quick.com', { mx: [{ exchange: 'mx.quick.com', priority: 10 }] });
    const { mx } = posthouse.resolver;
    posthouse.resolver.mx = (domain) => (domain === 'quick.com' ? mx(domain) : new Promise(() => {}));
    const emails = ['ada@quick.com', ...Array.from({ length: 999 }, (_, n) => `ada@slow${n}.com`)];
    let answer: Answer | undefined;
    void verify(emails).then((result) => {
      answer = result;
    });
    await posthouse.clock.advance(25 * secondMs - 1);
    expect(answer).toBeUndefined();
    await posthouse.clock.advance(1);
    expect(answer!.summary).toEqual({ deliverable: 1, undeliverable: 0, risky: 0, unknown: 999 });
    expect(posthouse.clock.timers()).toBe(0);
  });

  test('accepts 1 to 1,000 addresses within the length limit', async () => {
    for (const emails of [
      [],
      Array.from({ length: 1_001 }, () => 'a@b.com'),
      ['x'.repeat(2_001)],
      'a@b.com',
    ]) {
      expect((await posthouse.http('POST', '/api/v2/verify/batch', { body: { emails } })).status).toBe(400);
    }
    const one = await posthouse.http('POST', '/api/v2/verify/batch', { body: { emails: ['a@example.com'] } });
    expect([one.status, one.body.summary.deliverable]).toEqual([200, 1]);
  });
});

test('a thousand addresses in two hundred domains cause three DNS queries per domain', async () => {
  const zone: Record<string, DnsName> = {};
  for (let n = 0; n < 200; n++) {
    zone[`d${n}.com`] = { MX: [{ priority: 10, exchange: `mx.d${n}.com` }] };
    zone[`mx.d${n}.com`] = { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] };
  }
  const dns = await dnsServer(zone, { delayMs: 5 });
  try {
    Object.assign(posthouse.resolver, systemResolver({ servers: [dns.address], timeoutMs: 10 * secondMs }));
    const { data, summary } = await verify(Array.from({ length: 1_000 }, (_, n) => `a${n}@d${n % 200}.com`));
    expect(summary).toEqual({ deliverable: 1_000, undeliverable: 0, risky: 0, unknown: 0 });
    expect(data[999]!.email).toBe('a999@d199.com');
    expect(new Set(dns.asked).size).toBe(600);
    expect(dns.asked).toHaveLength(600);
  } finally {
    await dns.close();
  }
});

test.each([
  ['POST', '/api/v2/verify', { email: 'ada@reader.com' }, 'deliverable'],
  ['POST', '/api/v2/domains/reader.com/verify', undefined, undefined],
])(
  '%s %s gets a response while four organizations each verify six batches of unanswered names',
  async (method, path, body, result) => {
    const zone: Record<string, DnsName> = {
      'reader.com': { MX: [{ priority: 10, exchange: 'mx.reader.com' }] },
      'mx.reader.com': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
    };
    for (let n = 0; n < 400; n++) zone[`silent${n}.com`] = 'silent';
    const dns = await dnsServer(zone);
    try {
      Object.assign(
        posthouse.resolver,
        systemResolver({ servers: [dns.address], timeoutMs: 5 * secondMs, clock: posthouse.clock }),
      );
      const other = await posthouse.addOrganization('Beta');
      await posthouse.http('POST', '/api/v2/domains', { token: other.token, body: { name: 'reader.com' } });
      const flood: Promise<unknown>[] = [];
      for (let organization = 0; organization < 4; organization++) {
        const { token } = await posthouse.addOrganization(`Flood ${organization}`);
        for (let batch = 0; batch < 6; batch++) {
          const emails = Array.from({ length: 64 }, (_, n) => `a@silent${batch * 64 + n}.com`);
          flood.push(posthouse.http('POST', '/api/v2/verify/batch', { token, body: { emails } }));
        }
      }
      // The clock stands still, so a call waiting for a silent server would never return.
      const answer = await posthouse.http(method, path, { token: other.token, ...(body && { body }) });
      expect([answer.status, answer.body.result]).toEqual([200, result]);
      let over = false;
      const all = Promise.all(flood).finally(() => {
        over = true;
      });
      while (!over) await posthouse.clock.advance(secondMs);
      await all;
    } finally {
      await dns.close();
    }
  },
);
