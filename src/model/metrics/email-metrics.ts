import type { EventTally } from '../campaign/mail-counts.ts';
import type { EmailEvent, EmailEventType } from '../email/email.ts';
import { knownReason, unknownReason } from '../email/trouble.ts';
import { dayMs } from '../instant.ts';

/** Hourly counters, in the order of the response and of the stored columns. */
export const metricCounts = [
  'accepted',
  'delivered',
  'delivery_delayed',
  'bounced_hard',
  'bounced_soft',
  'complained',
  'suppressed',
  'failed',
  'opened',
  'opened_machine',
  'clicked',
  'clicked_machine',
] as const;
export type MetricCount = (typeof metricCounts)[number];

/** Every mail has a provider, so totals sum over all providers. */
export const metricGroups = [
  'domain',
  'provider',
  'source',
  'campaign',
  'reason',
  'provider_reason',
] as const;
export type MetricGroup = (typeof metricGroups)[number];

/** Provider of test mail: sent with a test token, or to a test recipient. */
export const testProvider = 'test';

/** Groups with separate rows for test mail. In other groups, names of test mail begin with `testProvider`. */
const testGroups = {
  source: 'test_source',
  domain: 'test_domain',
  campaign: 'test_campaign',
  reason: 'test_reason',
} as const;
export type TestGroup = (typeof testGroups)[keyof typeof testGroups];
export type StoredGroup = MetricGroup | TestGroup;

export const storedGroups: readonly StoredGroup[] = [...metricGroups, ...Object.values(testGroups)];

export function groupsToCount(isTest: boolean): Readonly<Record<keyof typeof testGroups, StoredGroup>> {
  return isTest ? testGroups : liveGroups;
}
const liveGroups = { source: 'source', domain: 'domain', campaign: 'campaign', reason: 'reason' } as const;

export function groupsToRead(group: MetricGroup, includeTest: boolean): readonly StoredGroup[] {
  return includeTest && group in testGroups ? [group, testGroups[group as keyof typeof testGroups]] : [group];
}

/** Retention of counters: a year, and a month to compare with. */
export const metricsKeptDays = 400;
export const metricsKeptMs = metricsKeptDays * dayMs;

/** Sending domains counted by name per organization. Mail of further domains counts as `otherGroup`. */
export const countedDomainsMax = 100;
export const otherGroup = 'other';

/** `reason` is null without a problem. `at` is epoch milliseconds. */
export type Counted = { count: MetricCount; at: number; reason: string | null };

type Happened = Pick<EmailEvent, 'type' | 'at' | 'machine' | 'details'>;

/** Delays, opens and clicks count once per mail; only a retry repeats other outcomes. */
export function countedEvents(before: EventTally, events: readonly Happened[]): Counted[] {
  const seen = new Set<MetricCount>();
  const counted: Counted[] = [];
  for (const event of events) {
    const count = countOf(event);
    if (count === null) continue;
    if (countsOnce.has(event.type)) {
      const known = event.machine && event.type !== 'delivery_delayed' ? before.machine : before.amounts;
      if (seen.has(count) || (known[event.type as 'opened' | 'clicked'] ?? 0) > 0) continue;
      seen.add(count);
    }
    counted.push({ count, at: event.at, reason: reasonOf(event) });
  }
  return counted;
}

export function needsTally(events: readonly Pick<Happened, 'type'>[]): boolean {
  return events.some(({ type }) => countsOnce.has(type));
}

export const countsOnce: ReadonlySet<EmailEventType> = new Set(['delivery_delayed', 'opened', 'clicked']);

function countOf({ type, machine, details }: Happened): MetricCount | null {
  switch (type) {
    case 'delivered':
    case 'delivery_delayed':
    case 'complained':
    case 'suppressed':
    case 'failed':
      return type;
    case 'opened':
    case 'clicked':
      return machine ? `${type}_machine` : type;
    case 'bounced':
      return bounceOf(details).type === 'soft' ? 'bounced_soft' : 'bounced_hard';
    default:
      return null;
  }
}

function reasonOf({ type, details }: Happened): string | null {
  switch (type) {
    case 'bounced':
      return knownReason(bounceOf(details).subType);
    case 'delivery_delayed':
      return knownReason(details.kind);
    case 'suppressed':
      return knownReason(details.origin);
    case 'failed':
      return unknownReason;
    case 'complained':
      return 'complaint';
    default:
      return null;
  }
}

/** Any release may have written the details. */
function bounceOf(details: Record<string, unknown>): { type?: unknown; subType?: unknown } {
  const { bounce } = details;
  return typeof bounce === 'object' && bounce !== null ? bounce : {};
}
