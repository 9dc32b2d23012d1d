import { setImmediate as nextTurn } from 'node:timers/promises';
import { countedAs } from '../../model/campaign/campaign.ts';
import { nextStage } from '../../model/campaign/lifecycle.ts';
import { analyzeTable } from '../../store/analyze-table.ts';
import { stretchOf } from '../../store/audience-slice-size.ts';
import type { Job } from '../../store/jobs.ts';
import { type CampaignProgressRow, saveProgress, someEnding } from '../../store/records/campaign-progress.ts';
import type { Split } from '../../store/records/recipients.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { campaignsReached, resolveAudience } from '../audience/resolve-audience.ts';
import type { Engine } from '../context/scope.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { inStep, on, type Step } from './campaign-step.ts';

/**
 * Writes the lines of the next stretch of subscribers, with how far it has come: killed at any moment it goes on behind
 * the last stretch that was written. A stretch is some ten milliseconds' worth, shorter the more the audience asks.
 */
export async function enrolPage(engine: Engine, job: Job): Promise<Step> {
  // A run takes many of these, and others come in between.
  await nextTurn();
  const now = engine.world.clock.now();
  return await inStep(engine, job, 'gathering', async ({ store, standing, progress }) => {
    const { gatheredThrough: above, gatherUntil } = progress;
    const terms = await resolveAudience(store, progress.audience);
    // Who was not reached is known once its end is written.
    if (above === 0 && (await someEnding(store, campaignsReached(terms.rules)))) {
      return { kind: 'wait', until: now + endingWaitMs };
    }
    const end = await store.recipients.sliceEnd(above, gatherUntil, stretchOf(terms));
    const upTo = end ?? gatherUntil;
    const added = await store.recipients.gather(standing.key, terms, progress.split, { above, upTo }, now);
    const gathered = { ...progress, gatheredThrough: upTo };
    await countCampaign(store, [{ campaignId: standing.id, variant: null, counts: { recipients: added } }]);
    if (end !== undefined) {
      await saveProgress(store, standing.key, gathered);
      return on;
    }
    // An approved campaign is compared with the people that were approved.
    const event = standing.approvedRecipients === null ? 'enrolled' : 'enrolled_to_compare';
    await saveProgress(store, standing.key, { ...gathered, stage: nextStage(progress.stage, event) });
    if (progress.split) await dealToFew(store, standing, progress.split);
    // All pages of mails look their people up.
    await analyzeTable(store.queries);
    return on;
  });
}

/** Between two looks at a campaign that is being ended. */
const endingWaitMs = 250;

/** So many people and more are spread evenly enough by chance. */
const dealtMax = 5_000;

/** Gives every variant of an A/B test a recipient, and tests exactly as many as were asked for. */
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
