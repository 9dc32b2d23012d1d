import { dayMs } from '../instant.ts';
import type { PublishedRecord, RecordKind } from './published-records.ts';

export const recordStatuses = ['not_started', 'pending', 'verified', 'failed', 'temporary_failure'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

export const domainStatuses = [
  'not_started',
  'pending',
  'verified',
  'partially_verified',
  'partially_failed',
  'failed',
  'temporary_failure',
] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** The result of the DNS checks of one record. Instants are epoch milliseconds. */
export type RecordCheck = {
  status: RecordStatus;
  /** The records in the latest DNS answer. */
  found: string[];
  /** When the status last changed. */
  since: number;
  /** The latest DNS answer; a check without an answer keeps it, and before the first answer it is absent. */
  seen?: Exclude<Sight, 'unavailable'>;
  /** Since when DNS says that it is missing. */
  missingSince?: number;
  /** What to change, as of the last check. */
  advice?: string | null;
};

export type Sight = 'right' | 'wrong' | 'missing' | 'unavailable';

/**
 * A record's status after a DNS check. A wrong record fails at once, because it was published so. A missing one has
 * some time, and only a verified one can fail temporarily.
 */
const moves: Record<RecordStatus, Record<Sight, RecordStatus>> = {
  not_started: { right: 'verified', wrong: 'failed', missing: 'pending', unavailable: 'pending' },
  pending: { right: 'verified', wrong: 'failed', missing: 'pending', unavailable: 'pending' },
  verified: {
    right: 'verified',
    wrong: 'failed',
    missing: 'temporary_failure',
    unavailable: 'temporary_failure',
  },
  temporary_failure: {
    right: 'verified',
    wrong: 'failed',
    missing: 'temporary_failure',
    unavailable: 'temporary_failure',
  },
  failed: { right: 'verified', wrong: 'failed', missing: 'failed', unavailable: 'failed' },
};

/** How long a missing record has to appear, or to come back. */
export const patienceMs = 3 * dayMs;

/** @param found the records in DNS; null without an answer */
export function checkAfter(
  before: RecordCheck | undefined,
  sight: Sight,
  found: string[] | null,
  now: number,
): RecordCheck {
  const from = before?.status ?? 'not_started';
  const to = moves[from][sight];
  const since = before && to === from ? before.since : now;
  const seen = sight === 'unavailable' ? before?.seen : sight;
  // Time without an answer does not count.
  const missingSince = before?.seen === 'missing' ? (before.missingSince ?? before.since) : now;
  const known = {
    found: found ?? before?.found ?? [],
    ...(seen === undefined ? {} : { seen }),
    ...(seen === 'missing' ? { missingSince } : {}),
  };
  const tired = sight === 'missing' && now - missingSince > patienceMs;
  if (tired && to !== 'failed') return { status: 'failed', ...known, since: now };
  return { status: to, ...known, since };
}

/**
 * Whether mail is signed with a record's key. Not when DNS says that the record is missing or wrong, because no
 * receiver could verify the signature. A verified record that is missing now keeps signing for a while: one check may
 * err, and unsigned mail fails DMARC. Before the first answer the key signs, since the record may well exist.
 */
export function letsSign(check: RecordCheck | undefined): boolean {
  if (check === undefined || check.status === 'verified' || check.status === 'temporary_failure') return true;
  return check.status === 'pending' && check.seen === undefined;
}

/**
 * A domain's status from those of its records. DKIM decides whether mail may come from it, since only its record proves
 * that the domain's owner published our key; the other records that count complete it.
 */
export function domainStatusOf(
  records: readonly (Pick<PublishedRecord, 'record' | 'counts'> & { status: RecordStatus })[],
): DomainStatus {
  const counting = records.filter(({ counts }) => counts);
  const dkim = statusOf(counting, 'DKIM');
  if (dkim !== 'verified') return dkim;
  const statuses = counting.map(({ status }) => status);
  if (statuses.every((status) => status === 'verified')) return 'verified';
  const broken = statuses.some((status) => status === 'failed' || status === 'temporary_failure');
  return broken ? 'partially_failed' : 'partially_verified';
}

function statusOf(
  records: readonly { record: RecordKind; status: RecordStatus }[],
  kind: RecordKind,
): RecordStatus {
  return records.find(({ record }) => record === kind)?.status ?? 'not_started';
}

/** The statuses in which mail may come from a domain: its DKIM record is there, or was and is temporarily missing. */
export const sendingStatuses: readonly DomainStatus[] = [
  'verified',
  'partially_verified',
  'partially_failed',
  'temporary_failure',
];
