import { type AbTest, type CampaignCount, countedAs } from '../../model/campaign/campaign.ts';
import { nextStage } from '../../model/campaign/lifecycle.ts';
import { pickWinner } from '../../model/campaign/winner.ts';
import type { Job } from '../../store/jobs.ts';
import type { CampaignProgressRow } from '../../store/records/campaigns/campaign-progress.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { inStep, on, type Step } from './campaign-step.ts';

/** Ends an A/B test and selects the best variant for the remaining recipients. */
export async function chooseVariant(
  engine: Engine,
  job: Job,
  { progress }: CampaignProgressRow,
): Promise<Step> {
  const now = engine.world.clock.now();
  const chooseAt = progress?.chooseAt ?? now;
  if (now < chooseAt) return { kind: 'wait', until: chooseAt };
  return await inStep(engine, job, 'choosing', async ({ store, progress }) => {
    const campaign = await store.campaigns.hold(job.subject);
    if (!campaign?.abTest) return on;
    const winner = pickWinner(campaign.abTest.metric, await resultsOf(store, campaign.id, campaign.abTest));
    await store.campaigns.update({
      ...campaign,
      abTest: { ...campaign.abTest, winner },
      progress: { ...progress, stage: nextStage(progress.stage, 'winner_chosen'), sentThrough: 0 },
    });
    return on;
  });
}

async function resultsOf(store: OrganizationStore, id: string, { variants }: AbTest) {
  const name = (variant: number, count: CampaignCount) => countedAs(id, count, variant);
  const names = variants.flatMap((_, variant) =>
    (['sent', 'delivered', 'opened', 'clicked'] as const).map((count) => name(variant, count)),
  );
  const counts = await store.counts.readAll(names);
  const of = (variant: number, count: CampaignCount) => counts.get(name(variant, count)) ?? 0;
  return variants.map((_, variant) => ({
    sent: of(variant, 'sent'),
    delivered: of(variant, 'delivered'),
    opens: of(variant, 'opened'),
    clicks: of(variant, 'clicked'),
  }));
}
