import { z } from 'zod';
import { dayMs, hourMs, Instant, minuteMs } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import type { CampaignStats } from './campaign.ts';
import { Stats } from './campaign-answer.ts';
import { campaignStatuses } from './lifecycle.ts';

export const reportLimits = { buckets: 48, links: 10, bounces: 5 } as const;

/** Names the base of the share, so that a percentage is never ambiguous. */
const Rate = z.object({
  name: z.enum([
    'delivered',
    'opened',
    'clicked',
    'clicked_of_opened',
    'unsubscribed',
    'bounced',
    'complained',
  ]),
  rate: z.number().nullable().describe('0 to 1; null if the denominator is 0 or the rate is unknown'),
  count: z.int(),
  of: z.enum(['sent', 'reached', 'opened', 'attempted']),
  denominator: z.int(),
});
type Rate = z.infer<typeof Rate>;

export const CampaignReport = z.object({
  object: z.literal('campaign_report'),
  campaignId: z.string(),
  name: untrusted(z.string()),
  subject: z.string().nullable(),
  status: z.enum(campaignStatuses),
  paused: z.boolean(),
  startedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  totals: Stats,
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  rates: z.array(Rate),
  series: z.object({
    from: Instant.nullable(),
    until: Instant.nullable(),
    bucketMinutes: z.int(),
    buckets: z.array(
      z.object({
        from: Instant,
        sent: z.int(),
        opened: z.int(),
        clicked: z.int(),
        machineOpened: z.int(),
      }),
    ),
  }),
  links: z.array(z.object({ url: z.string(), people: z.int(), redirectedTo: z.string().nullable() })),
  bounces: z.array(
    z.object({
      type: z.string(),
      kind: z.string(),
      count: z.int(),
      sample: untrusted(z.string()).nullable().describe('Sample reply of one mail server'),
    }),
  ),
  variants: z.array(
    z.object({
      variant: z.int(),
      name: z.string(),
      subject: z.string().nullable(),
      sent: z.int(),
      delivered: z.int(),
      opened: z.int(),
      clicked: z.int(),
      openRate: z.number().nullable(),
      clickRate: z.number().nullable(),
      winner: z.boolean(),
    }),
  ),
  read: z
    .object({ recipients: z.int(), of: z.int() })
    .describe(
      'Recipients behind series, links and bounces. If it is below the total, they are an even sample',
    ),
  notes: z.array(z.string()),
});
export type CampaignReport = z.infer<typeof CampaignReport>;

/** Epoch milliseconds; `until` is exclusive. */
export type SeriesSpan = { from: number; until: number; bucketMs: number };

const afterSendingMs = 7 * dayMs;

/** Common units, so that bucket edges are round. */
const bucketLengthsMs = [
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  4 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
];

/** Covers the week after sending, in at most 48 buckets with round edges (UTC). @param overAt null during sending */
export function seriesSpan(startedAt: number, overAt: number | null, now: number): SeriesSpan {
  const last = Math.min(now, (overAt ?? now) + afterSendingMs);
  for (const bucketMs of bucketLengthsMs) {
    const span = spanOf(startedAt, last, bucketMs);
    if ((span.until - span.from) / bucketMs <= reportLimits.buckets) return span;
  }
  // For a campaign throttled to years.
  const weekMs = 7 * dayMs;
  const weeks = Math.ceil((last + weekMs - startedAt) / (reportLimits.buckets - 1) / weekMs);
  return spanOf(startedAt, last, weeks * weekMs);
}

function spanOf(first: number, last: number, bucketMs: number): SeriesSpan {
  const from = Math.floor(first / bucketMs) * bucketMs;
  return { from, until: (Math.floor(Math.max(first, last) / bucketMs) + 1) * bucketMs, bucketMs };
}

/**
 * Relates opens to `reached`, the greater of sent and delivered, because relays report few deliveries.
 * Without any, the delivery rate is null. `attempted` counts mails with a first attempt.
 */
export function calculateRates(stats: CampaignStats, attempted: number): Rate[] {
  const { sent, delivered, opened, clicked, unsubscribed, bounced, complained } = stats;
  const reached = countReached(stats);
  const tried = Math.max(attempted, reached, bounced);
  return [
    { ...rateOf('delivered', delivered, 'sent', sent), ...(delivered === 0 && { rate: null }) },
    rateOf('opened', opened, 'reached', reached),
    rateOf('clicked', clicked, 'reached', reached),
    rateOf('clicked_of_opened', clicked, 'opened', opened),
    rateOf('unsubscribed', unsubscribed, 'reached', reached),
    rateOf('bounced', bounced, 'attempted', tried),
    rateOf('complained', complained, 'reached', reached),
  ];
}

export function countReached({ sent, delivered }: Pick<CampaignStats, 'sent' | 'delivered'>): number {
  return Math.max(sent, delivered);
}

/** Clicks without a counted open can exceed the whole, so the result is capped at 1. */
export function partOfWhole(count: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(1, Math.round((count / whole) * 10_000) / 10_000);
}

function rateOf(name: Rate['name'], count: number, of: Rate['of'], denominator: number): Rate {
  return { name, rate: partOfWhole(count, denominator), count, of, denominator };
}
