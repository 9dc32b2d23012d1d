import type { z } from 'zod';
import { type Mailbox, parseMailbox } from '../model/address.ts';
import { secondMs } from '../model/instant.ts';
import { fixtureRule } from '../model/sending/fixture-recipient.ts';
import {
  isDisposableDomain,
  isFreeDomain,
  isRoleAccount,
} from '../model/verification/role-and-free-addresses.ts';
import { suggestDomain } from '../model/verification/suggest-domain.ts';
import {
  deliverable,
  type MailDomain,
  unreadable,
  type Verification,
  verdictOnAddress,
} from '../model/verification-answer.ts';
import type { OrganizationStore } from '../store/store.ts';
import type { World } from '../world/world.ts';
import { type Deadline, deadline } from './answer-in-time.ts';

/** All questions to DNS about one address together. */
const dnsTotalMs = 5 * secondMs;

/** What verifying looks at beside the address. */
export type VerificationSetting = {
  world: Pick<World, 'clock' | 'resolver'>;
  /** Of the fixture prefix `<runner>-test-`. */
  runners: readonly string[];
  store: OrganizationStore;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * Tells whether mail to an address has a chance to arrive: by its writing, its domain in DNS, our lists and the
 * organization's suppressions. The mailbox itself is never asked: servers hold that against whoever asks.
 */
export async function verifyAddress(
  text: string,
  { world, runners, store, now }: VerificationSetting,
): Promise<z.infer<typeof Verification>> {
  const parsed = parseMailbox(text);
  if (!parsed.ok) return unreadableAnswer(text, parsed.message);
  const { mailbox } = parsed;
  const lists = {
    disposable: isDisposableDomain(mailbox.domain),
    role: isRoleAccount(mailbox.local.toLowerCase()),
    free: isFreeDomain(mailbox.domain),
  };
  const answer = { object: 'verification' as const, email: mailbox.address };
  if (fixtureRule(mailbox, runners) !== null) {
    // A fixture is nobody's inbox: nothing that is known of real ones applies to it.
    const checks = { syntax: true, domain: null, mx: null, ...lists, suppressed: false, test_mode: true };
    return { ...answer, ...deliverable, suggestion: null, checks };
  }

  const limit = deadline(world.clock, dnsTotalMs);
  const [mailDomain, suppressed] = await Promise.all([
    mailDomainOf(mailbox.domain, world.resolver, limit).finally(() => limit.end()),
    isSuppressed(mailbox, store, now),
  ]);
  return {
    ...answer,
    ...verdictOnAddress({ ...lists, mailDomain, suppressed }),
    suggestion: mailDomain === 'takes_mail' ? null : suggestionFor(mailbox),
    checks: { syntax: true, ...domainChecks[mailDomain], ...lists, suppressed, test_mode: false },
  };
}

const domainChecks: Record<MailDomain, { domain: boolean | null; mx: boolean | null }> = {
  takes_mail: { domain: true, mx: true },
  null_mx: { domain: true, mx: false },
  no_mx: { domain: true, mx: false },
  no_such_domain: { domain: false, mx: false },
  unavailable: { domain: null, mx: null },
};

function unreadableAnswer(text: string, message: string): z.infer<typeof Verification> {
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

/** Where a domain's mail goes, by RFC 5321 5.1 and RFC 7505. */
async function mailDomainOf(
  domain: string,
  resolver: World['resolver'],
  limit: Deadline,
): Promise<MailDomain> {
  const mx = await limit.answer(() => resolver.mx(domain));
  if (mx.kind === 'found')
    return mx.value.some(({ exchange }) => isHost(exchange)) ? 'takes_mail' : 'null_mx';
  if (mx.kind !== 'none') return mx.kind;
  const addresses = await limit.answer(() => resolver.addresses(domain));
  if (addresses.kind === 'found') return 'takes_mail';
  return addresses.kind === 'none' ? 'no_mx' : addresses.kind;
}

/** The exchange of a null MX is the root, which comes as an empty name or as a dot. */
function isHost(exchange: string): boolean {
  return exchange !== '' && exchange !== '.';
}

/** One that begins only when a cooldown ends counts as well: the address has just bounced for good. */
async function isSuppressed(mailbox: Mailbox, store: OrganizationStore, now: number): Promise<boolean> {
  const suppressions = await store.suppressions.forAddresses([mailbox.key], now);
  return suppressions.some(({ scope }) => scope === 'all');
}

/** A domain that takes mail is never corrected: hey.com is one key from other words, and right as it is. */
function suggestionFor({ local, domain }: Mailbox): string | null {
  const meant = suggestDomain(domain);
  return meant === null ? null : `${local}@${meant}`;
}
