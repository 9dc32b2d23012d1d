import { z } from 'zod';
import { parseMailbox } from '../address.ts';
import { invalidField } from '../failure.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import {
  outgoingAdvice,
  publishedKeys,
  replacedAdvice,
  retiredAdvice,
  unpublishedAdvice,
} from './dkim-record.ts';
import { isPublicSuffix } from './public-suffix.ts';
import {
  type PublishedRecord,
  type PublishingTargets,
  recordKinds,
  spfSources,
} from './published-records.ts';
import { domainStatuses, type RecordCheck, recordStatuses } from './record-status.ts';
import {
  listDomainRecords,
  type NewDomain,
  recordKey,
  type SendingDomain,
  tlsModes,
} from './sending-domain.ts';
import { unknownRelayAdvice } from './spf-record.ts';

/** Leaves room for names below the domain: a label of 63 characters and its dot. */
export const sendingDomainCharactersMax = 253 - 64;

/** For public suffixes such as `co.uk` and `github.io`. */
const endingMessage = 'must be a domain of your own, not an ending that others register names under';

type ReadDomainName = { ok: true; name: string } | { ok: false; message: string };

/** Uses the rules of From addresses, so that every added domain can send, and vice versa. */
export function readDomainName(text: string): ReadDomainName {
  const parsed = parseMailbox(`${probe}@${text}`);
  // Angle brackets in the text would supply a different address.
  if (!parsed.ok || parsed.mailbox.local !== probe || parsed.mailbox.displayName !== null) {
    return refuse('must be a domain name such as acme.com');
  }
  const name = parsed.mailbox.domain;
  if (name.length > sendingDomainCharactersMax) {
    return refuse(`must have at most ${sendingDomainCharactersMax} characters`);
  }
  if (!name.includes('.')) return refuse(endingMessage);
  return { ok: true, name };
}

const probe = 'postmaster';

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

export const DomainName = z
  .string()
  .trim()
  .min(1)
  .max(sendingDomainCharactersMax)
  .transform((text, ctx) => {
    const read = readDomainName(text);
    if (read.ok) return read.name;
    ctx.issues.push({ code: 'custom', input: text, message: read.message });
    return z.NEVER;
  });

/** Loads the public suffix list. @throws Failure validation_error for a public suffix */
export async function assertOwnDomain(name: string): Promise<void> {
  if (await isPublicSuffix(name)) throw invalidField('name', endingMessage);
}

export const DomainIdOrName = z.string().trim().toLowerCase().min(1).max(253).describe('Id or name');

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const Label = z
  .string()
  .trim()
  .toLowerCase()
  .max(63)
  .check((ctx) => {
    if (label.test(ctx.value)) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: 'must be one part of a domain name, of letters, digits and hyphens',
    });
  });

export const domainFields = {
  custom_return_path: Label.describe('Subdomain that receives bounces'),
  tracking_subdomain: Label.nullable().describe('Subdomain of tracked links'),
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  tls: z.enum(tlsModes).describe('enforced: never send without TLS'),
  warm_up: z.boolean().describe('Limit the volume at first'),
};

/** Two CNAME records cannot share a name (RFC 2181 10.1). @throws Failure validation_error if they are equal */
export function assertSubdomainsDiffer(
  domain: Pick<SendingDomain, 'customReturnPath' | 'trackingSubdomain'>,
): void {
  if (domain.customReturnPath !== domain.trackingSubdomain) return;
  throw invalidField('tracking_subdomain', 'must differ from custom_return_path');
}

const DomainRecord = z.object({
  record: z.enum(recordKinds),
  type: z.enum(['TXT', 'CNAME', 'MX']),
  name: z.string().describe('Fully qualified name'),
  // A suggested SPF record contains terms of the existing record.
  value: untrusted(z.string(), 'dns').describe('Value to publish'),
  ttl: z.string(),
  priority: z.int().optional().describe('Priority of an MX record'),
  status: z.enum(recordStatuses),
  found: z.array(untrusted(z.string(), 'dns')).optional().describe('Values in DNS at the last check'),
  advice: z.string().nullable().describe('Required change'),
});

export const DomainListed = z.object({
  object: z.literal('domain'),
  id: z.string(),
  name: z.string(),
  status: z
    .enum(domainStatuses)
    .describe(
      'You can send from the domain if it is verified, partially_verified, partially_failed or temporary_failure',
    ),
  dkim_selector: z.string().describe('Selector of the active RSA key'),
  dkim_ed25519_selector: z.string().nullable(),
  custom_return_path: z.string(),
  tracking_subdomain: z.string().nullable(),
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  tls: z.enum(tlsModes),
  warm_up: z.boolean(),
  created_at: Instant,
  verified_at: Instant.nullable(),
  last_checked_at: Instant.nullable(),
});

const DomainKey = z.object({
  selector: z.string(),
  algorithm: z.enum(['rsa', 'ed25519']),
  role: z.enum(['signing', 'next', 'retired']).describe('next: signs once its record is in DNS'),
  keep_until: Instant.nullable().describe('When the record of a retired key may be deleted'),
});

export const Domain = DomainListed.extend({
  warm_up_started_at: Instant.nullable().describe('First direct mail'),
  dkim_keys: z.array(DomainKey),
  records: z.array(DomainRecord),
});

export const DeletedDomain = z.object({
  object: z.literal('domain'),
  id: z.string(),
  deleted: z.literal(true),
});

export function domainListed(domain: NewDomain): z.infer<typeof DomainListed> {
  return {
    object: 'domain',
    id: domain.id,
    name: domain.name,
    status: domain.status,
    dkim_selector: domain.dkim.rsa.selector,
    dkim_ed25519_selector: domain.dkim.ed25519?.selector ?? null,
    custom_return_path: domain.customReturnPath,
    tracking_subdomain: domain.trackingSubdomain,
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    tls: domain.tls,
    warm_up: domain.warmUp,
    created_at: isoInstant(domain.createdAt),
    verified_at: isoInstantOrNull(domain.verifiedAt),
    last_checked_at: isoInstantOrNull(domain.lastCheckedAt),
  };
}

export function domainAnswer(domain: NewDomain, targets: PublishingTargets): z.infer<typeof Domain> {
  return {
    ...domainListed(domain),
    warm_up_started_at: isoInstantOrNull(domain.firstSentAt),
    dkim_keys: publishedKeys(domain).map(({ selector, algorithm, role, until }) => ({
      selector,
      algorithm,
      role,
      keep_until: isoInstantOrNull(until),
    })),
    records: listDomainRecords(domain, targets).map((record) => {
      const check = domain.checks[recordKey(record)];
      return {
        record: record.record,
        type: record.type,
        name: record.name,
        value: record.value,
        ttl: 'Auto',
        status: check?.status ?? 'not_started',
        ...(check ? { found: check.found } : {}),
        advice: adviceOn(record, check, domain, targets),
      };
    }),
  };
}

function adviceOn(
  { key, record }: PublishedRecord,
  check: RecordCheck | undefined,
  { nextDkim, lastCheckedAt }: NewDomain,
  targets: PublishingTargets,
): string | null {
  // With an unknown relay, the shown record is incomplete, so the advice must come before publishing.
  if (check === undefined && record === 'SPF' && targets.relayed)
    return unknownRelayAdvice(spfSources(targets));
  const said = check?.advice ?? null;
  if (!key) return said;
  if (key.until !== null) return retiredAdvice(key.until, check?.seen === 'missing');
  if (key.role === 'signing' && nextDkim !== null) {
    const neverWas = check?.seen === 'missing' && check.status !== 'temporary_failure';
    return key.algorithm === 'ed25519' && neverWas ? replacedAdvice : (said ?? outgoingAdvice);
  }
  // The key is newer than the last check. Before the first check, every record must be published.
  return check === undefined && lastCheckedAt !== null ? unpublishedAdvice(key) : said;
}
