import { cancelCampaign } from '../../../../tools/campaigns/sending/cancel-campaign.ts';
import { pauseCampaign } from '../../../../tools/campaigns/sending/pause-campaign.ts';
import { invoke } from '../../../contract/invoke.ts';
import { findStallReason } from '../../../engine/campaigns/answer-campaign.ts';
import { type CampaignHead, countedAs } from '../../../model/campaign/campaign.ts';
import { Failure } from '../../../model/failure.ts';
import { isoInstant, minuteMs } from '../../../model/instant.ts';
import type { OrganizationStore } from '../../../store/store.ts';
import type { Place, Standing } from './task-kind.ts';

/** Sending or resuming a campaign as a task. It takes minutes to days, and the campaign row holds the progress. */

/** A campaign scheduled further ahead counts as done once scheduled, so its caller does not wait. */
export const soonMs = minuteMs;

export async function lookAtSending(
  { context: { engine }, caller }: Place,
  id: string,
  since: number,
): Promise<Standing | null> {
  const store = engine.store.forOrganization(caller.organization.key);
  const campaign = await store.campaigns.headById(id);
  if (!campaign) return null;
  const status = statusOf(campaign, since);
  const changedAt = campaign.sentAt ?? Math.max(campaign.updatedAt, campaign.startedAt ?? 0);
  if (status === 'over') return { status, changedAt };
  const message = status === 'working' ? await progressOf(store, campaign) : await stoppedAt(store, campaign);
  return { status, changedAt, message };
}

/** A pause ends the task, because only another call resumes it. A campaign that paused itself is `over`. */
function statusOf(campaign: CampaignHead, since: number): Standing['status'] {
  const { status, paused, progress } = campaign;
  if (wasSentAgain(campaign, since)) return 'cancelled';
  const { lastPause } = progress ?? {};
  if (paused || (lastPause && lastPause.at > since)) return lastPause?.byItself ? 'over' : 'cancelled';
  switch (status) {
    case 'SCHEDULED':
      return (campaign.scheduledAt ?? 0) > since + soonMs ? 'over' : 'working';
    case 'SENDING':
      return 'working';
    case 'SENT':
      return 'over';
    case 'ARCHIVED':
      return campaign.sentAt === null ? 'cancelled' : 'over';
    case 'DRAFT':
      return 'cancelled';
  }
}

/** The campaign went back to draft after `since` and was sent again. A started campaign never becomes a draft again. */
function wasSentAgain({ approvedAt, startedAt }: CampaignHead, since: number): boolean {
  return approvedAt !== null && approvedAt > since && (startedAt === null || startedAt >= approvedAt);
}

async function progressOf(store: OrganizationStore, campaign: CampaignHead): Promise<string> {
  const { progress, scheduledAt } = campaign;
  const problem = await findStallReason(store, campaign);
  const waits = problem === null ? '' : `. It waits: ${problem}`;
  if (!progress) return `Starts at ${isoInstant(scheduledAt ?? 0)}${waits}`;
  if (progress.stage === 'gathering') {
    const people = await store.counts.read(countedAs(campaign.id, 'recipients'));
    return `${numeral(people)} recipients gathered so far${waits}`;
  }
  const { chooseAt } = progress;
  const chooses = progress.stage === 'choosing' && chooseAt !== null;
  const test = chooses ? `, the A/B test ends at ${isoInstant(chooseAt)}` : '';
  return `${await mailedOf(store, campaign)}${test}${waits}`;
}

async function stoppedAt(store: OrganizationStore, campaign: CampaignHead): Promise<string> {
  if (campaign.startedAt === null) return 'Cancelled before it started';
  const rest =
    campaign.status === 'ARCHIVED'
      ? 'the remaining recipients are not mailed'
      : 'resume_campaign mails the remaining recipients';
  return `Stopped with ${await mailedOf(store, campaign)}: ${rest}`;
}

/** Uses stored counters, so no recipients are read. */
async function mailedOf({ counts }: OrganizationStore, { id }: CampaignHead): Promise<string> {
  const [sent, recipients] = [countedAs(id, 'sent'), countedAs(id, 'recipients')];
  const amounts = await counts.readAll([sent, recipients]);
  return `${numeral(amounts.get(sent) ?? 0)} of ${numeral(amounts.get(recipients) ?? 0)} mailed`;
}

function numeral(amount: number): string {
  return amount.toLocaleString('en');
}

/** Cancels a campaign that has not started, or pauses it. Needs no approval: stopping mail is never delayed. */
export async function stopSending({ context: { engine }, caller }: Place, campaignId: string): Promise<void> {
  const campaign = await engine.store.forOrganization(caller.organization.key).campaigns.headById(campaignId);
  if (campaign?.status === 'SCHEDULED') {
    try {
      await invoke(engine, cancelCampaign, caller, { campaignId });
      return;
    } catch (error) {
      // The campaign has started meanwhile.
      if (!(error instanceof Failure) || error.failure !== 'conflict') throw error;
    }
  }
  await invoke(engine, pauseCampaign, caller, { campaignId });
}
