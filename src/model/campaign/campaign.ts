import type { Body } from '../content/body.ts';
import type { Rule } from '../segment/rule.ts';
import type { CauseChain } from '../sending/mail-cause.ts';
import type { Badge } from '../verification/content/verdict.ts';
import type { ApprovedPeople } from './approved-people.ts';
import type { CampaignStatus, SendingStage } from './lifecycle.ts';

/** A campaign's audience. All conditions must hold at once; with none, it is all ACTIVE subscribers. */
export type Audience = {
  /** Tag ids: a person has one of `any`, all of `all` and none of `none`. If a tag of `none` was deleted, no subscriber matches. */
  tags: { any: readonly string[]; all: readonly string[]; none: readonly string[] };
  segmentId: string | null;
  filter: Rule | null;
  /** Ids of subscribers; empty for no such condition. */
  subscriberIds: readonly string[];
  /** The id of a campaign whose reached subscribers are left out. Absent without this condition. */
  notReachedBy?: string;
};

export const allActive: Audience = {
  tags: { any: [], all: [], none: [] },
  segmentId: null,
  filter: null,
  subscriberIds: [],
};

/** Whether an audience has no condition. */
export function isForAllActive({ tags, segmentId, filter, subscriberIds, notReachedBy }: Audience): boolean {
  const tagged = tags.any.length + tags.all.length + tags.none.length > 0;
  const chosen = subscriberIds.length > 0 || notReachedBy !== undefined;
  return !tagged && segmentId === null && filter === null && !chosen;
}

/** Returns the rules of an audience without that of its segment. `notReachedBy` is short for a rule. */
export function audienceRules({ filter, notReachedBy }: Audience): Rule[] {
  const reached: Rule[] =
    notReachedBy === undefined ? [] : [{ field: 'email_reached', operator: 'neq', value: notReachedBy }];
  return filter === null ? reached : [filter, ...reached];
}

/** The fields in which a variant of an A/B test differs; null means as in the campaign. */
type Variant = { name: string; subject: string | null; preview: string | null; body: Body | null };

export const variantsMax = 5;

export type AbTest = {
  /** Two to five. */
  variants: readonly Variant[];
  /** The share of the audience that is split among the variants, in whole percent; the rest gets the winner. */
  percent: number;
  metric: 'opens' | 'clicks';
  waitMinutes: number;
  /** The index of the winning variant, once it is known. */
  winner: number | null;
};

/** Mails at most; null for no limit of that kind. */
type Throttle = {
  perHour: number | null /** To each recipient domain, in an hour. */;
  perDomain: number | null;
};

/** Whether opens and clicks are tracked; null for the sending domain's setting. */
type CampaignTracking = { opens: boolean | null; clicks: boolean | null };

/** What happens to the mail: it really leaves, is a test mail, or is captured here. */
export type ApprovedDelivery = 'live' | 'test' | 'captured';

/** The progress of a sending. */
export type CampaignProgress = {
  stage: SendingStage;
  /** The audience as it was at the start, with the rule of its segment, which may change later. */
  audience: Audience;
  /** The key of the last subscriber read while gathering. */
  gatheredThrough: number;
  /** How an A/B test splits a share of the audience, in percent. */
  split: { variants: number; percent: number } | null;
  /** The key of the newest subscriber at the start: later ones are not enrolled. */
  gatherUntil: number;
  /**
   * The key of the last recipient read in this round of sending. Only a starting point: a recipient's own row says
   * whether they wait.
   */
  sentThrough: number;
  /** Ids of the bodies its mails share: one, or one per variant. */
  bodies: readonly string[];
  /** When an A/B test ends, epoch ms. */
  chooseAt: number | null;
  /** Why nothing can be sent now, in a sentence; unless paused, sending resumes by itself once that is fixed. */
  problem: string | null;
  /** It was resumed, and mails that were deferred while it was paused are being rescheduled for now. */
  releasing: boolean;
  /** When it was last paused, epoch ms, by a caller or by itself; kept when it goes on. Absent where it never was. */
  lastPause?: { at: number; byItself: boolean };
  /** When it was ended, epoch ms; absent otherwise. */
  endedAt?: number;
};

/** A campaign as stored. Instants are epoch milliseconds. */
export type CampaignRecord = {
  /** The internal key; never shown. */
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
  /** The key of the token that sent it; null for the operator. */
  token: number | null;
  /** How many people the approval covers; null for any number. */
  approvedRecipients: number | null;
  /** Who they are; null where that is not kept. */
  approvedPeople: ApprovedPeople | null;
  /** Whether its mail was really to leave when it was approved; null where no approval was needed. */
  approvedDelivery: ApprovedDelivery | null;
  /** The start time a person approved, epoch milliseconds; null for a draft and for a campaign of an earlier version. */
  approvedStart: number | null;
  /** The call that sent or resumed it; null for a draft and for a campaign of an earlier version. */
  cause: CauseChain | null;
  /** When a caller last had it sent or resumed; null before. Epoch milliseconds. */
  approvedAt: number | null;
  /** The postal address in the footer, as it was when it was sent; null in a draft or where there was none. */
  postalAddress: string | null;
  progress: CampaignProgress | null;
  startedAt: number | null;
  sentAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** A campaign without its content and its approved people. */
export type CampaignHead = Omit<CampaignRecord, 'body' | 'abTest' | 'approvedPeople'>;

/** How many of each; `opened` and `clicked` count people, once each. */
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

/** The counters of a campaign, and of each variant of its A/B test. */
export const campaignCounts = [
  'recipients',
  'skipped',
  /** Accepted mails that have to leave, and how many had their first attempt: SENT is when both agree. */
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

/** The name of a counter of a campaign, or of one of its variants. */
export type CampaignCounted = `cmp_${string} ${CampaignCount}`;

export function countedAs(id: string, count: CampaignCount, variant?: number | null): CampaignCounted {
  const owner = variant == null ? id : `${id}/${variant}`;
  return `${owner} ${count}` as CampaignCounted;
}
