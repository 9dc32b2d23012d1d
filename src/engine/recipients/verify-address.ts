import type { z } from 'zod';
import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { secondMs } from '../../model/instant.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { type MailHosts, mailHosts, takesConnections } from '../../model/verification/mail-hosts.ts';
import { isFreeDomain, isRoleAccount } from '../../model/verification/role-and-free-addresses.ts';
import { suggestDomain } from '../../model/verification/suggest-domain.ts';
import {
  deliverable,
  type MailDomain,
  unreadable,
  type Verification,
  verdictOnAddress,
} from '../../model/verification/verification-answer.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { publishedDomains } from '../../world/disposable-domains.ts';
import type { Resolver } from '../../world/dns/resolver.ts';
import type { World } from '../../world/world.ts';
import { type Deadline, deadline } from '../context/answer-in-time.ts';
import { countedProgress, unlessCancelled, type Waiting } from '../context/long-work.ts';

const domainTotalMs = 5 * secondMs;
/** All domains of one call, because callers give up after half a minute. */
const callTotalMs = 25 * secondMs;
/** Leaves the resolver room for outgoing mail. */
const domainsAtOnce = 64;
/** RFC 5321 4.5.3.1.3: a path has at most 256 octets including its angle brackets. */
const addressCharactersMax = 254;

type VerificationSetting = {
  world: Pick<World, 'clock' | 'resolver' | 'disposableDomains'>;
  /** For the fixture prefix `<runner>-test-`. */
  runners: readonly string[];
  store: OrganizationStore;
  now: number;
};

type Verdict = z.infer<typeof Verification>;

/** Never contacts the mail server, because servers penalize probing. */
export async function verifyAddress(text: string, setting: VerificationSetting): Promise<Verdict> {
  const [verdict] = await verifyAddresses([text], setting);
  return verdict!;
}

/** Looks each domain up once. Late domains become `TIMEOUT`. A cancellation by `waiting` stops new look-ups. */
export async function verifyAddresses(
  texts: readonly string[],
  { world, runners, store, now }: VerificationSetting,
  waiting?: Waiting,
): Promise<Verdict[]> {
  const readings = texts.map((text) => readAddress(text, runners));
  const real = readings.flatMap((reading) => (reading.kind === 'real' ? [reading.mailbox] : []));
  const amounts = new Map<string, number>();
  for (const { domain } of real) amounts.set(domain, (amounts.get(domain) ?? 0) + 1);
  const tell = waiting && countedProgress(waiting, texts.length, 'addresses verified');
  let done = texts.length - real.length;
  const looked = (domain: string): void => {
    done += amounts.get(domain)!;
    tell?.(done);
  };
  tell?.(done);
  // A separate resolver budget, so that neither mail nor other organizations wait.
  const resolver =
    world.resolver.apart?.({ use: 'verification', organization: store.organization }) ?? world.resolver;
  const asking = Promise.all([
    lookUpDomains(new Set(amounts.keys()), world, resolver, looked, waiting?.signal),
    suppressedKeys(real, store, now),
  ]);
  const [domains, suppressed] = await (waiting ? unlessCancelled(waiting.signal, asking) : asking);
  return await Promise.all(
    readings.map(async (reading) => {
      if (reading.kind === 'unreadable') return unreadableAnswer(reading.text, reading.why);
      const { mailbox } = reading;
      if (reading.kind === 'fixture') return await fixtureAnswer(mailbox, world);
      return realAnswer(mailbox, domains.get(mailbox.domain)!, suppressed.has(mailbox.key));
    }),
  );
}

type Reading =
  | { kind: 'unreadable'; text: string; why: string }
  | { kind: 'fixture' | 'real'; mailbox: Mailbox };

function readAddress(text: string, runners: readonly string[]): Reading {
  const read = parseMailbox(text);
  if (!read.ok) return { kind: 'unreadable', text, why: read.message };
  const { mailbox } = read;
  if (mailbox.address.length > addressCharactersMax) {
    return { kind: 'unreadable', text, why: `The address is longer than ${addressCharactersMax} characters` };
  }
  return { kind: fixtureRule(mailbox, runners) === null ? 'real' : 'fixture', mailbox };
}

type DomainFacts = { mailDomain: MailDomain; disposable: boolean };

/** Late domains become `unavailable`. A cancellation stops new look-ups. */
async function lookUpDomains(
  domains: ReadonlySet<string>,
  world: VerificationSetting['world'],
  resolver: Resolver,
  looked: (domain: string) => void,
  signal: AbortSignal | undefined,
): Promise<Map<string, DomainFacts>> {
  const whole = deadline(world.clock, callTotalMs);
  const facts = new Map<string, DomainFacts>();
  // Workers share one iterator, so that none idles.
  const line = domains.values();
  const tenant = async () => {
    for (const domain of line) {
      if (signal?.aborted) return;
      facts.set(domain, await lookUpDomain(domain, world, resolver, whole));
      if (!signal?.aborted) looked(domain);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(domainsAtOnce, domains.size) }, tenant));
    return facts;
  } finally {
    whole.end();
  }
}

async function lookUpDomain(
  domain: string,
  world: VerificationSetting['world'],
  resolver: Resolver,
  whole: Deadline,
): Promise<DomainFacts> {
  const own = deadline(world.clock, domainTotalMs);
  const limit: Deadline = { ...own, answer: (asking) => whole.answer(() => own.answer(asking)) };
  try {
    const hosts = await mailHostsOf(domain, resolver, limit);
    const mailDomain = hosts.kind === 'hosts' ? await reach(hosts, resolver, limit) : hosts.kind;
    return { mailDomain, disposable: await isDisposable([domain, ...hosts.names], world) };
  } finally {
    own.end();
  }
}

/** RFC 5321 5.1 and RFC 7505: without MX records, the domain itself. */
async function mailHostsOf(domain: string, resolver: Resolver, limit: Deadline): Promise<MailHosts> {
  const mx = await limit.answer(() => resolver.mx(domain));
  if (mx.kind === 'found') return mailHosts(mx.value.map(({ exchange }) => exchange));
  return mx.kind === 'none' ? mailHosts([domain]) : { kind: mx.kind, names: [] };
}

/** Checks the preferred host first. `no_mx` requires a definite answer for all hosts. */
async function reach(
  { names, more }: Extract<MailHosts, { kind: 'hosts' }>,
  resolver: Resolver,
  limit: Deadline,
): Promise<MailDomain> {
  let known = !more;
  for (const name of names) {
    const addresses = await limit.answer(() => resolver.addresses(name));
    if (addresses.kind === 'found' && addresses.value.some(takesConnections)) return 'takes_mail';
    known &&= addresses.kind !== 'unavailable';
  }
  return known ? 'no_mx' : 'unavailable';
}

/** Also checks the mail hosts, because disposable services accept mail for many names. */
async function isDisposable(names: readonly string[], world: VerificationSetting['world']): Promise<boolean> {
  const list = world.disposableDomains ?? publishedDomains;
  for (const name of names) if (await list.has(name)) return true;
  return false;
}

/** Includes suppressions that start after a cooldown, because the address has just hard-bounced. */
async function suppressedKeys(
  mailboxes: readonly Mailbox[],
  store: OrganizationStore,
  now: number,
): Promise<Set<string>> {
  if (mailboxes.length === 0) return new Set();
  const suppressions = await store.suppressions.forAddresses(
    mailboxes.map(({ key }) => key),
    now,
  );
  return new Set(suppressions.flatMap(({ scope, email }) => (scope === 'all' ? [email] : [])));
}

const domainChecks: Record<MailDomain, { domain: boolean | null; mx: boolean | null }> = {
  takes_mail: { domain: true, mx: true },
  no_such_domain: { domain: false, mx: false },
  null_mx: { domain: true, mx: false },
  no_mx: { domain: true, mx: false },
  unavailable: { domain: null, mx: null },
};

function realAnswer(mailbox: Mailbox, { mailDomain, disposable }: DomainFacts, suppressed: boolean): Verdict {
  const lists = { disposable, ...listsOf(mailbox) };
  return {
    object: 'verification',
    email: mailbox.address,
    ...verdictOnAddress({ ...lists, mailDomain, suppressed }),
    // Disposable lists include misspelled domains (gmial.com) whose owners collect others' mail.
    suggestion: mailDomain === 'takes_mail' && !disposable ? null : suggestionFor(mailbox),
    checks: { syntax: true, ...domainChecks[mailDomain], ...lists, suppressed, test_mode: false },
  };
}

async function fixtureAnswer(mailbox: Mailbox, world: VerificationSetting['world']): Promise<Verdict> {
  const lists = { disposable: await isDisposable([mailbox.domain], world), ...listsOf(mailbox) };
  return {
    object: 'verification',
    email: mailbox.address,
    ...deliverable,
    suggestion: null,
    checks: { syntax: true, domain: null, mx: null, ...lists, suppressed: false, test_mode: true },
  };
}

function listsOf({ local, domain }: Mailbox): { role: boolean; free: boolean } {
  return { role: isRoleAccount(local.toLowerCase()), free: isFreeDomain(domain) };
}

function unreadableAnswer(text: string, message: string): Verdict {
  return {
    object: 'verification',
    email: text,
    ...unreadable(message),
    suggestion: null,
    checks: {
      syntax: false,
      domain: null,
      mx: null,
      disposable: null,
      role: null,
      free: null,
      suppressed: null,
      test_mode: false,
    },
  };
}

/** Not used for domains that accept mail: hey.com is one key from other words, and correct. */
function suggestionFor({ local, domain }: Mailbox): string | null {
  const meant = suggestDomain(domain);
  return meant === null ? null : `${local}@${meant}`;
}
