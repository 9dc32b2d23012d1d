import { describe, expect, test } from 'vitest';
import type { StsPolicy } from '../../../src/model/delivery/mta-sts.ts';
import { type DaneStanding, tlsTerms } from '../../../src/model/delivery/tls-terms.ts';

const host = 'mx.reader.example';
const records = [{ usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) }];
const none: DaneStanding = { kind: 'none' };
const usable: DaneStanding = { kind: 'usable', records };
const unusable: DaneStanding = { kind: 'unusable' };
const sts = (mode: StsPolicy['mode'], mx = host): StsPolicy => ({ mode, mx: [mx], maxAgeSeconds: 86_400 });

/** The required TLS for each combination of DANE state, policy and request. */
const table: [string, DaneStanding, StsPolicy | null, string, string][] = [
  ['nothing', none, null, 'no-policy-found opportunistic', 'no-policy-found certificate'],
  ['a policy of none', none, sts('none'), 'no-policy-found opportunistic', 'no-policy-found certificate'],
  ['a tested policy', none, sts('testing'), 'sts opportunistic', 'sts certificate'],
  ['a tested policy of others', none, sts('testing', 'no.example'), 'sts opportunistic', 'sts certificate'],
  ['an enforced policy', none, sts('enforce'), 'sts certificate', 'sts certificate'],
  ['an enforced policy of others', none, sts('enforce', 'no.example'), 'sts refused', 'sts refused'],
  ['DANE', usable, null, 'tlsa dane', 'tlsa dane'],
  ['DANE and a policy of others', usable, sts('enforce', 'no.example'), 'tlsa dane', 'tlsa dane'],
  ['DANE without a usable record', unusable, null, 'tlsa encrypted', 'tlsa certificate'],
  ['unusable records and a tested policy', unusable, sts('testing'), 'tlsa encrypted', 'tlsa certificate'],
  ['unusable records and an enforced policy', unusable, sts('enforce'), 'sts certificate', 'sts certificate'],
  [
    'unusable records and a policy for other hosts',
    unusable,
    sts('enforce', 'no.example'),
    'sts refused',
    'sts refused',
  ],
];

describe.each(table)('with %s,', (_name, dane, policy, otherwise, enforced) => {
  test('a message without a TLS requirement gets the right TLS policy', () => {
    const terms = tlsTerms(host, dane, policy, 'opportunistic');
    expect(`${terms.policy} ${terms.kind}`).toBe(otherwise);
  });
  test('a message that requires TLS gets the right TLS policy', () => {
    const terms = tlsTerms(host, dane, policy, 'enforced');
    expect(`${terms.policy} ${terms.kind}`).toBe(enforced);
  });
});

test('a policy in testing mode reports the violations it would have blocked', () => {
  expect(tlsTerms(host, none, sts('testing'), 'opportunistic')).toMatchObject({ tested: true, missed: null });
  expect(tlsTerms(host, none, sts('testing', 'no.example'), 'opportunistic')).toMatchObject({
    missed: expect.stringContaining('not among'),
  });
  expect(tlsTerms(host, none, null, 'opportunistic')).toMatchObject({ tested: false });
});
