import type { Body } from '../content/body.ts';
import type { Rule } from '../segment/rule.ts';
import type { Badge } from '../verification/content/verdict.ts';
import type { ApprovedPeople } from './approved-people.ts';
import type { CampaignStatus } from './lifecycle.ts';

/** A campaign's audience. All conditions must hold at once; with none, it is all ACTIVE subscribers. */
export type Audience = {
  /** Ids of tags: who has one of `any`, all of `all` and none of `none`. With a tag of `none` gone it is for nobody. */
  tags: { any: readonly string[]; all: readonly string[]; none: readonly string[] };
  segmentId: string | null;
  filter: Rule | null;
  /** Ids of subscribers; empty for no such condition. */
  subscriberIds: readonly string[];
};

export const everybody: Audience = {
  tags: { any: [], all: [], none: [] },
  segmentId: null,
  filter: null,
  subscriberIds: [],
};

/** What one variant of an A/B test says otherwise than the campaign; what is null is as in the campaign. */
type Variant = { name: string; subject: string | null; preview: string | null; body: Body | null };

export const variantsMax = 5;

export type AbTest = {
  /** Two to five. */
  variants: readonly Variant[];
  /** The part of the audience that gets a variant at once, in whole percent; the others get the winner. */
  percent: number;
  metric: 'opens' | 'clicks';
  waitMinutes: number;
  /** The index of the variant the others get, once it is known. */
  winner: number | null;
};

/** Mails at most; null for no limit of that kind. */
type Throttle = {
  perHour: number | null /** To each recipient domain, in an hour. */;
  perDomain: number | null;
};

/** Whether opens and clicks are followed; null for what the sending domain says. */
type CampaignTracking = { opens: boolean | null; clicks: boolean | null };

/** What mail becomes: it really leaves, or is a fixture's, or is kept here. */
export type ApprovedDelivery = 'live' | 'test' | 'captured';

/** How far a sending has come. */
export type CampaignProgress = {
  /**
   * - `gathering`: the audience is being written down.
   * - `gathered`: it is, and may be more people than a person agreed to: nobody is mailed before that is known.
   * - `sending`: mails are accepted for those who wait, of an A/B test for those who have a variant.
   * - `choosing`: an A/B test waits for its opens and clicks.
   * - `settling`: everybody has their mail or a reason; mails that were accepted are still on their first attempt.
   * - `ending`: it was ended, and what waits is being closed.
   * - `ended`: nothing of it waits any more.
   */
  stage: 'gathering' | 'gathered' | 'sending' | 'choosing' | 'settling' | 'ending' | 'ended';
  /**
   * The audience when sending began. It holds a copy of the segment's rule, so later changes to the segment have no
   * effect.
   */
  audience: Audience;
  /** The key of the last subscriber looked at while gathering. */
  gatheredThrough: number;
  /** How an A/B test is spread over a part of the audience, in percent. */
  split: { variants: number; percent: number } | null;
  /** The key of the newest subscriber when it began: who joins later is not in it. */
  gatherUntil: number;
  /**
   * The key of the last recipient looked at in this round of sending. Only where to look first: whether somebody waits
   * is said by their own line.
   */
  sentThrough: number;
  /** Ids of the bodies its mails share: one, or one of each variant. */
  bodies: readonly string[];
  /** When an A/B test ends, epoch ms. */
  chooseAt: number | null;
  /** Why nothing can be sent now, in a sentence; unless it is paused it goes on by itself once that is mended. */
  problem: string | null;
  /** It was resumed, and its mails that were put off while it was paused are being brought forward. */
  releasing: boolean;
  /** When it was ended, epoch ms; left out while it was not. */
  endedAt?: number;
};

/** A campaign as the engine holds it. Instants are epoch milliseconds. */
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
  /** How many people a person agreed to have it sent to; null for any number. */
  approvedRecipients: number | null;
  /** Who they are; null where that is not held. */
  approvedPeople: ApprovedPeople | null;
  /** Whether its mail was really to leave when a person agreed to it; null where nobody was asked. */
  approvedDelivery: ApprovedDelivery | null;
  /** What stands at the foot of its mails, as it was when it was sent; null in a draft and where there was none. */
  postalAddress: string | null;
  progress: CampaignProgress | null;
  startedAt: number | null;
  sentAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** A campaign without its content and its approved people. */
export type CampaignHead = Omit<CampaignRecord, 'body' | 'abTest' | 'approvedPeople'>;

/** How many of each there are; `opened` and `clicked` count people, once each. */
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
  /** Mails that only a machine (a scanner, an image proxy) has opened or followed a link of. */
  machine: { opened: number; clicked: number };
};

/** What is counted of a campaign, and of each variant of its A/B test. */
export const campaignCounts = [
  'recipients',
  'skipped',
  /** Mails accepted that have to leave, and those of them that have had their first attempt: SENT is when both agree. */
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

/** The name under which something is counted of a campaign, or of one of its variants. */
export type CampaignCounted = `cmp_${string} ${CampaignCount}`;

export function countedAs(id: string, count: CampaignCount, variant?: number | null): CampaignCounted {
  const owner = variant == null ? id : `${id}/${variant}`;
  return `${owner} ${count}` as CampaignCounted;
}
