import type { Body } from '../content/body.ts';
import type { Rule } from '../segment/rule.ts';
import type { CauseChain } from '../sending/mail-cause.ts';
import type { Badge } from '../verification/content/verdict.ts';
import type { ApprovedPeople } from './approved-people.ts';
import type { CampaignStatus, SendingStage } from './lifecycle.ts';

/** All conditions must hold; without any, the audience is all ACTIVE subscribers. */
export type Audience = {
  /** Tag ids. If a tag of `none` was deleted, no subscriber matches. */
  tags: { any: readonly string[]; all: readonly string[]; none: readonly string[] };
  segmentId: string | null;
  filter: Rule | null;
  subscriberIds: readonly string[];
  /** Excludes subscribers reached by this campaign. */
  notReachedBy?: string;
};

export const allActive: Audience = {
  tags: { any: [], all: [], none: [] },
  segmentId: null,
  filter: null,
  subscriberIds: [],
};

export function isForAllActive({ tags, segmentId, filter, subscriberIds, notReachedBy }: Audience): boolean {
  const tagged = tags.any.length + tags.all.length + tags.none.length > 0;
  const chosen = subscriberIds.length > 0 || notReachedBy !== undefined;
  return !tagged && segmentId === null && filter === null && !chosen;
}

export function audienceRules({ filter, notReachedBy }: Audience): Rule[] {
  const reached: Rule[] =
    notReachedBy === undefined ? [] : [{ field: 'email_reached', operator: 'neq', value: notReachedBy }];
  return filter === null ? reached : [filter, ...reached];
}

/** Overrides of the campaign; null keeps the campaign's value. */
type Variant = { name: string; subject: string | null; preview: string | null; body: Body | null };

export const variantsMax = 5;

export type AbTest = {
  variants: readonly Variant[];
  /** Percentage of the audience split among the variants. The rest gets the winner. */
  percent: number;
  metric: 'opens' | 'clicks';
  waitMinutes: number;
  winner: number | null;
};

type Throttle = {
  perHour: number | null /** Per hour to each recipient domain. */;
  perDomain: number | null;
};

/** Null uses the sending domain's setting. */
type CampaignTracking = { opens: boolean | null; clicks: boolean | null };

/** `captured` mail is kept because sending is off. */
export type ApprovedDelivery = 'live' | 'test' | 'captured';

export type CampaignProgress = {
  stage: SendingStage;
  /** Snapshot at the start, including the segment's rule. */
  audience: Audience;
  gatheredThrough: number;
  /** Percentage of the audience in the A/B test. */
  split: { variants: number; percent: number } | null;
  /** Key of the newest subscriber at the start. Later subscribers are not enrolled. */
  gatherUntil: number;
  /** Key of the last recipient read in this round. Only a starting point: the recipient's own row holds the state. */
  sentThrough: number;
  bodies: readonly string[];
  chooseAt: number | null;
  /** Reason why nothing can be sent, as a sentence. Unless paused, sending resumes by itself after a fix. */
  problem: string | null;
  /** After a resume, deferred mails are being rescheduled to now. */
  releasing: boolean;
  /** The last pause, epoch ms, by a caller or automatic. Remains after the resume. */
  lastPause?: { at: number; byItself: boolean };
  endedAt?: number;
};

export type CampaignRecord = {
  key: number;
  id: string;
  organization: number;
  name: string;
  subject: string | null;
  preview: string | null;
  fromName: string | null;
  fromEmail: string | null;
  replyTo: string | null;
  body: Body | null;
  audience: Audience;
  status: CampaignStatus;
  paused: boolean;
  scheduledAt: number | null;
  timezone: string;
  badges: readonly Badge[];
  abTest: AbTest | null;
  throttle: Throttle | null;
  tracking: CampaignTracking | null;
  revision: number;
  /** Key of the sending token; null for the operator. */
  token: number | null;
  /** Maximum recipients that were approved; null for any number. */
  approvedRecipients: number | null;
  approvedPeople: ApprovedPeople | null;
  approvedDelivery: ApprovedDelivery | null;
  /** Approved start time, epoch ms; null for drafts and campaigns of earlier releases. */
  approvedStart: number | null;
  /** The sending or resuming call; null for drafts and campaigns of earlier releases. */
  cause: CauseChain | null;
  /** Time of the last send or resume by a caller, epoch ms. */
  approvedAt: number | null;
  /** Footer address at the time of sending; null in a draft or without an address. */
  postalAddress: string | null;
  progress: CampaignProgress | null;
  startedAt: number | null;
  sentAt: number | null;
  createdAt: number;
  updatedAt: number;
};

export type CampaignHead = Omit<CampaignRecord, 'body' | 'abTest' | 'approvedPeople'>;

/** `opened` and `clicked` count each person once. */
export type CampaignStats = {
  recipients: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  failed: number;
  skipped: number;
  /** Mails opened or clicked only by machines (scanners, image proxies). */
  machine: { opened: number; clicked: number };
};

/** Also counted per variant of an A/B test. */
export const campaignCounts = [
  'recipients',
  'skipped',
  /** `leaving` counts accepted mails, `attempted` their first attempts. The campaign is SENT when both are equal. */
  'leaving',
  'attempted',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'machine_opened',
  'machine_clicked',
  'unsubscribed',
  'bounced',
  'complained',
  'failed',
] as const;
export type CampaignCount = (typeof campaignCounts)[number];

export type CampaignCounted = `cmp_${string} ${CampaignCount}`;

export function countedAs(id: string, count: CampaignCount, variant?: number | null): CampaignCounted {
  const owner = variant == null ? id : `${id}/${variant}`;
  return `${owner} ${count}` as CampaignCounted;
}
