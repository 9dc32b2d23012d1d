import { toolRemedies } from '../../model/text/tool-remedies.ts';
import type { Job } from '../../store/jobs.ts';
import { type CampaignProgressRow, pauseByItself } from '../../store/records/campaigns/campaign-progress.ts';
import { changedByAssistants } from '../../store/records/permits/assistant-changes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { describeBecameLive, isAgainstApproved } from '../approval/approved-delivery.ts';
import type { Engine } from '../context/scope.ts';
import { announceCampaignProblem } from '../ledger/announce-changes.ts';
import { continueStep, runStageStep, type Step } from './sending/campaign-step.ts';

const problem = describeBecameLive('resume_campaign');

export async function pauseBecauseLive(engine: Engine, job: Job): Promise<Step> {
  return await runStageStep(engine, job, 'sending', async ({ store, standing, progress }) => {
    // Approved again meanwhile, so the page is retried.
    if (!isAgainstApproved(standing.approvedDelivery, 'live')) return continueStep;
    const now = engine.world.clock.now();
    await pauseByItself(store, standing.key, { ...progress, problem }, now);
    await announceCampaignProblem(store, job.subject, problem, now);
    engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign has paused itself');
    return continueStep;
  });
}

/** The page rolls back, and the campaign pauses until a caller resumes it. */
export class ChangedByAssistant extends Error {
  readonly amount: number;

  constructor(amount: number) {
    super();
    this.amount = amount;
  }
}

/** Call it in the transaction of a page, with the campaign locked. @throws ChangedByAssistant */
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

export async function pauseBecauseChanged(
  engine: Engine,
  job: Job,
  { amount }: ChangedByAssistant,
): Promise<Step> {
  return await runStageStep(engine, job, 'sending', async ({ store, standing, progress }) => {
    const now = engine.world.clock.now();
    const who = amount === 1 ? 'A person of the next page was' : `${amount} people of the next page were`;
    const problem = `${who} changed by an assistant after this was approved: ${toolRemedies.resumeCampaign.assistant}`;
    await pauseByItself(store, standing.key, { ...progress, problem }, now);
    await announceCampaignProblem(store, job.subject, problem, now);
    engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign has paused itself');
    return continueStep;
  });
}
