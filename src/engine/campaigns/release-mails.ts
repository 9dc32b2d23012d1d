import type { CampaignProgress } from '../../model/campaign/campaign.ts';
import { pausedWaitMs } from '../../model/campaign/pace.ts';
import { releaseDeliveries } from '../../store/campaign-deliveries.ts';
import type { Job } from '../../store/jobs.ts';
import { saveProgress } from '../../store/records/campaigns/campaign-progress.ts';
import type { Engine } from '../context/scope.ts';
import { inStep, on, type Step } from './campaign-step.ts';

const releasedMax = 1_000;

/** Makes mails deferred by a pause due immediately, one slice per transaction. Mails waiting for a retry keep their time. */
export async function releaseMails(
  engine: Engine,
  job: Job,
  stage: CampaignProgress['stage'],
): Promise<Step> {
  const now = engine.world.clock.now();
  const step = await inStep(engine, job, stage, async ({ store, standing, progress }) => {
    const span = { after: now, upTo: now + pausedWaitMs };
    const released = await releaseDeliveries(
      store.queries,
      store.organization,
      standing.id,
      span,
      releasedMax,
    );
    if (released < releasedMax) {
      await saveProgress(store, standing.key, { ...progress, releasing: false });
    }
    return on;
  });
  engine.wake();
  return step;
}
