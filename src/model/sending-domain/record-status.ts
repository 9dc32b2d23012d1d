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

export type RecordCheck = {
  status: RecordStatus;
  found: string[];
  since: number;
  /** The latest DNS answer. A check without an answer keeps it; absent before the first answer. */
  seen?: Exclude<Sight, 'unavailable'>;
  missingSince?: number;
  advice?: string | null;
};

export type Sight = 'right' | 'wrong' | 'missing' | 'unavailable';

/** A wrong record fails at once, because it was published so. Only a verified record can fail temporarily. */
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

export const patienceMs = 3 * dayMs;

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
 * Returns whether to sign. A missing or wrong record fails at every receiver. A verified record keeps signing
 * for a while, because a check may err and unsigned mail fails DMARC. Before the first answer, the key signs.
 */
export function letsSign(check: RecordCheck | undefined): boolean {
  if (check === undefined || check.status === 'verified' || check.status === 'temporary_failure') return true;
  return check.status === 'pending' && check.seen === undefined;
}

/** Only the DKIM record proves that the domain's owner published our key, so it decides about sending. */
export function deriveDomainStatus(
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

/** The DKIM record exists, or is temporarily missing. */
export const sendingStatuses: readonly DomainStatus[] = [
  'verified',
  'partially_verified',
  'partially_failed',
  'temporary_failure',
];
