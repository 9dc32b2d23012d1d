import type { Mailbox } from '../model/address.ts';
import type { CampaignRecord } from '../model/campaign/campaign.ts';
import type { campaignAnswer } from '../model/campaign/campaign-answer.ts';
import { readSchedule } from '../model/campaign/schedule.ts';
import { senderOf } from '../model/campaign/sender.ts';
import { assertComplete, mailsOf, placeOf } from '../model/campaign/variants.ts';
import { Failure, invalidField } from '../model/failure.ts';
import { contentRefusal } from '../model/verification/content-refusal.ts';
import { addJobs } from '../store/jobs.ts';
import { answerCampaign } from './answer-campaign.ts';
import { holdAudience } from './hold-audience.ts';
import { notDraft } from './move-campaign.ts';
import type { Scope } from './scope.ts';
import { showsUnsubscribeLink } from './shows-unsubscribe-link.ts';
import { trackingOf } from './tracking-of.ts';
import { verifyCampaign } from './verify-campaign.ts';

/**
 * @property scheduledAt ISO 8601, read in `timezone` where it has no offset; left out for now
 * @property timezone left out for the campaign's own, which is UTC unless its author has said otherwise
 */
type ScheduleRequest = {
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
  { campaignId, scheduledAt, ...asked }: ScheduleRequest,
): Promise<ReturnType<typeof campaignAnswer>> {
  const { engine, caller, now, store } = scope;
  const { organization } = caller;
  const campaign = (await store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
  if (campaign.status !== 'DRAFT') throw notDraft(campaign);
  const from = senderOf(campaign, organization.defaultFrom);
  for (const mail of mailsOf(campaign)) assertComplete(mail, from);
  await assertSenderAllowed(scope, from!);
  await assertUnsubscribable(scope, campaign);
  await assertMeasured(scope, campaign, from!);
  const timezone = asked.timezone ?? campaign.timezone;
  const at = scheduledAt === undefined ? now : readSchedule(scheduledAt, timezone);
  if (at === null || (scheduledAt !== undefined && at <= now)) return scope.fail('scheduled_in_past');
  const verdict = await verifyCampaign(engine, organization, campaign);
  if (verdict.verdict === 'block') throw contentRefusal(verdict, engine.settings.baseUrl);

  const answer = await scope.commit(async (within) => {
    await holdAudience(within, campaign.audience);
    const held = (await within.campaigns.hold(campaignId)) ?? scope.fail('not_found');
    if (held.status !== 'DRAFT') throw notDraft(held);
    // What was verified is what is sent, and for whom it is is what is held.
    if (held.revision !== campaign.revision) scope.fail('conflict');
    const scheduled: CampaignRecord = {
      ...held,
      status: 'SCHEDULED',
      scheduledAt: at,
      timezone,
      // Who was verified as its sender is who it is from, whatever the organization's default becomes.
      fromName: from!.displayName,
      fromEmail: from!.address,
      token: caller.token?.key ?? null,
      badges: verdict.badges,
      updatedAt: now,
    };
    await within.campaigns.update(scheduled);
    const { queries, organization: key } = within;
    const job = { organization: key, kind: 'send_campaign', subject: campaignId, runAt: at } as const;
    await addJobs(queries, [job], now);
    return await answerCampaign(within, scheduled);
  });
  engine.wake();
  return answer;
}

/** The same as the gates say of every mail, said once and before anything is sent. */
async function assertSenderAllowed({ store, caller, engine }: Scope, from: Mailbox): Promise<void> {
  const domainId = caller.token?.domainId;
  if (domainId) {
    const bound = await store.domains.byId(domainId);
    if (bound?.name !== from.domain) {
      throw new Failure('restricted_api_key', {
        message: 'This API token may only send from the domain it is bound to',
      });
    }
  }
  if (engine.settings.requireVerifiedDomain && !(await store.domains.isVerified(from.domain))) {
    throw new Failure('domain_not_verified');
  }
}

async function assertUnsubscribable({ engine }: Scope, campaign: CampaignRecord): Promise<void> {
  for (const mail of mailsOf(campaign)) {
    if (mail.body && (await showsUnsubscribeLink(engine, mail.body))) continue;
    throw new Failure('missing_unsubscribe_url', { details: { path: placeOf(mail, 'content') } });
  }
}

/** An A/B test whose opens or clicks nobody follows has no winner. */
async function assertMeasured(
  { engine, store }: Scope,
  campaign: CampaignRecord,
  from: Mailbox,
): Promise<void> {
  if (campaign.abTest === null) return;
  const { metric } = campaign.abTest;
  const tracked = await trackingOf(engine, store.organization, from.domain, campaign.tracking);
  if (tracked[metric]) return;
  throw invalidField('abTest.metric', `is ${metric}, which are not followed: set tracking.${metric} to true`);
}
