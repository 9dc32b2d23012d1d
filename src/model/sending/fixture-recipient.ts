import type { Mailbox } from '../address.ts';
import { reservedTopLevelDomains } from '../reserved-names.ts';

/**
 * Test recipients. A send to a test recipient is accepted and simulated, and never reaches the network.
 *
 * A rule matches the parsed mailbox, not its source text, so a display name cannot make a real mailbox look like a
 * fixture. Domains are compared by whole labels from the right: example.com and its subdomains are reserved,
 * contest.com, mytest.com and example.edu are not.
 */
type FixtureRule = {
  rule: string;
  matches(mailbox: Mailbox, runners: readonly string[]): boolean;
};

const exampleDomains = ['example.com', 'example.net', 'example.org'];
const testDomains = ['test.com', 'test.net', 'test.org', 'test.dev'];

/** Every mailbox at these domains or their subdomains is a fixture. */
export const fixtureDomains: readonly string[] = [
  ...exampleDomains,
  ...testDomains,
  ...reservedTopLevelDomains,
];

/** The first matching row names the rule. */
const fixtureRules: readonly FixtureRule[] = [
  { rule: 'local part prefix', matches: (mailbox, runners) => runnerPrefixLength(mailbox, runners) > 0 },
  { rule: 'reserved example domain', matches: within(exampleDomains) },
  { rule: 'reserved test domain', matches: within(testDomains) },
  { rule: 'reserved top-level domain', matches: within(reservedTopLevelDomains) },
];

/**
 * Returns the rule that makes a mailbox a fixture; null for an ordinary mailbox.
 *
 * @param runners the test runners of the `<runner>-test-` prefix, in lower case
 */
export function fixtureRule(mailbox: Mailbox, runners: readonly string[]): { rule: string } | null {
  for (const row of fixtureRules) if (row.matches(mailbox, runners)) return row;
  return null;
}

export type FixtureOutcome = 'delivered' | 'bounce' | 'complaint' | 'delay' | 'open' | 'click';

/** Local parts that simulate something other than a delivery. */
const playedOutcomes: ReadonlyMap<string, FixtureOutcome> = new Map([
  ['bounce', 'bounce'],
  ['complaint', 'complaint'],
  ['delay', 'delay'],
  ['open', 'open'],
  ['click', 'click'],
]);

/**
 * Returns the outcome that a mailbox simulates, named by the local part without a runner prefix and a `+label`.
 * `bounce@example.com`, `Bounce+42@example.com` and `playwright-test-bounce+42@gmail.com` all bounce.
 */
export function fixtureOutcome(mailbox: Mailbox, runners: readonly string[]): FixtureOutcome {
  const local = mailbox.key.slice(runnerPrefixLength(mailbox, runners), localLength(mailbox));
  const labelAt = local.indexOf('+');
  return playedOutcomes.get(labelAt < 0 ? local : local.slice(0, labelAt)) ?? 'delivered';
}

const afterRunner = '-test-';

/** Length of `<runner>-test-` at the start of the local part in lower case; 0 when there is none. */
function runnerPrefixLength(mailbox: Mailbox, runners: readonly string[]): number {
  for (const runner of runners) {
    // An empty entry of a configured list would turn every `-test-…` mailbox into a fixture.
    if (runner === '' || !mailbox.key.startsWith(runner)) continue;
    const length = runner.length + afterRunner.length;
    if (length <= localLength(mailbox) && mailbox.key.startsWith(afterRunner, runner.length)) return length;
  }
  return 0;
}

/** Length of the local part in `key`, which may differ from the source text because lower case may be longer. */
function localLength({ key, domain }: Mailbox): number {
  return key.length - domain.length - 1;
}

/** Matches mailboxes whose domain is in `reserved` or is a subdomain. */
function within(reserved: readonly string[]): (mailbox: Mailbox) => boolean {
  return ({ domain }) => {
    for (const name of reserved) {
      if (!domain.endsWith(name)) continue;
      if (domain.length === name.length || domain[domain.length - name.length - 1] === '.') return true;
    }
    return false;
  };
}
