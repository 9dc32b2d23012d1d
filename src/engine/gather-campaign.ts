import type { Job } from '../store/jobs.ts';
import { saveProgress } from '../store/records/campaign-standing.ts';
import { inStep, on, type Step } from './campaign-step.ts';
import { countCampaign } from './count-campaign.ts';
import { resolveAudience } from './resolve-audience.ts';
import type { Engine } from './scope.ts';

/** Subscribers looked at in one transaction: some ten milliseconds. */
const pageRows = 5_000;

/**
 * Writes the lines of the next stretch of subscribers, with how far it has come: killed at any moment it goes on behind
 * the last stretch that was written.
 */
export async function gatherPage(engine: Engine, job: Job): Promise<Step> {
  const now = engine.world.clock.now();
  return await inStep(engine, job, 'gathering', async ({ store, standing, progress }) => {
    const { gatheredThrough: above, gatherUntil } = progress;
    const end = await store.recipients.sliceEnd(above, gatherUntil, pageRows);
    const upTo = end ?? gatherUntil;
    const terms = await resolveAudience(store, progress.audience);
    const added = await store.recipients.gather(standing.key, terms, progress.split, { above, upTo }, now);
    const gathered = { ...progress, gatheredThrough: upTo };
    await saveProgress(
      store,
      standing.key,
      end === undefined ? { ...gathered, stage: 'sending' as const } : gathered,
    );
    await countCampaign(store, [{ campaignId: standing.id, variant: null, counts: { recipients: added } }]);
    return on;
  });
}
