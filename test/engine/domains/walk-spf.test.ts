import { describe, expect, test } from 'vitest';
import { walkSpf } from '../../../src/engine/domains/walk-spf.ts';
import { simulatedResolver, type ZoneName } from '../../world/simulated/resolver.ts';

const spf = (record: string): ZoneName => ({ txt: [record] });

async function costOf(record: string, zone: Record<string, ZoneName> = {}) {
  const resolver = simulatedResolver(zone);
  return { ...(await walkSpf(resolver, 'acme.com', record)), asked: resolver.asked };
}

describe('the DNS lookups of an SPF record', () => {
  test.each([
    ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all', 0],
    ['v=spf1 a mx ptr exists:x.example include:x.example -all', 5],
    ['v=spf1 a/24 a:x.example/24//64 mx:x.example//64 -all', 3],
    ['v=spf1 -all include:x.example', 0],
    ['v=spf1 a redirect=x.example', 2],
    ['v=spf1 a ~all redirect=x.example', 1],
    ['v=spf1 A MX Include:x.example ?ALL', 3],
    ['v=spf1 exists:%{i}.x.example include:%{d}.x.example -all', 2],
  ])('are counted: %s: %i', async (record, lookups) => {
    expect(await costOf(record, { 'x.example': spf('v=spf1 -all') })).toMatchObject({ lookups, more: false });
  });

  test('include terms of included records at any position', async () => {
    const zone = {
      'acme.com': { addresses: ['192.0.2.1'] },
      'a.example': spf('v=spf1 include:b.example a -all'),
      'b.example': { txt: ['site=1', 'V=SPF1 mx redirect=c.example'], mx: [{ exchange: 'x', priority: 0 }] },
      'c.example': spf('v=spf1 a:acme.com -all'),
    };
    zone['a.example'] = { ...zone['a.example'], addresses: ['192.0.2.2'] } as ZoneName;
    const cost = await costOf('v=spf1 a include:a.example -all', zone);
    expect(cost).toMatchObject({ lookups: 7, voidNames: [], brokenIncludes: [] });
    expect(cost.asked).toContain('A/AAAA a.example');
    expect(cost.asked).toContain('MX b.example');
  });

  test('name empty lookups as void, and includes without an SPF record as broken', async () => {
    const cost = await costOf(
      'v=spf1 a:none.example mx:none.example include:two.example include:gone.example -all',
      {
        'two.example': { txt: ['v=spf1 -all', 'v=spf1 ~all'] },
      },
    );
    expect(cost).toMatchObject({
      lookups: 4,
      voidNames: ['none.example'],
      brokenIncludes: ['two.example', 'gone.example'],
    });
  });

  test('name a lookup without a DNS response neither void nor broken', async () => {
    const cost = await costOf('v=spf1 a:slow.example include:slow.example -all', {
      'slow.example': { unavailable: 'SERVFAIL' },
    });
    expect(cost).toMatchObject({ lookups: 2, voidNames: [], brokenIncludes: [] });
  });

  test('stop after twenty for a loop or an endless record', async () => {
    const circle = await costOf('v=spf1 include:x.example -all', {
      'x.example': spf('v=spf1 include:x.example -all'),
    });
    expect(circle).toMatchObject({ lookups: 21, more: true });
    expect(circle.asked).toHaveLength(20);
    const wide = await costOf(`v=spf1 ${'include:x.example '.repeat(500)} -all`);
    expect(wide).toMatchObject({ lookups: 21, more: true });
    expect(wide.asked).toHaveLength(20);
  });
});
