import type { Mailbox } from '../../model/address.ts';
import type { Audience, CampaignRecord } from '../../model/campaign/campaign.ts';
import type { campaignAnswer } from '../../model/campaign/campaign-answer.ts';
import { offsetIn, readSchedule } from '../../model/campaign/schedule.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { resolveVariants } from '../../model/campaign/variants.ts';
import { Failure } from '../../model/failure.ts';
import { isoInstant, isoInstantOrNull } from '../../model/instant.ts';
import { rowOctets } from '../../model/organization/storage.ts';
import { tagNamesIn } from '../../model/segment/rule-names.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { addJobs, removeJob } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import {
  approvedInstant,
  assertApproved,
  assertPersonAsked,
  assertReviewed,
  campaignApproval,
  movedApproval,
  type Permitted,
  unlimitedApproval,
} from '../approval/permit-checks.ts';
import { noRecipientNow } from '../audience/count-audience.ts';
import { goneRefusal } from '../audience/resolve-audience.ts';
import type { Scope } from '../context/scope.ts';
import { announceCampaign } from '../ledger/announce-changes.ts';
import { assertStorage } from '../organizations/assert-storage.ts';
import { ambientDelivery } from '../sending/preview-send.ts';
import { answerCampaign, listCampaignWarnings } from './answer-campaign.ts';
import { findRefusals } from './campaign-refusals.ts';
import { isEmptyAudience, refusesEmptyAudience } from './is-empty-audience.ts';
import { notDraft, wrongStatus } from './move-campaign.ts';
import { verifyCampaign } from './verify-campaign.ts';

/** `scheduledAt`: ISO 8601, in `timezone` if it has no offset. `timezone` defaults to the campaign's. */
export type ScheduleRequest = {
  campaignId: string;
  scheduledAt?: string | undefined;
  timezone?: string | undefined;
};

/** Checks and verifies a campaign, then schedules it with its job in one transaction. */
export async function scheduleCampaign(
  scope: Scope,
  request: ScheduleRequest,
): Promise<ReturnType<typeof campaignAnswer>> {
  const { engine, caller, now } = scope;
  const { campaignId } = request;
  const ready = await readyCampaign(scope, request);
  const { campaign, from, at, timezone } = ready;
  const { badges, refusal, isEmpty } = await judgeReady(scope, ready);
  if (refusal) throw refusal;

  const answer = await scope.commit(async (within) => {
    // The mails are not checked one by one later.
    await assertStorage(within.queries, caller.organization, octetsOf(campaign));
    await holdAudience(within, campaign.audience);
    const held = (await within.campaigns.hold(campaignId)) ?? scope.fail('not_found');
    if (held.status !== 'DRAFT') throw notDraft(held);
    // Only the verified revision may be scheduled.
    if (held.revision !== campaign.revision) scope.fail('conflict');
    await assertApproved(scope, () => aboutSchedule(scope, within, ready));
    await assertReviewed(scope, () => aboutDraft(scope, within, held));
    const scheduled: CampaignRecord = {
      ...held,
      status: 'SCHEDULED',
      scheduledAt: at,
      timezone,
      // Later changes of the organization's default sender do not apply.
      fromName: from.displayName,
      fromEmail: from.address,
      postalAddress: caller.organization.postalAddress,
      token: caller.token?.key ?? null,
      // The start compares the audience with this approval.
      ...(campaignApproval(scope, ambientDelivery(engine.settings, caller)) ?? unlimitedApproval),
      approvedAt: await approvedInstant(scope, within),
      approvedStart: at,
      cause: scope.cause,
      badges,
      updatedAt: now,
    };
    await within.campaigns.update(scheduled);
    await announceCampaign(within, 'campaign.scheduled', async () => scheduled, now);
    const { queries, organization: key } = within;
    const job = { organization: key, kind: 'send_campaign', subject: campaignId, runAt: at } as const;
    await addJobs(queries, [job], now);
    return await answerCampaign(within, scheduled, null, [
      ...(isEmpty ? [noRecipientNow] : []),
      ...(await listCampaignWarnings({ ...scope, store: within }, scheduled)),
    ]);
  });
  engine.wake();
  return answer;
}

/**
 * A later time keeps the approval, because the content is fixed and the audience is compared at the start.
 * @throws Failure not_found; conflict when it is not SCHEDULED; scheduled_in_past; confirmation_required when
 * an assistant chooses an earlier time without an approval
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
    // A worker that holds the old job finds it removed and writes nothing.
    await removeJob(queries, 'send_campaign', campaignId);
    await addJobs(queries, [{ organization, kind: 'send_campaign', subject: campaignId, runAt: at }], now);
    return await answerCampaign(
      within,
      moved,
      null,
      await listCampaignWarnings({ ...scope, store: within }, moved),
    );
  });
  engine.wake();
  return answer;
}

export function readyToMove(
  { caller, now }: Pick<Scope, 'caller' | 'now'>,
  campaign: CampaignRecord,
  { scheduledAt, timezone }: { scheduledAt: string; timezone?: string | undefined },
): ReadyCampaign {
  const zone = timezone ?? campaign.timezone;
  if (campaign.status !== 'SCHEDULED')
    throw wrongStatus(campaign, 'Only a campaign that is SCHEDULED can be rescheduled');
  const from = resolveSender(campaign, caller.organization.defaultFrom)!;
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

export function isEarlier({ campaign, at }: Pick<ReadyCampaign, 'campaign' | 'at'>): boolean {
  const approved = campaign.approvedStart ?? campaign.scheduledAt;
  return approved !== null && at < approved;
}

/** @throws Failure confirmation_required when an assistant moves a campaign to an unapproved earlier time */
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

/** @throws Failure scheduled_in_past with the time as read, because a time without offset may be meant in another zone */
function futureOf(scheduledAt: string, timezone: string, now: number): number {
  const at = readSchedule(scheduledAt, timezone);
  if (at !== null && at > now) return at;
  const details = { now: isoInstant(now), scheduledAt: isoInstantOrNull(at) };
  throw new Failure('scheduled_in_past', { details });
}

/** Sendable, except that its content is not verified yet. */
export type ReadyCampaign = {
  campaign: CampaignRecord;
  from: Mailbox;
  at: number;
  /** `at` is now, because the caller gave no time. */
  atOnce: boolean;
  timezone: string;
  /** Zone or offset of the caller's time. */
  shownIn: string;
};

export async function readyCampaign(
  scope: Scope,
  { campaignId, scheduledAt, ...asked }: ScheduleRequest,
): Promise<ReadyCampaign> {
  const { caller, now, store } = scope;
  const campaign = (await store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
  if (campaign.status !== 'DRAFT') throw notDraft(campaign);
  const { value: refusal } = await findRefusals(scope, campaign).next();
  if (refusal) throw refusal;
  const from = resolveSender(campaign, caller.organization.defaultFrom)!;
  const timezone = asked.timezone ?? campaign.timezone;
  const atOnce = scheduledAt === undefined;
  const at = atOnce ? now : futureOf(scheduledAt, timezone, now);
  const shownIn = asked.timezone ?? offsetIn(scheduledAt) ?? timezone;
  return { campaign, from, at, atOnce, timezone, shownIn };
}

/** Verifies the content and looks for a recipient. @throws Failure content_verification_unavailable */
export async function judgeReady(
  scope: Scope,
  { campaign, at }: ReadyCampaign,
): Promise<{ badges: readonly Badge[]; refusal: Failure | null; isEmpty: boolean }> {
  const { engine, caller, store } = scope;
  const { badges, refusal } = await verifyCampaign(engine, caller.organization, campaign, scope);
  if (refusal) return { badges, refusal, isEmpty: false };
  const isEmpty = await isEmptyAudience(scope, store, campaign.audience, at);
  const isRefused = isEmpty && refusesEmptyAudience(caller);
  return { badges, refusal: isRefused ? new Failure('audience_empty') : null, isEmpty };
}

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

/** Everything that a person reviews before sending a draft, besides the time and the people. */
export async function aboutDraft(
  { engine, caller }: Pick<Scope, 'caller'> & { engine: Pick<Scope['engine'], 'settings'> },
  store: OrganizationStore,
  campaign: CampaignRecord,
): Promise<unknown> {
  const { defaultFrom, defaultReplyTo, postalAddress } = caller.organization;
  const from = resolveSender(campaign, defaultFrom);
  return {
    of: from && (await aboutCampaign(store, campaign, { from, defaultReplyTo }, campaign.audience)),
    postalAddress,
    delivery: ambientDelivery(engine.settings, caller),
  };
}

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
  const mails = resolveVariants(campaign).map(({ subject, preview, body }) => ({ subject, preview, body }));
  const sender = [from.displayName, from.address];
  return { id, revision, sender, replyTo, mails, test, tracking, audience, rule: segment?.rule ?? null };
}

function octetsOf(campaign: CampaignRecord): number {
  return resolveVariants(campaign).reduce<number>(
    (sum, { body }) => sum + Buffer.byteLength(body?.source ?? '') + rowOctets.body,
    rowOctets.mail,
  );
}

/**
 * Locks tags and segment. Lock order everywhere: tags, segment, campaigns.
 * @throws Failure validation_error naming deleted parts; conflict when the segment changed concurrently
 */
async function holdAudience(store: OrganizationStore, audience: Audience): Promise<void> {
  const { tags, segmentId, filter } = audience;
  const segment = segmentId === null ? undefined : await store.segments.byId(segmentId);
  const inRules = [segment?.rule, filter].flatMap((rule) => (rule ? tagNamesIn(rule) : []));
  await store.tags.hold([...new Set([...tags.any, ...tags.all, ...tags.none, ...inRules])]);
  if (segment) {
    const held = await store.segments.hold(segment.id);
    // The changed rule may name unlocked tags.
    if (held && JSON.stringify(held.rule) !== JSON.stringify(segment.rule)) throw new Failure('conflict');
  }
  const refusal = await goneRefusal(store, audience);
  if (refusal) throw refusal;
}
