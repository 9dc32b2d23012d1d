import { pointsTo } from './cname-record.ts';
import {
  type DkimAlgorithm,
  type DkimKey,
  type DkimKeys,
  dkimName,
  isStillShown,
  type RetiredKey,
  retire,
} from './dkim-record.ts';
import type { DnsProbe } from './dns-probe.ts';
import {
  judgeRecord,
  type PublishedRecord,
  type PublishingTargets,
  recordAdvice,
  recordsToPublish,
} from './published-records.ts';
import {
  checkAfter,
  type DomainStatus,
  deriveDomainStatus,
  letsSign,
  type RecordCheck,
  type RecordStatus,
  sendingStatuses,
} from './record-status.ts';

export const domainsPerOrganizationMax = 1_000;

export const tlsModes = ['opportunistic', 'enforced'] as const;

export type SendingDomain = {
  key: number;
  id: string;
  name: string;
  status: DomainStatus;
  /** By kind and name of the record (`DKIM ph1._domainkey.acme.com`), so that a renamed record starts unchecked. */
  checks: Readonly<Record<string, RecordCheck>>;
  dkim: DkimKeys;
  /** New keys of a rotation. They sign once the RSA key's record is seen. */
  nextDkim: DkimKeys | null;
  retiredKeys: readonly RetiredKey[];
  customReturnPath: string;
  trackingSubdomain: string | null;
  openTracking: boolean;
  clickTracking: boolean;
  tls: (typeof tlsModes)[number];
  warmUp: boolean;
  /** Time of the first direct mail. Written separately from changes of the domain. */
  firstSentAt: number | null;
  revision: number;
  createdAt: number;
  verifiedAt: number | null;
  lastCheckedAt: number | null;
};

export type NewDomain = Omit<SendingDomain, 'key'>;

/** A subdomain needs its own entry. */
export function maySend(domain: Pick<SendingDomain, 'status'>): boolean {
  return sendingStatuses.includes(domain.status);
}

export function signingKeys({
  name,
  dkim,
  checks,
}: Pick<SendingDomain, 'name' | 'dkim' | 'checks'>): (DkimKey & { algorithm: DkimAlgorithm })[] {
  return (['rsa', 'ed25519'] as const).flatMap((algorithm) => {
    const key = dkim[algorithm];
    return key !== null && letsSign(checks[dkimCheckKey(name, key.selector)]) ? [{ ...key, algorithm }] : [];
  });
}

/** Mail with an unconfirmed return path would lose its bounces and fail SPF. */
export function findReturnPathHost(domain: SendingDomain, targets: PublishingTargets): string | null {
  const record = listDomainRecords(domain, targets).find((one) => one.record === 'RETURN_PATH');
  const check = record && domain.checks[recordKey(record)];
  if (!check || !pointsTo(check.found, record.value)) return null;
  return check.status === 'verified' || check.seen === 'right' ? record.name : null;
}

/** Bounds stored DNS answers, which are untrusted. */
const foundTextsMax = 10;
const foundCharactersMax = 2_000;

/** Once a rotation's RSA record is seen, the new keys sign and the old ones retire. @param looks by `recordKey` */
export function afterCheck(
  domain: SendingDomain,
  targets: PublishingTargets,
  looks: ReadonlyMap<string, DnsProbe>,
  now: number,
): SendingDomain {
  const checks: Record<string, RecordCheck> = {};
  for (const record of listDomainRecords(domain, targets)) {
    const key = recordKey(record);
    const look = looks.get(key) ?? { kind: 'unavailable' };
    checks[key] = checkOf(domain, targets, record, look, now);
  }
  const turned = turnedKeys(domain, checks, now);
  const after = withStatus(
    keepChecks({ ...domain, ...turned, checks, lastCheckedAt: now }, targets),
    targets,
  );
  const newlyVerified = after.status === 'verified' && domain.status !== 'verified';
  return newlyVerified ? { ...after, verifiedAt: now } : after;
}

function checkOf(
  domain: SendingDomain,
  targets: PublishingTargets,
  record: PublishedRecord,
  look: DnsProbe,
  now: number,
): RecordCheck {
  const before = domain.checks[recordKey(record)];
  if (look.kind === 'unavailable') {
    const check = checkAfter(before, 'unavailable', null, now);
    return { ...check, advice: check.status === 'failed' ? (before?.advice ?? null) : unansweredAdvice };
  }
  const { verdict, found } = judgeRecord(record, look, targets);
  const check = checkAfter(before, verdict, found.slice(0, foundTextsMax).map(shortened), now);
  return {
    ...check,
    advice: recordAdvice(
      record,
      look,
      domain,
      targets,
      before?.status === 'verified' || before?.status === 'temporary_failure',
    ),
  };
}

const unansweredAdvice = 'DNS gave no answer about it at the last look, which changes nothing yet.';

function turnedKeys(
  domain: SendingDomain,
  checks: Readonly<Record<string, RecordCheck>>,
  now: number,
): Pick<SendingDomain, 'dkim' | 'nextDkim' | 'retiredKeys'> {
  const check = (selector: string) => checks[dkimCheckKey(domain.name, selector)];
  const retiredKeys = domain.retiredKeys.filter((key) =>
    isStillShown(key, check(key.selector)?.seen === 'missing', now),
  );
  const { dkim, nextDkim } = domain;
  if (nextDkim === null || check(nextDkim.rsa.selector)?.status !== 'verified') {
    return { dkim, nextDkim, retiredKeys };
  }
  const wasSeen = (selector: string) => (check(selector)?.found.length ?? 0) > 0;
  return { dkim: nextDkim, nextDkim: null, retiredKeys: retire(dkim, wasSeen, retiredKeys, now) };
}

function keepChecks(domain: SendingDomain, targets: PublishingTargets): SendingDomain {
  const keys = new Set(listDomainRecords(domain, targets).map(recordKey));
  return {
    ...domain,
    checks: Object.fromEntries(Object.entries(domain.checks).filter(([key]) => keys.has(key))),
  };
}

/** While mail is signed with the old keys, the new ones become `nextDkim`; otherwise they replace them. */
export function withNewKeys(
  domain: SendingDomain,
  keys: DkimKeys,
  targets: PublishingTargets,
): SendingDomain {
  return withStatus(
    maySend(domain) ? { ...domain, nextDkim: keys } : { ...domain, dkim: keys, nextDkim: null },
    targets,
  );
}

/** Must be called whenever the records change. */
export function withStatus(domain: SendingDomain, targets: PublishingTargets): SendingDomain {
  const records = listDomainRecords(domain, targets);
  return {
    ...domain,
    status: deriveDomainStatus(records.map((record) => ({ ...record, status: statusOf(domain, record) }))),
  };
}

/** A missing DNS answer does not break a record. */
export function brokenRecords(
  before: SendingDomain,
  after: SendingDomain,
  targets: PublishingTargets,
): PublishedRecord[] {
  return listDomainRecords(after, targets).filter((record) => {
    const was = statusOf(before, record);
    const is = after.checks[recordKey(record)];
    if (!record.counts || !is) return false;
    if (was === 'temporary_failure') return is.status === 'failed';
    return was === 'verified' && is.status !== 'verified' && is.seen !== 'right';
  });
}

/** The SPF record extends the existing one. */
export function listDomainRecords(domain: NewDomain, targets: PublishingTargets): PublishedRecord[] {
  return recordsToPublish(domain, targets, domain.checks[`SPF ${domain.name}`]?.found);
}

export function recordKey({ record, name }: Pick<PublishedRecord, 'record' | 'name'>): string {
  return `${record} ${name}`;
}

function dkimCheckKey(name: string, selector: string): string {
  return recordKey({ record: 'DKIM', name: dkimName(selector, name) });
}

function statusOf(domain: NewDomain, record: PublishedRecord): RecordStatus {
  return domain.checks[recordKey(record)]?.status ?? 'not_started';
}

function shortened(text: string): string {
  return text.slice(0, foundCharactersMax);
}
