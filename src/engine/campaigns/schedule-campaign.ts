import type { Mailbox } from '../../model/address.ts';
import type { Audience, CampaignRecord } from '../../model/campaign/campaign.ts';
import type { campaignAnswer } from '../../model/campaign/campaign-answer.ts';
import { offsetIn, readSchedule } from '../../model/campaign/schedule.ts';
import { senderOf } from '../../model/campaign/sender.ts';
import { mailsOf } from '../../model/campaign/variants.ts';
import { Failure } from '../../model/failure.ts';
import { isoInstant, isoInstantOrNull } from '../../model/instant.ts';
import { rowOctets } from '../../model/organization/storage.ts';
import { contentRefusal } from '../../model/verification/content-refusal.ts';
import { addJobs, removeJob } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import {
  approvedInstant,
  assertApproved,
  assertPersonAsked,
  campaignApproval,
  movedApproval,
  type Permitted,
  unlimitedApproval,
} from '../approval/permit-checks.ts';
import { noRecipientNow } from '../audience/count-audience.ts';
import { holdAudience } from '../audience/hold-audience.ts';
import type { Scope } from '../context/scope.ts';
import { announceCampaign } from '../ledger/announce-changes.ts';
import { assertStorage } from '../organizations/assert-storage.ts';
import { ambientDelivery } from '../sending/preview-send.ts';
import { answerCampaign, warningsOf } from './answer-campaign.ts';
import { refusalsOf } from './campaign-refusals.ts';
import { isEmptyAudience, refusesEmptyAudience } from './is-empty-audience.ts';
import { notDraft, wrongStatus } from './move-campaign.ts';
import { verifyCampaign } from './verify-campaign.ts';

/**
 * @property scheduledAt ISO 8601, read in `timezone` where it has no offset; left out for now
 * @property timezone left out for the campaign's own, which is UTC unless its author has said otherwise
 */
export type ScheduleRequest = {
  campaignId: string;
  scheduledAt?: string | undefined;
  timezone?: string | undefined;
};

/**
 * Has a campaign sent, now or later: everything that can be known beforehand is asked for first, and then it is
 * SCHEDULED with the job that sends it, in one transaction.
 */
export async function scheduleCampaign(
  scope: Scope,
  request: ScheduleRequest,
): Promise<ReturnType<typeof campaignAnswer>> {
  const { engine, caller, now } = scope;
  const { campaignId } = request;
  const ready = await readyCampaign(scope, request);
  const { campaign, from, at, timezone } = ready;
  const verdict = await verifyCampaign(engine, caller.organization, campaign, scope);
  if (verdict.verdict === 'block') throw contentRefusal(verdict, engine.settings.baseUrl);
  const isEmpty = await isEmptyAudience(scope, scope.store, campaign.audience, at);
  if (isEmpty && refusesEmptyAudience(caller)) throw new Failure('audience_empty');

  const answer = await scope.commit(async (within) => {
    // Its mails are not refused one by one.
    await assertStorage(within.queries, caller.organization, octetsOf(campaign));
    await holdAudience(within, campaign.audience);
    const held = (await within.campaigns.hold(campaignId)) ?? scope.fail('not_found');
    if (held.status !== 'DRAFT') throw notDraft(held);
    // What was verified is sent, and the audience is locked.
    if (held.revision !== campaign.revision) scope.fail('conflict');
    await assertApproved(scope, () => aboutSchedule(scope, within, ready));
    const scheduled: CampaignRecord = {
      ...held,
      status: 'SCHEDULED',
      scheduledAt: at,
      timezone,
      // It keeps the sender that was verified, whatever the organization's default is later.
      fromName: from.displayName,
      fromEmail: from.address,
      postalAddress: caller.organization.postalAddress,
      token: caller.token?.key ?? null,
      // Its audience is read when it begins, and held to this then.
      ...(campaignApproval(scope, ambientDelivery(engine.settings, caller)) ?? unlimitedApproval),
      approvedAt: await approvedInstant(scope, within),
      approvedStart: at,
      cause: scope.cause,
      badges: verdict.badges,
      updatedAt: now,
    };
    await within.campaigns.update(scheduled);
    await announceCampaign(within, 'campaign.scheduled', async () => scheduled, now);
    const { queries, organization: key } = within;
    const job = { organization: key, kind: 'send_campaign', subject: campaignId, runAt: at } as const;
    await addJobs(queries, [job], now);
    return await answerCampaign(within, scheduled, null, [
      ...(isEmpty ? [noRecipientNow] : []),
      ...(await warningsOf({ ...scope, store: within }, scheduled)),
    ]);
  });
  engine.wake();
  return answer;
}

/**
 * Moves a SCHEDULED campaign to another time. At a later time its approval stays in force: its content cannot change while it
 * is SCHEDULED, and its audience is compared when it begins. An assistant needs a new approval for an earlier time.
 *
 * @throws Failure not_found; conflict when it is not SCHEDULED; scheduled_in_past; confirmation_required for an earlier time
 *   without an approval
 */
export async function rescheduleCampaign(
  scope: Scope,
  { campaignId, scheduledAt, timezone }: ScheduleRequest & { scheduledAt: string },
): Promise<ReturnType<typeof campaignAnswer>> {
  const { engine, now, caller } = scope;
  const answer = await scope.commit(async (within) => {
    const { queries, organization, campaigns } = within;
    const held = (await campaigns.hold(campaignId)) ?? scope.fail('not_found');
    const ready = readyToMove(scope, held, { scheduledAt, timezone });
    const { at } = ready;
    await assertMayMove(scope, within, ready);
    const moved: CampaignRecord = {
      ...held,
      ...movedApproval(scope, ambientDelivery(engine.settings, caller), at),
      scheduledAt: at,
      timezone: ready.timezone,
      updatedAt: now,
    };
    await campaigns.update(moved);
    await announceCampaign(within, 'campaign.scheduled', async () => moved, now);
    // A worker that has begun with the job of the old time finds it gone, and writes nothing.
    await removeJob(queries, 'send_campaign', campaignId);
    await addJobs(queries, [{ organization, kind: 'send_campaign', subject: campaignId, runAt: at }], now);
    return await answerCampaign(within, moved, null, await warningsOf({ ...scope, store: within }, moved));
  });
  engine.wake();
  return answer;
}

/**
 * Returns a SCHEDULED campaign with its new time.
 * @throws Failure conflict when it is not SCHEDULED; scheduled_in_past
 */
export function readyToMove(
  { caller, now }: Pick<Scope, 'caller' | 'now'>,
  campaign: CampaignRecord,
  { scheduledAt, timezone }: { scheduledAt: string; timezone?: string | undefined },
): ReadyCampaign {
  const zone = timezone ?? campaign.timezone;
  if (campaign.status !== 'SCHEDULED')
    throw wrongStatus(campaign, 'Only a campaign that is SCHEDULED can be rescheduled');
  const from = senderOf(campaign, caller.organization.defaultFrom)!;
  const at = futureOf(scheduledAt, zone, now);
  return {
    campaign,
    from,
    at,
    atOnce: false,
    timezone: zone,
    shownIn: timezone ?? offsetIn(scheduledAt) ?? zone,
  };
}

/** Whether a campaign would start before the time a person approved. */
export function isEarlier({ campaign, at }: Pick<ReadyCampaign, 'campaign' | 'at'>): boolean {
  const approved = campaign.approvedStart ?? campaign.scheduledAt;
  return approved !== null && at < approved;
}

/** @throws Failure confirmation_required when an assistant moves a campaign to an earlier time that no person approved */
async function assertMayMove(
  scope: Permitted & Pick<Scope, 'caller' | 'engine'>,
  within: OrganizationStore,
  ready: ReadyCampaign,
): Promise<void> {
  await assertApproved(scope, () => aboutSchedule(scope, within, ready));
  if (isEarlier(ready))
    assertPersonAsked(
      scope,
      'the new time is earlier than the scheduled one, and a person has to approve it',
    );
}

/**
 * A time that was asked for, as epoch milliseconds.
 * @throws Failure scheduled_in_past with the time as it was read: one without offset may have been meant in another zone
 */
function futureOf(scheduledAt: string, timezone: string, now: number): number {
  const at = readSchedule(scheduledAt, timezone);
  if (at !== null && at > now) return at;
  const details = { now: isoInstant(now), scheduledAt: isoInstantOrNull(at) };
  throw new Failure('scheduled_in_past', { details });
}

/** A campaign that can be sent, and how; only its content is not verified yet. */
export type ReadyCampaign = {
  campaign: CampaignRecord;
  from: Mailbox;
  /** Epoch milliseconds. */
  at: number;
  /** The caller gave no time: `at` is now. */
  atOnce: boolean;
  timezone: string;
  /** The time zone or offset in which the caller gave the time. */
  shownIn: string;
};

/** @throws Failure whatever the campaign lacks, its sender may not, or the time is not */
export async function readyCampaign(
  scope: Scope,
  { campaignId, scheduledAt, ...asked }: ScheduleRequest,
): Promise<ReadyCampaign> {
  const { caller, now, store } = scope;
  const campaign = (await store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
  if (campaign.status !== 'DRAFT') throw notDraft(campaign);
  const { value: refusal } = await refusalsOf(scope, campaign).next();
  if (refusal) throw refusal;
  const from = senderOf(campaign, caller.organization.defaultFrom)!;
  const timezone = asked.timezone ?? campaign.timezone;
  const atOnce = scheduledAt === undefined;
  const at = atOnce ? now : futureOf(scheduledAt, timezone, now);
  const shownIn = asked.timezone ?? offsetIn(scheduledAt) ?? timezone;
  return { campaign, from, at, atOnce, timezone, shownIn };
}

/** All that decides who is sent what and when: what a confirmation of the send is bound to. */
export async function aboutSchedule(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  store: OrganizationStore,
  { campaign, from, at, atOnce, timezone }: ReadyCampaign,
): Promise<unknown> {
  return {
    of: await aboutCampaign(
      store,
      campaign,
      { from, defaultReplyTo: caller.organization.defaultReplyTo },
      campaign.audience,
    ),
    postalAddress: caller.organization.postalAddress,
    scheduledAt: atOnce ? null : at,
    timezone,
    delivery: ambientDelivery(engine.settings, caller),
  };
}

/** What a campaign says, its sender and its audience, the rule of its segment included. */
export async function aboutCampaign(
  store: OrganizationStore,
  campaign: CampaignRecord,
  { from, defaultReplyTo = null }: { from: Mailbox; defaultReplyTo?: string | null | undefined },
  audience: Audience,
): Promise<unknown> {
  const { id, revision, abTest, tracking } = campaign;
  const replyTo = campaign.replyTo ?? defaultReplyTo;
  const segment = audience.segmentId === null ? null : await store.segments.byId(audience.segmentId);
  const test = abTest && { percent: abTest.percent, metric: abTest.metric };
  const mails = mailsOf(campaign).map(({ subject, preview, body }) => ({ subject, preview, body }));
  const sender = [from.displayName, from.address];
  return { id, revision, sender, replyTo, mails, test, tracking, audience, rule: segment?.rule ?? null };
}

/** What its bodies come to, and one mail at least. */
function octetsOf(campaign: CampaignRecord): number {
  return mailsOf(campaign).reduce<number>(
    (sum, { body }) => sum + Buffer.byteLength(body?.source ?? '') + rowOctets.body,
    rowOctets.mail,
  );
}
