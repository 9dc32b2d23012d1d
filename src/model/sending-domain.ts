import { z } from 'zod';
import { invalidField } from './failure.ts';
import { Instant, isoInstant, isoInstantOrNull } from './instant.ts';
import { readDomainName, sendingDomainCharactersMax } from './sending-domain/domain-name.ts';
import {
  judgeRecord,
  type PublishedRecord,
  type PublishingTargets,
  recordKinds,
  recordsToPublish,
} from './sending-domain/published-records.ts';
import {
  checkAfter,
  type DomainStatus,
  domainStatuses,
  domainStatusOf,
  type RecordCheck,
  type RecordStatus,
  recordStatuses,
  sendingStatuses,
} from './sending-domain/record-status.ts';

export const domainsPerOrganizationMax = 1_000;

/** A DKIM key of RSA-2048 under its selector. */
export type DkimKey = {
  selector: string;
  /** SubjectPublicKeyInfo, DER, base64: what `p=` of its record holds. */
  publicKey: string;
  /** PKCS #8 PEM, sealed for the purpose `dkim`. */
  sealedPrivateKey: string;
};

export const tlsModes = ['opportunistic', 'enforced'] as const;

/** A sending domain as kept. Instants are epoch milliseconds. */
export type SendingDomain = {
  key: number;
  id: string;
  /** Lower-case ASCII. */
  name: string;
  status: DomainStatus;
  /** By the record's kind and name (`DKIM ph1._domainkey.acme.com`): a record under another name begins anew. */
  checks: Readonly<Record<string, RecordCheck>>;
  /** What mail is signed with. */
  dkim: DkimKey;
  /** A rotation's key, which signs from the moment its record is seen. */
  nextDkim: DkimKey | null;
  customReturnPath: string;
  trackingSubdomain: string | null;
  openTracking: boolean;
  clickTracking: boolean;
  tls: (typeof tlsModes)[number];
  revision: number;
  createdAt: number;
  verifiedAt: number | null;
  lastCheckedAt: number | null;
};

/** A domain that has no row yet. */
export type NewDomain = Omit<SendingDomain, 'key'>;

/** Whether mail may come from the domain. It speaks for itself alone: a subdomain is added on its own. */
export function maySend(domain: Pick<SendingDomain, 'status'>): boolean {
  return sendingStatuses.includes(domain.status);
}

/** What one look into DNS came to, for one record. */
export type Look = { kind: 'answered'; texts: readonly string[] } | { kind: 'unavailable' };

/** What DNS answered is kept up to this size; it is shown, and somebody else wrote it. */
const foundTextsMax = 10;
const foundCharactersMax = 2_000;

/**
 * The domain after a look into DNS. A rotation is complete once its record is seen: the new key signs from then
 * on, and the old one is gone.
 *
 * @param looks by `recordKey`, one for every record to publish
 */
export function afterCheck(
  domain: SendingDomain,
  targets: PublishingTargets,
  looks: ReadonlyMap<string, Look>,
  now: number,
): SendingDomain {
  const checks: Record<string, RecordCheck> = {};
  for (const record of recordsOf(domain, targets)) {
    const key = recordKey(record);
    const look = looks.get(key) ?? { kind: 'unavailable' };
    const before = domain.checks[key];
    if (look.kind === 'unavailable') {
      checks[key] = checkAfter(before, 'unavailable', null, now);
    } else {
      const { verdict, found } = judgeRecord(record, look.texts, targets);
      checks[key] = checkAfter(before, verdict, found.slice(0, foundTextsMax).map(shortened), now);
    }
  }
  const next = domain.nextDkim;
  const rotated = next !== null && checks[dkimCheckKey(domain.name, next.selector)]?.status === 'verified';
  if (rotated) delete checks[dkimCheckKey(domain.name, domain.dkim.selector)];
  const after = withStatus(
    { ...domain, checks, lastCheckedAt: now, ...(rotated ? { dkim: next, nextDkim: null } : {}) },
    targets,
  );
  const newlyVerified = after.status === 'verified' && domain.status !== 'verified';
  return newlyVerified ? { ...after, verifiedAt: now } : after;
}

/** The domain with a new key: beside the old one while mail is signed with that, else in its place. */
export function withNewKey(domain: SendingDomain, key: DkimKey, targets: PublishingTargets): SendingDomain {
  return withStatus(
    maySend(domain) ? { ...domain, nextDkim: key } : { ...domain, dkim: key, nextDkim: null },
    targets,
  );
}

/** The domain with the status that its records' make. To be called whenever its records change. */
export function withStatus(domain: SendingDomain, targets: PublishingTargets): SendingDomain {
  const records = recordsOf(domain, targets);
  return {
    ...domain,
    status: domainStatusOf(records.map((record) => ({ ...record, status: statusOf(domain, record) }))),
  };
}

/** The records of the domain, its SPF record made from the one that was found. */
export function recordsOf(domain: NewDomain, targets: PublishingTargets): PublishedRecord[] {
  return recordsToPublish(domain, targets, domain.checks[`SPF ${domain.name}`]?.found);
}

/** What names a record among those of its domain. */
export function recordKey({ record, name }: Pick<PublishedRecord, 'record' | 'name'>): string {
  return `${record} ${name}`;
}

function dkimCheckKey(name: string, selector: string): string {
  return `DKIM ${selector}._domainkey.${name}`;
}

function statusOf(domain: NewDomain, record: PublishedRecord): RecordStatus {
  return domain.checks[recordKey(record)]?.status ?? 'not_started';
}

function shortened(text: string): string {
  return text.slice(0, foundCharactersMax);
}

/** The name of a domain as input, read to lower-case ASCII. */
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

/** What names a domain: its id or its name. */
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

/** What can be chosen about a domain. */
export const domainFields = {
  custom_return_path: Label.describe('Subdomain that bounces come back to'),
  tracking_subdomain: Label.nullable().describe('Subdomain of tracking links'),
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  tls: z.enum(tlsModes).describe('enforced: never deliver without TLS'),
};

/**
 * Two CNAME records cannot share a name (RFC 2181 10.1).
 * @throws Failure validation_error when both subdomains are one
 */
export function assertSubdomainsDiffer(
  domain: Pick<SendingDomain, 'customReturnPath' | 'trackingSubdomain'>,
): void {
  if (domain.customReturnPath !== domain.trackingSubdomain) return;
  throw invalidField('tracking_subdomain', 'must differ from custom_return_path');
}

const DomainRecord = z.object({
  record: z.enum(recordKinds),
  type: z.enum(['TXT', 'CNAME', 'MX']),
  name: z.string().describe('The full name'),
  value: z.string().describe('What to publish'),
  ttl: z.string(),
  priority: z.int().optional().describe('Of an MX record'),
  status: z.enum(recordStatuses),
  found: z.array(z.string()).optional().describe('What DNS answered at the last check'),
});

/** A domain as lists show it. */
export const DomainListed = z.object({
  object: z.literal('domain'),
  id: z.string(),
  name: z.string(),
  status: z
    .enum(domainStatuses)
    .describe(
      'Mail may come from it when verified, partially_verified, partially_failed or temporary_failure',
    ),
  dkim_selector: z.string().describe('Of the key that signs'),
  custom_return_path: z.string(),
  tracking_subdomain: z.string().nullable(),
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  tls: z.enum(tlsModes),
  created_at: Instant,
  verified_at: Instant.nullable(),
  last_checked_at: Instant.nullable(),
});

export const Domain = DomainListed.extend({ records: z.array(DomainRecord) });

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
    dkim_selector: domain.dkim.selector,
    custom_return_path: domain.customReturnPath,
    tracking_subdomain: domain.trackingSubdomain,
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    tls: domain.tls,
    created_at: isoInstant(domain.createdAt),
    verified_at: isoInstantOrNull(domain.verifiedAt),
    last_checked_at: isoInstantOrNull(domain.lastCheckedAt),
  };
}

/** The domain as it is answered. Nothing of a private key is in it. */
export function domainAnswer(domain: NewDomain, targets: PublishingTargets): z.infer<typeof Domain> {
  return {
    ...domainListed(domain),
    records: recordsOf(domain, targets).map((record) => {
      const check = domain.checks[recordKey(record)];
      return {
        record: record.record,
        type: record.type,
        name: record.name,
        value: record.value,
        ttl: 'Auto',
        status: check?.status ?? 'not_started',
        ...(check ? { found: check.found } : {}),
      };
    }),
  };
}
