import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inIpRanges, ipRanges } from '../../../src/model/limits/ip-budget.ts';
import {
  limitsBeyond,
  scopes,
  scopesAllow,
  scopesMint,
  type TokenLimits,
} from '../../../src/model/organization/token.ts';
import { matchesGlob } from '../../../src/model/sending/gates.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const free: TokenLimits = {
  scopes: ['full_access', 'admin'],
  domainId: null,
  mode: 'live',
  allowedRecipients: null,
  sendCap: null,
  ipAllowlist: null,
  expiresAt: null,
};

/** Scopes that an operation may require; each of the other two represents several of these. */
const needed = scopes.filter((scope) => scope !== 'full_access' && scope !== 'sending_access');

describe('the scopes of a created token', () => {
  test('include no right that its creator does not have', () => {
    const some = fc.uniqueArray(fc.constantFrom(...scopes), { minLength: 1 });
    fc.assert(
      fc.property(some, some, (held, asked) => {
        if (!scopesMint(held, asked)) return;
        for (const scope of needed) {
          if (scopesAllow(asked, scope))
            expect([held, scope, scopesAllow(held, scope)]).toEqual([held, scope, true]);
        }
      }),
    );
  });

  test('include admin only if the creator has admin', () => {
    expect(scopesMint(['full_access'], ['admin'])).toBe(false);
    expect(scopesMint(['admin'], ['admin'])).toBe(true);
    expect(scopesMint(['sending_access'], ['emails.send'])).toBe(true);
    expect(scopesMint(['emails.send'], ['sending_access'])).toBe(true);
    expect(scopesMint(['emails.send'], ['full_access'])).toBe(false);
  });
});

describe('the limits of a created token', () => {
  test('may be anything if the creator has none', () => {
    expect(limitsBeyond(free, free, false)).toEqual([]);
    expect(
      limitsBeyond(free, { ...free, scopes: ['tags.read'], mode: 'test', allowedRecipients: [] }, false),
    ).toEqual([]);
  });

  test("on recipients match only addresses that the creator's limits match", () => {
    const piece = fc.constantFrom('a', 'b', '*', '@', '.', 'A');
    const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const address = fc
      .array(fc.constantFrom('a', 'b', '@', '.'), { maxLength: 8 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(glob, glob, fc.array(address, { maxLength: 20 }), (outer, inner, addresses) => {
        const made = { ...free, allowedRecipients: [inner] };
        if (limitsBeyond({ ...free, allowedRecipients: [outer] }, made, false).length > 0) return;
        for (const one of addresses) {
          if (matchesGlob(inner, one))
            expect([outer, inner, one, matchesGlob(outer, one)]).toEqual([outer, inner, one, true]);
        }
      }),
      { numRuns: randomRuns(2_000) },
    );
  });

  test("on addresses match only addresses that the creator's ranges match", () => {
    const byte = fc.constantFrom(0, 10, 11, 127, 128, 255);
    const address = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
    const range = fc.tuple(address, fc.integer({ min: 0, max: 32 })).map(([from, bits]) => `${from}/${bits}`);
    fc.assert(
      fc.property(range, range, fc.array(address, { maxLength: 20 }), (outer, inner, addresses) => {
        const made = { ...free, ipAllowlist: [inner] };
        if (limitsBeyond({ ...free, ipAllowlist: [outer] }, made, false).length > 0) return;
        for (const one of addresses) {
          if (inIpRanges(one, ipRanges([inner])))
            expect([outer, inner, one, inIpRanges(one, ipRanges([outer]))]).toEqual([
              outer,
              inner,
              one,
              true,
            ]);
        }
      }),
      { numRuns: randomRuns(2_000) },
    );
  });

  test.each([
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.0.0.0/8', '10.0.0.0/8', true],
    ['10.0.0.0/8', '0.0.0.0/0', false],
    ['10.0.0.1', '10.0.0.1/32', true],
    ['::/0', '10.0.0.1', true],
    ['2001:db8::/32', '2001:db8:1::/48', true],
    ['2001:db8::/32', '2001:db9::1', false],
  ])('are compared as ranges: %s and %s', (outer, inner, within) => {
    const beyond = limitsBeyond({ ...free, ipAllowlist: [outer] }, { ...free, ipAllowlist: [inner] }, false);
    expect(beyond).toEqual(within ? [] : ['ip_allowlist']);
  });

  test('include the cap for every scope that may send', () => {
    const capped: TokenLimits = { ...free, sendCap: { per_hour: 5, per_day: null } };
    for (const scope of scopes) {
      const made = { ...capped, scopes: [scope] };
      const sends = ['full_access', 'sending_access', 'emails.send', 'campaigns.send'];
      expect([scope, limitsBeyond(capped, made, false)]).toEqual([
        scope,
        sends.includes(scope) ? ['send_cap'] : [],
      ]);
      expect(limitsBeyond(capped, made, true)).toEqual([]);
    }
    expect(limitsBeyond(capped, { ...capped, sendCap: { per_hour: 6, per_day: 1 } }, true)).toEqual([
      'send_cap',
    ]);
    expect(limitsBeyond(capped, { ...capped, sendCap: { per_hour: 5, per_day: 1 } }, true)).toEqual([]);
  });
});
