import { setImmediate as nextTurn } from 'node:timers/promises';
import { countedAs } from '../../../model/campaign/campaign.ts';
import { nextStage } from '../../../model/campaign/lifecycle.ts';
import { analyzeTable } from '../../../store/analyze-table.ts';
import { calculateSliceSize } from '../../../store/audience/audience-slice-size.ts';
import type { Job } from '../../../store/jobs.ts';
import {
  type CampaignProgressRow,
  hasEndingCampaign,
  saveProgress,
} from '../../../store/records/campaigns/campaign-progress.ts';
import type { Split } from '../../../store/records/campaigns/recipients.ts';
import type { OrganizationStore } from '../../../store/store.ts';
import { campaignsReached, resolveAudience } from '../../audience/resolve-audience.ts';
import type { Engine } from '../../context/scope.ts';
import { countCampaign } from '../../ledger/count-campaign.ts';
import { continueStep, runStageStep, type Step } from './campaign-step.ts';

/** Enrolls the next slice of subscribers and stores the cursor in the same transaction, about ten milliseconds each. */
export async function enrolPage(engine: Engine, job: Job): Promise<Step> {
  // Lets other requests run between slices.
  await nextTurn();
  const now = engine.world.clock.now();
  return await runStageStep(engine, job, 'gathering', async ({ store, standing, progress }) => {
    const { gatheredThrough: above, gatherUntil } = progress;
    const terms = await resolveAudience(store, progress.audience);
    // The recipients of the other campaign are known only once it has ended.
    if (above === 0 && (await hasEndingCampaign(store, campaignsReached(terms.rules)))) {
      return { kind: 'wait', until: now + endingWaitMs };
    }
    const end = await store.recipients.sliceEnd(above, gatherUntil, calculateSliceSize(terms));
    const upTo = end ?? gatherUntil;
    const added = await store.recipients.gather(standing.key, terms, progress.split, { above, upTo }, now);
    const gathered = { ...progress, gatheredThrough: upTo };
    await countCampaign(store, [{ campaignId: standing.id, variant: null, counts: { recipients: added } }]);
    if (end !== undefined) {
      await saveProgress(store, standing.key, gathered);
      return continueStep;
    }
    // The audience of an approved campaign is compared with the approval first.
    const event = standing.approvedRecipients === null ? 'enrolled' : 'enrolled_to_compare';
    await saveProgress(store, standing.key, { ...gathered, stage: nextStage(progress.stage, event) });
    if (progress.split) await dealToFew(store, standing, progress.split);
    // Updates the planner's statistics, because all pages look up their recipients.
    await analyzeTable(store.queries);
    return continueStep;
  });
}

const endingWaitMs = 250;

/** Beyond this number, chance distributes people evenly enough. */
const dealtMax = 5_000;

/** Gives every variant a recipient and tests exactly the requested number. */
async function dealToFew(
  store: OrganizationStore,
  { key, id }: CampaignProgressRow,
  split: Split,
): Promise<void> {
  const people = await store.counts.read(countedAs(id, 'recipients'));
  if (people === 0 || people > dealtMax) return;
  const tested = Math.max(split.variants, Math.ceil((people * split.percent) / 100));
  await store.recipients.deal(key, split.variants, Math.min(people, tested));
}
