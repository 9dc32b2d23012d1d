// @ts-expect-error it is written without types
import getDmarcRecord from 'mailauth/lib/dmarc/get-dmarc-record.js';
import { describe, expect, test } from 'vitest';
import {
  domainsAbove,
  endsWalk,
  inheritedPolicy,
  policyIn,
} from '../../../src/model/sending-domain/dmarc-record.ts';
import type { PolicyAbove } from '../../../src/model/sending-domain/dns-probe.ts';

/** Returns the inherited policy of a domain for these DMARC records. */
function inheritedIn(zone: Record<string, string[]>, name: string): PolicyAbove | null {
  const above: PolicyAbove[] = [];
  for (const domain of domainsAbove(name)) {
    const text = policyIn(zone[domain] ?? []);
    if (text === null) continue;
    above.push({ domain, text });
    if (endsWalk(text)) break;
  }
  return inheritedPolicy(name, above);
}

describe('the search for an inherited DMARC policy', () => {
  test('starts at seven labels at most and ends at the top-level domain', () => {
    expect(domainsAbove('a.b.c.d.e.f.g.h.i.acme.com')).toEqual([
      'e.f.g.h.i.acme.com',
      'f.g.h.i.acme.com',
      'g.h.i.acme.com',
      'h.i.acme.com',
      'i.acme.com',
      'acme.com',
      'com',
    ]);
    expect(domainsAbove('acme.com')).toEqual(['com']);
  });

  const reject = 'v=DMARC1; p=reject';
  test.each<[string, string, Record<string, string[]>, string | null]>([
    ['nothing above', 'mail.acme.com', {}, null],
    ['the domain above', 'mail.acme.com', { 'acme.com': [reject] }, 'acme.com'],
    ['the highest of several', 'a.b.acme.com', { 'b.acme.com': [reject], 'acme.com': [reject] }, 'acme.com'],
    [
      'up to psd=n',
      'a.b.acme.com',
      { 'b.acme.com': [`${reject}; psd=n`], 'acme.com': [reject] },
      'b.acme.com',
    ],
    ['below psd=y', 'mail.acme.bank', { 'acme.bank': [reject], bank: [`${reject}; psd=y`] }, 'acme.bank'],
    ['psd=y itself when nothing stands below', 'mail.acme.bank', { bank: [`${reject}; psd=y`] }, 'bank'],
    [
      'no record more than one level below psd=y',
      'a.b.acme.bank',
      { 'b.acme.bank': [reject], bank: [`${reject}; psd=y`] },
      'bank',
    ],
    ['no record if a name has several', 'mail.acme.com', { 'acme.com': [reject, 'v=DMARC1; p=none'] }, null],
    ['no record of another version', 'mail.acme.com', { 'acme.com': ['v=dmarc1; p=none'] }, null],
  ])('finds %s', async (_, name, zone, expected) => {
    expect(inheritedIn(zone, name)?.domain ?? null).toBe(expected);
    const oracle = await getDmarcRecord(name, async (asked: string) => {
      const texts = zone[asked.replace(/^_dmarc\./, '')];
      if (!texts) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return texts.map((text) => [text]);
    });
    expect(oracle ? oracle.recordDomain : null).toBe(expected);
  });
});
