import { describe, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../../src/model/instant.ts';
import { cachedResolver, memoryCache } from '../../src/world/cache.ts';
import type { Answer } from '../../src/world/dns/resolver.ts';
import { simulatedClock } from './simulated/clock.ts';
import { simulatedResolver } from './simulated/resolver.ts';

function scene(ttlSeconds: number, entriesMax = 100) {
  const clock = simulatedClock();
  const dns = simulatedResolver({
    'acme.com': {
      txt: ['a', 'b'],
      mx: [{ exchange: 'mx.acme.com', priority: 10 }],
      ttlSeconds,
      secure: true,
    },
    'dead.com': { unavailable: 'SERVFAIL' },
  });
  return { clock, dns, resolver: cachedResolver(dns, memoryCache({ clock, entriesMax })) };
}

describe('the DNS cache', () => {
  test('queries a record once while it is valid, and returns the remaining lifetime', async () => {
    const { clock, dns, resolver } = scene(60);
    expect(await resolver.txt('acme.com')).toEqual({
      kind: 'found',
      value: ['a', 'b'],
      secure: true,
      ttlSeconds: 60,
    });
    await clock.advance(59 * secondMs);
    expect(await resolver.txt('ACME.com.')).toMatchObject({ value: ['a', 'b'], secure: true, ttlSeconds: 1 });
    expect(dns.asked).toEqual(['TXT acme.com']);
    await clock.advance(secondMs);
    await resolver.txt('acme.com');
    expect(dns.asked).toHaveLength(2);
  });

  test('keeps record types of a name separate', async () => {
    const { dns, resolver } = scene(60);
    expect((await resolver.txt('acme.com')).kind).toBe('found');
    expect((await resolver.mx('acme.com')).kind).toBe('found');
    expect((await resolver.cname('acme.com')).kind).toBe('none');
    expect(dns.asked).toHaveLength(3);
  });

  test('queries once for concurrent callers', async () => {
    const { dns, resolver } = scene(0);
    const answers = await Promise.all(Array.from({ length: 50 }, () => resolver.mx('acme.com')));
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['found']));
    expect(dns.asked).toEqual(['MX acme.com']);
  });

  test('stores no record without a lifetime', async () => {
    const { dns, resolver } = scene(0);
    await resolver.txt('acme.com');
    await resolver.txt('acme.com');
    dns.zone.set('unsaid.com', { txt: ['x'] });
    await resolver.txt('unsaid.com');
    await resolver.txt('unsaid.com');
    expect(dns.asked).toHaveLength(4);
  });

  test('keeps a record for an hour at most, and a missing record for five minutes', async () => {
    const { clock, dns, resolver } = scene(86_400);
    await resolver.txt('acme.com');
    await resolver.cname('acme.com');
    await clock.advance(5 * minuteMs);
    await resolver.txt('acme.com');
    await resolver.cname('acme.com');
    expect(dns.asked).toEqual(['TXT acme.com', 'CNAME acme.com', 'CNAME acme.com']);
    await clock.advance(55 * minuteMs);
    await resolver.txt('acme.com');
    expect(dns.asked).toHaveLength(4);
  });

  test('caches a failure briefly and then asks again', async () => {
    const { clock, dns, resolver } = scene(60);
    expect(await resolver.mx('dead.com')).toEqual({ kind: 'unavailable', why: 'SERVFAIL' });
    await resolver.mx('dead.com');
    expect(dns.asked).toHaveLength(1);
    dns.zone.set('dead.com', { mx: [{ exchange: 'mx.dead.com', priority: 1 }] });
    await clock.advance(5 * secondMs);
    expect(await resolver.mx('dead.com')).toMatchObject({ kind: 'found' });
  });

  test('returns a separate list to each caller', async () => {
    const { resolver } = scene(60);
    const first = (await resolver.txt('acme.com')) as Extract<Answer<string[]>, { kind: 'found' }>;
    first.value.length = 0;
    expect(await resolver.txt('acme.com')).toMatchObject({ value: ['a', 'b'] });
  });

  test('is bypassed by a caller that needs a fresh result', async () => {
    const { dns, resolver } = scene(60);
    await resolver.txt('acme.com');
    dns.zone.set('acme.com', { txt: ['changed'] });
    expect(await resolver.fresh!.txt('acme.com')).toMatchObject({ value: ['changed'] });
    expect(await resolver.txt('acme.com')).toMatchObject({ value: ['a', 'b'] });
  });

  test('does not store an oversized result', async () => {
    const { dns, resolver } = scene(60);
    dns.zone.set('trap.com', { txt: Array.from({ length: 500 }, () => 'x'.repeat(100)), ttlSeconds: 60 });
    await resolver.txt('trap.com');
    expect(await resolver.txt('trap.com')).toMatchObject({ kind: 'found' });
    expect(dns.asked).toHaveLength(2);
  });

  test('evicts the oldest entries', async () => {
    const { dns, resolver } = scene(60, 10);
    for (let n = 0; n < 11; n++) {
      dns.zone.set(`d${n}.com`, { txt: [String(n)], ttlSeconds: 60 });
      await resolver.txt(`d${n}.com`);
    }
    const before = dns.asked.length;
    await resolver.txt('d10.com');
    await resolver.txt('d1.com');
    expect(dns.asked.length).toBe(before);
    await resolver.txt('d0.com');
    expect(dns.asked.length).toBe(before + 1);
  });
});
