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

/** What the last looks into DNS made of one record. Instants are epoch milliseconds. */
export type RecordCheck = {
  status: RecordStatus;
  /** What DNS answered when it last answered. */
  found: string[];
  /** When the status became what it is. */
  since: number;
  /** What DNS last said; a look without an answer leaves it, and before the first answer there is none. */
  seen?: Exclude<Sight, 'unavailable'>;
  /** Since when DNS says that it is missing. */
  missingSince?: number;
  /** What to change, as of the last look. */
  advice?: string | null;
};

export type Sight = 'right' | 'wrong' | 'missing' | 'unavailable';

/**
 * The status of a record after a look into DNS. Whatever is seen wrong fails at once: it was put there. What is
 * not seen gets patience, and only what has been verified can fail temporarily.
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

/** A record that is not there has this long to appear, or to come back. */
export const patienceMs = 3 * dayMs;

/**
 * @param found what DNS answered; null when it did not
 */
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
  // Time without an answer uses up no patience.
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
 * Whether mail is signed with the key of a record. Not when DNS has said that the record is missing or wrong,
 * where nobody could check the signature. A record that has been verified and is not seen just now has its
 * patience: one look may err, and mail without its signature fails DMARC. Before the first answer it is signed,
 * since the record may well be there.
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

/**
 * The statuses in which mail may come from a domain: its DKIM record is there, or was and is not seen just now.
 */
export const sendingStatuses: readonly DomainStatus[] = [
  'verified',
  'partially_verified',
  'partially_failed',
  'temporary_failure',
];
