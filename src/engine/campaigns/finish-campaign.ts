import { nextCampaignStatus } from '../../model/campaign/lifecycle.ts';
import { secondMs } from '../../model/instant.ts';
import { finishJob, type Job } from '../../store/jobs.ts';
import { finishSending } from '../../store/records/campaigns/campaign-progress.ts';
import type { Engine } from '../context/scope.ts';
import { announceCampaign } from '../ledger/announce-changes.ts';
import { leavingNow } from '../ledger/count-campaign.ts';
import { inStep, over, type Step } from './campaign-step.ts';

const firstLookMs = 250;
const longestWaitMs = 5 * secondMs;

/** SENT requires that every recipient is settled and every mail had its first attempt. */
export async function finishCampaign(engine: Engine, job: Job): Promise<Step> {
  const now = engine.world.clock.now();
  if ((await leavingNow(engine.store.forOrganization(job.organization), job.subject)) > 0) {
    return { kind: 'wait', until: now + firstLookMs, growsToMs: longestWaitMs };
  }
  return await inStep(engine, job, 'settling', async ({ store, standing }) => {
    const status = nextCampaignStatus(standing.status, 'finish');
    if (status) {
      await finishSending(store, standing.key, status, now);
      await announceCampaign(store, 'campaign.sent', () => store.campaigns.byId(standing.id), now);
    }
    await finishJob(store.queries, job);
    return over;
  });
}
