import { describe, expect, test } from 'vitest';
import { type Mailbox, parseMailbox } from '../../../src/model/address.ts';
import { fixtureDomains, fixtureOutcome, fixtureRule } from '../../../src/model/sending/fixture-recipient.ts';
import { corpusRunners, hostileAddresses } from '../hostile-addresses.ts';

function mailbox(input: string): Mailbox {
  const parsed = parseMailbox(input);
  if (!parsed.ok) throw new Error(`${input}: ${parsed.message}`);
  return parsed.mailbox;
}

const ruleOf = (input: string, runners: readonly string[] = corpusRunners) =>
  fixtureRule(mailbox(input), runners)?.rule ?? null;
const outcomeOf = (input: string) => fixtureOutcome(mailbox(input), corpusRunners);

describe('a test recipient', () => {
  test('is every mailbox at a listed domain, without any test runner', () => {
    for (const domain of fixtureDomains) {
      expect([domain, ruleOf(`ada@${domain}`, [])]).not.toContain(null);
      expect([domain, ruleOf(`ada@mail.${domain}`, [])]).not.toContain(null);
      expect([domain, ruleOf(`ada@not${domain}.com`, [])]).toContain(null);
    }
    expect(fixtureDomains).toContain('example.com');
  });

  test('is never mistaken for a real mailbox because of a hostile address', () => {
    for (const { input, address, fixture } of hostileAddresses) {
      if (address !== null) expect([input, ruleOf(input) !== null]).toEqual([input, fixture]);
    }
  });

  test.each([
    ['vitest-test-7@gmail.com', 'local part prefix'],
    ['vitest-test-7@example.com', 'local part prefix'],
    ['a@example.com', 'reserved example domain'],
    ['a@b.example.net', 'reserved example domain'],
    ['a@test.dev', 'reserved test domain'],
    ['a@b.test.org', 'reserved test domain'],
    ['a@b.test', 'reserved top-level domain'],
    ['a@localhost', 'reserved top-level domain'],
    ['a@gmail.com', null],
    ['a@example.edu', null],
    ['a@contest.com', null],
    ['a@mytest.com', null],
    ['a@test.com.evil.io', null],
  ])('is recognized by its address: %s: %s', (input, rule) => {
    expect(ruleOf(input)).toBe(rule);
  });

  test('needs a configured test runner for its prefix', () => {
    expect(ruleOf('k6-test-1@gmail.com')).toBeNull();
    expect(ruleOf('k6-test-1@gmail.com', ['k6'])).toBe('local part prefix');
    expect(ruleOf('k6-test-1@gmail.com', [])).toBeNull();
  });

  test('does not result from an empty test runner name', () => {
    expect(ruleOf('-test-1@gmail.com', [''])).toBeNull();
  });

  test('needs its prefix within the local part', () => {
    expect(ruleOf('vitest@x-test-1.gmail.com')).toBeNull();
    expect(ruleOf('vitest-test-@gmail.com')).toBe('local part prefix');
  });
});

describe('the simulated outcome', () => {
  test.each([
    ['a@example.com', 'delivered'],
    ['bounce@example.com', 'bounce'],
    ['BOUNCE@example.com', 'bounce'],
    ['bounce+42@example.com', 'bounce'],
    ['bounce+@example.com', 'bounce'],
    ['complaint@test.dev', 'complaint'],
    ['complaint+x+y@test.dev', 'complaint'],
    ['delay@x.test', 'delay'],
    ['open+1@x.invalid', 'open'],
    ['playwright-test-bounce@gmail.com', 'bounce'],
    ['playwright-test-bounce+42@gmail.com', 'bounce'],
    ['Playwright-Test-Open@gmail.com', 'open'],
    ['playwright-test-@gmail.com', 'delivered'],
    ['playwright-test-1@gmail.com', 'delivered'],
    ['bounces@example.com', 'delivered'],
    ['no-bounce@example.com', 'delivered'],
    ['a+bounce@example.com', 'delivered'],
    ['+bounce@example.com', 'delivered'],
    ['constructor@example.com', 'delivered'],
    ['__proto__@example.com', 'delivered'],
  ])('follows from the address: %s: %s', (input, outcome) => {
    expect(outcomeOf(input)).toBe(outcome);
  });
});
