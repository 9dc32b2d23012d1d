import { sliceRowsOf } from '../store/audience-sql.ts';
import type { Job } from '../store/jobs.ts';
import { lookAnew } from '../store/look-anew.ts';
import { saveProgress } from '../store/records/campaign-standing.ts';
import { inStep, on, type Step } from './campaign-step.ts';
import { countCampaign } from './count-campaign.ts';
import { resolveAudience } from './resolve-audience.ts';
import type { Engine } from './scope.ts';

/**
 * Writes the lines of the next stretch of subscribers, with how far it has come: killed at any moment it goes on behind
 * the last stretch that was written. A stretch is some ten milliseconds' worth, shorter the more the audience asks.
 */
export async function gatherPage(engine: Engine, job: Job): Promise<Step> {
  const now = engine.world.clock.now();
  return await inStep(engine, job, 'gathering', async ({ store, standing, progress }) => {
    const { gatheredThrough: above, gatherUntil } = progress;
    const terms = await resolveAudience(store, progress.audience);
    const end = await store.recipients.sliceEnd(above, gatherUntil, sliceRowsOf(terms));
    const upTo = end ?? gatherUntil;
    const added = await store.recipients.gather(standing.key, terms, progress.split, { above, upTo }, now);
    const gathered = { ...progress, gatheredThrough: upTo };
    await saveProgress(
      store,
      standing.key,
      end === undefined ? { ...gathered, stage: 'sending' as const } : gathered,
    );
    await countCampaign(store, [{ campaignId: standing.id, variant: null, counts: { recipients: added } }]);
    // All pages of mails look their people up.
    if (end === undefined) await lookAnew(store.queries);
    return on;
  });
}
