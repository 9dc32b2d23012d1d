import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { Badge } from '../verification/content/verdict.ts';
import { AudienceAnswer, audienceAnswer } from './audience-input.ts';
import {
  type CampaignCount,
  type CampaignCounted,
  type CampaignHead,
  type CampaignRecord,
  type CampaignStats,
  campaignCounts,
  countedAs,
} from './campaign.ts';
import { bodyAnswer, contentTypes } from './campaign-body.ts';
import { campaignStatuses } from './lifecycle.ts';

const people = z.object({ opened: z.int(), clicked: z.int() });

/** `opened` and `clicked` equal the counts in `human`: each person counts once. */
export const Stats = z.object({
  recipients: z.int(),
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  bounced: z.int(),
  complained: z.int(),
  failed: z.int(),
  skipped: z.int(),
  human: people,
  machine: people,
});

const content = {
  content: z.string().nullable(),
  contentType: z.enum(contentTypes),
  html: z.string().nullable(),
  markdown: z.string().nullable(),
  tiptap: z.record(z.string(), z.unknown()).nullable(),
};

const summaryFields = {
  object: z.literal('campaign'),
  id: z.string(),
  name: untrusted(z.string()),
  subject: z.string().nullable(),
  preview: z.string().nullable(),
  fromName: z.string().nullable(),
  fromEmail: z.string().nullable(),
  replyTo: z.string().nullable(),
  status: z.enum(campaignStatuses),
  paused: z.boolean(),
  scheduledAt: Instant.nullable(),
  timezone: z.string(),
  sentAt: Instant.nullable(),
  stats: Stats,
  revision: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
};

export const CampaignSummary = z.object(summaryFields);

export const Campaign = z.object({
  ...summaryFields,
  ...content,
  audience: AudienceAnswer,
  badges: z.array(Badge).describe('Findings of content verification'),
  problem: z
    .string()
    .nullable()
    .describe('Reason why a draft cannot be sent, or why sending cannot continue'),
  warnings: z.array(z.string()),
  abTest: z
    .object({
      variants: z.array(
        z.object({
          name: z.string(),
          subject: z.string().nullable(),
          preview: z.string().nullable(),
          ...content,
          stats: Stats,
        }),
      ),
      percent: z.int(),
      metric: z.enum(['opens', 'clicks']),
      waitMinutes: z.int(),
      winner: z.int().nullable().describe('Index of the variant for the remaining recipients'),
    })
    .nullable(),
  throttle: z.object({ perHour: z.int().nullable(), perDomain: z.int().nullable() }).nullable(),
  tracking: z.object({ opens: z.boolean().nullable(), clicks: z.boolean().nullable() }).nullable(),
});

export type CountOf = (count: CampaignCount, variant?: number) => number;

export function campaignSummary(campaign: CampaignHead, countOf: CountOf): z.infer<typeof CampaignSummary> {
  return {
    object: 'campaign',
    id: campaign.id,
    name: campaign.name,
    subject: campaign.subject,
    preview: campaign.preview,
    fromName: campaign.fromName,
    fromEmail: campaign.fromEmail,
    replyTo: campaign.replyTo,
    status: campaign.status,
    paused: campaign.paused,
    scheduledAt: isoInstantOrNull(campaign.scheduledAt),
    timezone: campaign.timezone,
    sentAt: isoInstantOrNull(campaign.sentAt),
    stats: statsOf((count) => countOf(count)),
    revision: campaign.revision,
    createdAt: isoInstant(campaign.createdAt),
    updatedAt: isoInstant(campaign.updatedAt),
  };
}

/** @param problem reason why a draft cannot be sent, or why a sending campaign is blocked */
export function campaignAnswer(
  campaign: CampaignRecord,
  countOf: CountOf,
  problem: string | null,
  warnings: readonly string[],
): z.infer<typeof Campaign> {
  const { abTest, throttle, tracking } = campaign;
  return {
    ...campaignSummary(campaign, countOf),
    ...bodyAnswer(campaign.body),
    audience: audienceAnswer(campaign.audience),
    badges: [...campaign.badges],
    problem,
    warnings: [...warnings],
    abTest: abTest && {
      variants: abTest.variants.map(({ name, subject, preview, body }, variant) => ({
        name,
        subject,
        preview,
        ...bodyAnswer(body),
        stats: statsOf((count) => countOf(count, variant)),
      })),
      percent: abTest.percent,
      metric: abTest.metric,
      waitMinutes: abTest.waitMinutes,
      winner: abTest.winner,
    },
    throttle: throttle && { perHour: throttle.perHour, perDomain: throttle.perDomain },
    tracking: tracking && { opens: tracking.opens, clicks: tracking.clicks },
  };
}

export function countsShown({ id }: { id: string }, variants: number): CampaignCounted[] {
  const shown = campaignCounts.filter((count) => count !== 'leaving' && count !== 'attempted');
  const owners = [undefined, ...Array.from({ length: variants }, (_, index) => index)];
  return owners.flatMap((variant) => shown.map((count) => countedAs(id, count, variant)));
}

function statsOf(countOf: (count: CampaignCount) => number): CampaignStats & z.infer<typeof Stats> {
  const human = { opened: countOf('opened'), clicked: countOf('clicked') };
  return {
    recipients: countOf('recipients'),
    sent: countOf('sent'),
    delivered: countOf('delivered'),
    opened: human.opened,
    clicked: human.clicked,
    unsubscribed: countOf('unsubscribed'),
    bounced: countOf('bounced'),
    complained: countOf('complained'),
    failed: countOf('failed'),
    skipped: countOf('skipped'),
    human,
    machine: { opened: countOf('machine_opened'), clicked: countOf('machine_clicked') },
  };
}
