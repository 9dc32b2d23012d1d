import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressesPerSecondMax,
  budgetKey,
  clientIp,
  inIpRanges,
  ipBudget,
  ipRanges,
  requestsPerSecondMax,
} from '../../../src/model/limits/ip-budget.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const second = Date.UTC(2026, 10, 21, 12);

function allowedOf(requests: number, ip: (n: number) => string, now: number, budget = ipBudget()): number {
  let allowed = 0;
  for (let n = 0; n < requests; n++) if (budget.spend(ip(n), now).allowed) allowed++;
  return allowed;
}

describe('the budget of an address', () => {
  test('allows 500 requests in one second, and again in the next second', () => {
    const budget = ipBudget();
    expect(allowedOf(600, () => '192.0.2.1', second + 999, budget)).toBe(500);
    expect(budget.spend('192.0.2.1', second + 999)).toEqual({ allowed: false, retryAfterSeconds: 1 });
    expect(budget.spend('192.0.2.2', second + 999)).toEqual({ allowed: true, retryAfterSeconds: 0 });
    expect(budget.spend('192.0.2.1', second + 1_000)).toEqual({ allowed: true, retryAfterSeconds: 0 });
  });

  test('is shared by an IPv4 address and its IPv6-mapped form', () => {
    const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1', '0:0:0:0:0:ffff:c000:201'];
    expect(allowedOf(2_000, (n) => spellings[n % 4] ?? '', second)).toBe(requestsPerSecondMax);
  });

  test('is shared by all addresses of an IPv6 /64', () => {
    expect(allowedOf(2_000, (n) => `2001:db8:0:1::${n.toString(16)}`, second)).toBe(requestsPerSecondMax);
    expect(budgetKey('2001:db8:0:1::1')).not.toBe(budgetKey('2001:db8:0:2::1'));
  });

  test('is shared by all new addresses if there are too many in a second', () => {
    const budget = ipBudget();
    const ip = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    expect(allowedOf(addressesPerSecondMax, ip, second, budget)).toBe(addressesPerSecondMax);
    expect(allowedOf(2_000, (n) => ip(addressesPerSecondMax + n), second, budget)).toBe(requestsPerSecondMax);
    expect(budget.spend(ip(1), second).allowed).toBe(true);
  });

  test('is shared by all invalid addresses', () => {
    for (const text of ['', 'x'.repeat(500), ':::', 'gggg::', '1.2.3.4.5.6.7.8.9.10']) {
      expect([text, budgetKey(text).length <= 15]).toEqual([text, true]);
    }
  });
});

describe('the client address of a request', () => {
  const proxies = ipRanges(['10.0.0.0/8', '::1', '2001:db8:ffff::/48']);

  test.each([
    ['without a trusted proxy the header is ignored', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['one trusted proxy', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a forged entry further left is ignored', '10.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['a forged trusted address has no effect', '10.0.0.1', '10.9.9.9, 198.51.100.7', '198.51.100.7'],
    ['a chain of trusted proxies', '10.0.0.1', '198.51.100.7, 10.0.0.3,10.0.0.2', '198.51.100.7'],
    ['only trusted addresses: the first of them', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['an invalid entry ends the search', '10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
    ['an empty entry ends the search', '10.0.0.1', '1.1.1.1, , 10.0.0.2', '10.0.0.2'],
    ['ports', '10.0.0.1', '1.1.1.1, 198.51.100.7:4711', '198.51.100.7'],
    ['brackets', '10.0.0.1', '[2001:DB8::7]:4711', '2001:db8::7'],
    ['IPv6 proxies', '2001:db8:ffff:1::1', '2001:db8::7', '2001:db8::7'],
    ['IPv4-mapped addresses', '::ffff:10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['a zone', 'fe80::1%eth0', null, 'fe80::1'],
    ['no socket address', '', '1.1.1.1', ''],
  ])('is determined from socket and header: %s', (_, socketAddress, header, expected) => {
    expect(clientIp(socketAddress, header, proxies)).toBe(expected);
  });

  test('never depends on the header without trusted proxies', () => {
    expect(clientIp('10.0.0.1', '1.1.1.1', ipRanges([]))).toBe('10.0.0.1');
  });

  test('is found by reading a long header only up to a limit', () => {
    const header = `1.1.1.1, ${'10.0.0.2, '.repeat(5_000)}10.0.0.2`;
    expect(clientIp('10.0.0.1', header, proxies)).toBe('10.0.0.2');
  });
});

describe('an address range', () => {
  test.each([
    ['10.255.255.255', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['192.0.2.129', '192.0.2.128/25', true],
    ['192.0.2.127', '192.0.2.128/25', false],
    ['8.8.8.8', '0.0.0.0/0', true],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['2001:db8:1::', '2001:db8::/47', true],
    ['2001:db8:2::', '2001:db8::/47', false],
    ['::ffff:10.1.1.1', '10.0.0.0/8', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.2', '10.0.0.1', false],
    ['1.1.1.1', '::/0', true],
    ['nonsense', '0.0.0.0/0', false],
  ])('matches an address correctly: %s in %s: %s', (ip, range, inside) => {
    expect(inIpRanges(ip, ipRanges([range]))).toBe(inside);
  });

  test.each([
    '',
    '10.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    'proxy',
    '010.0.0.1',
  ])('is rejected by name: %j', (entry) => {
    expect(() => ipRanges([entry])).toThrow(`"${entry}"`);
  });
});

describe('the address parser', () => {
  const piece = fc.constantFrom(
    ':',
    '::',
    '.',
    '0',
    '1',
    'ffff',
    '255',
    '256',
    '01',
    'a',
    'g',
    '1.2.3.4',
    '0:0',
  );
  const nearIp = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  );

  test('accepts exactly what node:net accepts', () => {
    fc.assert(
      fc.property(nearIp, (text) => {
        expect(inIpRanges(text, ipRanges(['::/0']))).toBe(isIP(text) !== 0);
      }),
      { numRuns: randomRuns(5_000) },
    );
  });
});
