import { describe, expect, test } from 'vitest';
import { type Mailbox, parseMailbox } from '../../../src/model/address.ts';
import { hourMs, minuteMs } from '../../../src/model/instant.ts';
import { fixtureRule } from '../../../src/model/sending/fixture-recipient.ts';
import { decide, matchesGlob, type SendFacts, type Suppression } from '../../../src/model/sending/gates.ts';
import { afterBounce, type GuardFacts, judgeRecipient } from '../../../src/model/sending/recipient-guard.ts';
import { subscriberStatuses } from '../../../src/model/subscriber/subscriber.ts';
import { corpusRunners, hostileAddresses } from '../hostile-addresses.ts';

const now = Date.UTC(2026, 10, 21, 12);

function mailbox(input: string): Mailbox {
  const parsed = parseMailbox(input);
  if (!parsed.ok) throw new Error(`${input}: ${parsed.message}`);
  return parsed.mailbox;
}

/** Facts of a mail that passes every gate. */
const clear: SendFacts = {
  mailbox: mailbox('me@gmail.com'),
  from: mailbox('Shop <hello@shop.io>'),
  source: 'api',
  transactional: false,
  runners: corpusRunners,
  testToken: false,
  suppression: null,
  subscriberStatus: 'ACTIVE',
  guard: { sends: [], cooldownUntil: null },
  now,
  sendingEnabled: true,
  deliveryMode: 'direct',
  requireVerifiedDomain: false,
  fromDomainVerified: false,
  fromDomainAnothers: false,
  allowedRecipients: null,
  tokenDomain: null,
};

const fiveJustNow = [5, 4, 3, 2, 1].map((seconds) => now - seconds * 1_000);
const twentyToday = Array.from({ length: 20 }, (_, n) => now - (20 - n) * 11 * minuteMs);

/** Every value of a fact that a gate distinguishes. */
const each = {
  mailbox: ['me@gmail.com', 'a@example.com', 'bounce+1@x.test', 'vitest-test-1@gmail.com'].map(mailbox),
  source: ['api', 'smtp', 'campaign', 'test'] as const,
  testToken: [false, true],
  suppression: [
    null,
    { scope: 'all' },
    { scope: 'marketing' },
    { scope: 'all', startsAt: now + 1, expiresAt: null },
    { scope: 'all', startsAt: now, expiresAt: now + 1 },
    { scope: 'all', startsAt: null, expiresAt: now },
    { scope: 'marketing', startsAt: now, expiresAt: now + 1 },
  ] satisfies (Suppression | null)[],
  guard: [
    { sends: [], cooldownUntil: null },
    { sends: fiveJustNow, cooldownUntil: null },
    { sends: twentyToday, cooldownUntil: null },
    { sends: [], cooldownUntil: now + 1 },
    { sends: [], cooldownUntil: now },
  ] satisfies GuardFacts[],
  sendingEnabled: [false, true],
  deliveryMode: ['capture', 'relay', 'direct'] as const,
  verified: [
    { requireVerifiedDomain: false, fromDomainVerified: false },
    { requireVerifiedDomain: true, fromDomainVerified: false },
    { requireVerifiedDomain: true, fromDomainVerified: true },
    { requireVerifiedDomain: false, fromDomainAnothers: true },
  ],
  allowedRecipients: [null, [], ['*'], ['*@acme.io']],
  tokenDomain: [null, 'shop.io', 'other.io'],
};

function* everything(): Generator<SendFacts> {
  for (const recipient of each.mailbox)
    for (const source of each.source)
      for (const testToken of each.testToken)
        for (const suppression of each.suppression)
          for (const guard of each.guard)
            for (const sendingEnabled of each.sendingEnabled)
              for (const deliveryMode of each.deliveryMode)
                for (const verified of each.verified)
                  for (const allowedRecipients of each.allowedRecipients)
                    for (const tokenDomain of each.tokenDomain)
                      yield {
                        ...clear,
                        ...verified,
                        mailbox: recipient,
                        source,
                        testToken,
                        suppression,
                        guard,
                        sendingEnabled,
                        deliveryMode,
                        allowedRecipients,
                        tokenDomain,
                      };
}

/** Computes the facts for the laws below independently of the gates. */
function read(facts: SendFacts) {
  const bulk = facts.source === 'campaign';
  const suppressionRuns =
    facts.suppression !== null &&
    (facts.suppression.startsAt ?? 0) <= now &&
    (facts.suppression.expiresAt ?? Infinity) > now;
  return {
    tokenForbids:
      (facts.allowedRecipients !== null && !facts.allowedRecipients.includes('*')) ||
      facts.tokenDomain === 'other.io',
    fromForbids: facts.fromDomainAnothers || (facts.requireVerifiedDomain && !facts.fromDomainVerified),
    fixture: facts.testToken || fixtureRule(facts.mailbox, facts.runners) !== null,
    suppressed: suppressionRuns && (facts.suppression?.scope === 'all' || bulk),
    guarded: judgeRecipient(facts.guard, now, bulk ? 'bulk' : 'transactional').verdict === 'refuse',
  };
}

describe('for every combination of facts,', () => {
  const broken = new Map<string, SendFacts>();
  const counts: Record<string, number> = {};
  let combinations = 0;

  function law(name: string, holds: boolean, facts: SendFacts): void {
    counts[name] ??= 0;
    counts[name]++;
    if (!holds && !broken.has(name)) broken.set(name, facts);
  }

  for (const facts of everything()) {
    combinations++;
    const verdict = decide(facts);
    const { tokenForbids, fromForbids, fixture, suppressed, guarded } = read(facts);
    const mayNotSend = tokenForbids || fromForbids;
    const goesFurther = !mayNotSend && !fixture && !suppressed && !guarded;

    if (tokenForbids) {
      const named = verdict.kind === 'refuse' && verdict.failure === 'restricted_api_key';
      law('a token that may not send is refused, whichever the recipient', named, facts);
    } else if (fromForbids) {
      const named = verdict.kind === 'refuse' && verdict.failure === 'domain_not_verified';
      law('an unverified From is refused, for fixtures too', named, facts);
    }
    if (fixture) {
      law('no fixture ever reaches the wire, or the guard, or a hold', !('guard' in verdict), facts);
      if (!mayNotSend) law('a fixture is always simulated', verdict.kind === 'simulate', facts);
    } else {
      law('no real mailbox is ever simulated', verdict.kind !== 'simulate', facts);
    }
    if (suppressed) {
      law('mail to a suppressed address is never sent or held', !('guard' in verdict), facts);
      if (!mayNotSend && !fixture) {
        law('suppression is never an error', verdict.kind === 'suppress', facts);
      }
    } else {
      law('only a running suppression of the right scope suppresses', verdict.kind !== 'suppress', facts);
    }
    if (guarded && !fixture) law('no real mailbox above its guard is sent to', !('guard' in verdict), facts);
    if (verdict.kind === 'refuse' && verdict.failure === 'RECIPIENT_RATE_LIMITED') {
      law('the guard refuses only who it guards', guarded && !fixture && !suppressed && !mayNotSend, facts);
      law('the guard says when to come back', verdict.retryAfterSeconds >= 1, facts);
    }
    if (!facts.sendingEnabled || facts.deliveryMode === 'capture') {
      law('nothing is delivered while sending is off or mail is captured', verdict.kind !== 'deliver', facts);
    }
    if (goesFurther) {
      const expected = !facts.sendingEnabled
        ? 'hold sending_disabled'
        : facts.deliveryMode === 'capture'
          ? 'hold capture'
          : 'deliver';
      const found = verdict.kind === 'hold' ? `hold ${verdict.why}` : verdict.kind;
      law('any other mail is delivered, or held for the right reason', found === expected, facts);
      const stored = 'guard' in verdict ? verdict.guard.sends.length + verdict.guard.bulkSends.length : 0;
      law('what is delivered or held is counted once', stored === facts.guard.sends.length + 1, facts);
    }
  }

  test('every rule of the gates holds', () => {
    expect(Object.fromEntries(broken)).toEqual({});
  });

  test('every rule of the gates was tested', () => {
    expect(combinations).toBe(4 * 4 * 2 * 7 * 5 * 2 * 3 * 4 * 4 * 3);
    expect(Object.keys(counts)).toHaveLength(14);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
  });
});

describe('a hostile address', () => {
  test('is simulated or delivered as expected, for every source', () => {
    for (const { input, address, fixture } of hostileAddresses) {
      if (address === null) continue;
      for (const source of each.source) {
        const verdict = decide({ ...clear, mailbox: mailbox(input), source });
        expect([input, verdict.kind]).toEqual([input, fixture ? 'simulate' : 'deliver']);
      }
    }
  });
});

describe('a hard bounce', () => {
  test('is refused by the guard during its cooldown, and as suppressed afterwards', () => {
    const { cooldownUntil } = afterBounce({ bounces: 0, cooldownUntil: null }, now);
    const facts: SendFacts = {
      ...clear,
      suppression: { scope: 'all', startsAt: cooldownUntil },
      guard: { sends: [now - 1_000], cooldownUntil },
    };
    expect(decide(facts)).toEqual({
      kind: 'refuse',
      failure: 'RECIPIENT_RATE_LIMITED',
      reason: 'cooldown',
      retryAfterSeconds: 3_600,
    });
    expect(decide({ ...facts, now: now + hourMs - 1 })).toMatchObject({ reason: 'cooldown' });
    expect(decide({ ...facts, now: now + hourMs })).toMatchObject({ kind: 'suppress' });
  });
});

describe('a test token', () => {
  test('simulates outcomes for real mailboxes too', () => {
    const facts = { ...clear, testToken: true };
    expect(decide(facts)).toEqual({ kind: 'simulate', outcome: 'delivered' });
    expect(decide({ ...facts, mailbox: mailbox('bounce+1@gmail.com') })).toEqual({
      kind: 'simulate',
      outcome: 'bounce',
    });
  });
});

describe('the recipient guard', () => {
  test('records campaign sends separately from transactional sends', () => {
    const guard = { sends: [now - 1], bulkSends: [now - 2], cooldownUntil: null };
    expect(decide({ ...clear, guard })).toEqual({
      kind: 'deliver',
      guard: { sends: [now - 1, now], bulkSends: [now - 2] },
    });
    expect(decide({ ...clear, guard, source: 'campaign' })).toEqual({
      kind: 'deliver',
      guard: { sends: [now - 1], bulkSends: [now - 2, now] },
    });
  });
});

describe('a token bound to a domain', () => {
  test('may send only from that domain, not from a subdomain or sibling', () => {
    const from = (address: string) =>
      decide({ ...clear, from: mailbox(address), tokenDomain: 'shop.io' }).kind;
    expect(from('a@shop.io')).toBe('deliver');
    expect(from('a@SHOP.io.')).toBe('deliver');
    expect(from('a@mail.shop.io')).toBe('refuse');
    expect(from('a@myshop.io')).toBe('refuse');
    expect(from('a@shop.io.evil.io')).toBe('refuse');
  });
});

describe('matchesGlob', () => {
  test.each([
    ['*', 'me@acme.io', true],
    ['me@acme.io', 'me@acme.io', true],
    ['Me@ACME.io', 'me@acme.io', true],
    ['*@acme.io', 'me@acme.io', true],
    ['*@acme.io', 'me@mail.acme.io', false],
    ['*@acme.io', 'me@acme.io.evil.io', false],
    ['qa-*@acme.io', 'qa-1@acme.io', true],
    ['qa-*@acme.io', 'qa@acme.io', false],
    ['qa*+*@*.io', 'qa1+x@acme.io', true],
    ['qa*+*@*.io', 'qa1x@acme.io', false],
    ['', 'me@acme.io', false],
    ['acme.io', 'me@acme.io', false],
    ['me@acme.io*io', 'me@acme.io', false],
    ['**', 'me@acme.io', true],
    ['m?@acme.io', 'me@acme.io', false],
    ['.*@acme.io', 'me@acme.io', false],
    ['me@acme[.]io', 'me@acme.io', false],
  ])('matches %s on %s: %s', (glob, text, matches) => {
    expect(matchesGlob(glob, text)).toBe(matches);
  });

  test('agrees with exhaustive search for all short patterns and texts', () => {
    const slow = (glob: string, text: string): boolean => {
      if (glob === '') return text === '';
      if (glob[0] === '*') {
        for (let at = 0; at <= text.length; at++) if (slow(glob.slice(1), text.slice(at))) return true;
        return false;
      }
      return text[0] === glob[0] && slow(glob.slice(1), text.slice(1));
    };
    const words = (letters: string, length: number): string[] =>
      length === 0
        ? ['']
        : words(letters, length - 1).flatMap((word) => [
            word,
            ...[...letters].map((letter) => word + letter),
          ]);
    const texts = [...new Set(words('ab', 5))];
    for (const glob of new Set(words('ab*', 5))) {
      for (const text of texts) {
        if (matchesGlob(glob, text) !== slow(glob, text)) expect([glob, text]).toBe('the same answer');
      }
    }
  });
});

describe('bulk mail', () => {
  const statuses = [...subscriberStatuses, null];

  test('is sent only to ACTIVE subscribers, and other mail ignores the status', () => {
    for (const subscriberStatus of statuses) {
      for (const source of each.source) {
        const bulk = source === 'campaign';
        const { kind } = decide({ ...clear, source, subscriberStatus });
        expect([source, subscriberStatus, kind]).toEqual([
          source,
          subscriberStatus,
          bulk && subscriberStatus !== 'ACTIVE' ? 'suppress' : 'deliver',
        ]);
      }
    }
  });

  test('to a test recipient is simulated with any status, and does not use the guard when suppressed', () => {
    const fixture = mailbox('bounce@example.com');
    const unsubscribed = { ...clear, source: 'campaign', subscriberStatus: 'UNSUBSCRIBED' } as const;
    expect(decide({ ...unsubscribed, mailbox: fixture })).toEqual({ kind: 'simulate', outcome: 'bounce' });
    expect(decide(unsubscribed)).toEqual({
      kind: 'suppress',
      suppression: { scope: 'marketing', origin: 'unsubscribe' },
    });
  });
});
