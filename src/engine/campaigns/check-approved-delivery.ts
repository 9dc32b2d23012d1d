import type { ApprovedDelivery } from '../../model/campaign/campaign.ts';
import type { Job } from '../../store/jobs.ts';
import { changedByAssistants } from '../../store/records/assistant-changes.ts';
import { type CampaignProgressRow, pauseByItself } from '../../store/records/campaign-progress.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import type { Fate } from '../context/submission.ts';
import { announceCampaignProblem } from '../ledger/announce-changes.ts';
import { inStep, on, type Step } from './campaign-step.ts';

/**
 * The approval of a campaign says whether its mail really leaves. Where it says that none does, and sending is switched on
 * before or while it is sent, it pauses until a caller resumes it.
 */

/** A page of a campaign has mail in it that would really leave without approval: nothing of the page is written. */
export class BecameLive extends Error {}

const problem =
  'When it was approved or accepted, none of its mail would have left the server; now it would: call resume_campaign';

/** Whether mail of this kind is not what was agreed to. */
export function isAgainstApproved(approval: ApprovedDelivery | null, delivery: ApprovedDelivery): boolean {
  return approval !== null && approval !== 'live' && delivery === 'live';
}

/** To be asked in the transaction of a page, of the campaign that is held. @throws BecameLive */
export function assertApprovedDelivery(
  { approvedDelivery }: Pick<CampaignProgressRow, 'approvedDelivery'>,
  fates: readonly Fate[],
): void {
  const live = fates.some((fate) => fate.kind === 'accepted' && fate.leaves);
  if (live && isAgainstApproved(approvedDelivery, 'live')) throw new BecameLive();
}

/** Pauses a campaign whose page was `BecameLive`. */
export async function pauseBecauseLive(engine: Engine, job: Job): Promise<Step> {
  return await inStep(engine, job, 'sending', async ({ store, standing, progress }) => {
    // It was approved again meanwhile: the page is retried.
    if (!isAgainstApproved(standing.approvedDelivery, 'live')) return on;
    const now = engine.world.clock.now();
    await pauseByItself(store, standing.key, { ...progress, problem }, now);
    await announceCampaignProblem(store, job.subject, problem, now);
    engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign has paused itself');
    return on;
  });
}

/**
 * A page has mail to people whose values, tags or events an assistant has changed since the campaign was approved: what was agreed
 * to is sent as it was then. Nothing of the page is written, and the campaign pauses until a caller resumes it.
 */
export class ChangedByAssistant extends Error {
  readonly amount: number;

  constructor(amount: number) {
    super();
    this.amount = amount;
  }
}

/** To be asked in the transaction of a page, of the campaign that is held. @throws ChangedByAssistant */
export async function assertUnchanged(
  { queries, organization }: OrganizationStore,
  { approvedAt }: Pick<CampaignProgressRow, 'approvedAt'>,
  mails: readonly { subscriber: number }[],
): Promise<void> {
  if (approvedAt === null || mails.length === 0) return;
  const people = mails.map(({ subscriber }) => subscriber);
  const amount = await changedByAssistants(queries, organization, people, approvedAt);
  if (amount > 0) throw new ChangedByAssistant(amount);
}

/** Pauses a campaign whose page was `ChangedByAssistant`. */
export async function pauseBecauseChanged(
  engine: Engine,
  job: Job,
  { amount }: ChangedByAssistant,
): Promise<Step> {
  return await inStep(engine, job, 'sending', async ({ store, standing, progress }) => {
    const now = engine.world.clock.now();
    const who = amount === 1 ? 'A person of the next page was' : `${amount} people of the next page were`;
    const problem = `${who} changed by an assistant after this was approved: look at preview_campaign_audience and call resume_campaign`;
    await pauseByItself(store, standing.key, { ...progress, problem }, now);
    await announceCampaignProblem(store, job.subject, problem, now);
    engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign has paused itself');
    return on;
  });
}
