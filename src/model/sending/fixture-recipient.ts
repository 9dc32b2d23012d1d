import type { Mailbox } from '../address.ts';
import { reservedTopLevelDomains } from '../mail-domain.ts';

/**
 * A send to a fixture never reaches the network. Rules match the parsed mailbox, because a display name may
 * imitate a fixture, and whole labels: example.com and its subdomains are reserved, contest.com is not.
 */
type FixtureRule = {
  rule: string;
  matches(mailbox: Mailbox, runners: readonly string[]): boolean;
};

const exampleDomains = ['example.com', 'example.net', 'example.org'];
const testDomains = ['test.com', 'test.net', 'test.org', 'test.dev'];

export const fixtureDomains: readonly string[] = [
  ...exampleDomains,
  ...testDomains,
  ...reservedTopLevelDomains,
];

const fixtureRules: readonly FixtureRule[] = [
  { rule: 'local part prefix', matches: (mailbox, runners) => runnerPrefixLength(mailbox, runners) > 0 },
  { rule: 'reserved example domain', matches: within(exampleDomains) },
  { rule: 'reserved test domain', matches: within(testDomains) },
  { rule: 'reserved top-level domain', matches: within(reservedTopLevelDomains) },
];

/** Returns null for an ordinary mailbox. @param runners lower-case names of the `<runner>-test-` prefix */
export function fixtureRule(mailbox: Mailbox, runners: readonly string[]): { rule: string } | null {
  for (const row of fixtureRules) if (row.matches(mailbox, runners)) return row;
  return null;
}

export type FixtureOutcome = 'delivered' | 'bounce' | 'complaint' | 'delay' | 'open' | 'click';

const playedOutcomes: ReadonlyMap<string, FixtureOutcome> = new Map([
  ['bounce', 'bounce'],
  ['complaint', 'complaint'],
  ['delay', 'delay'],
  ['open', 'open'],
  ['click', 'click'],
]);

/** Ignores a runner prefix and a `+label`: `Bounce+42@example.com` and `playwright-test-bounce+42@gmail.com` bounce. */
export function fixtureOutcome(mailbox: Mailbox, runners: readonly string[]): FixtureOutcome {
  const local = mailbox.key.slice(runnerPrefixLength(mailbox, runners), localLength(mailbox));
  const labelAt = local.indexOf('+');
  return playedOutcomes.get(labelAt < 0 ? local : local.slice(0, labelAt)) ?? 'delivered';
}

const afterRunner = '-test-';

function runnerPrefixLength(mailbox: Mailbox, runners: readonly string[]): number {
  for (const runner of runners) {
    // An empty entry of a configured list would turn every `-test-…` mailbox into a fixture.
    if (runner === '' || !mailbox.key.startsWith(runner)) continue;
    const length = runner.length + afterRunner.length;
    if (length <= localLength(mailbox) && mailbox.key.startsWith(afterRunner, runner.length)) return length;
  }
  return 0;
}

/** `key` may be longer than the source text, because lower case may be longer. */
function localLength({ key, domain }: Mailbox): number {
  return key.length - domain.length - 1;
}

function within(reserved: readonly string[]): (mailbox: Mailbox) => boolean {
  return ({ domain }) => {
    for (const name of reserved) {
      if (!domain.endsWith(name)) continue;
      if (domain.length === name.length || domain[domain.length - name.length - 1] === '.') return true;
    }
    return false;
  };
}
