import { setImmediate as nextTurn } from 'node:timers/promises';
import { countedAs } from '../model/campaign/campaign.ts';
import type { Job } from '../store/jobs.ts';
import { type CampaignStanding, pauseByItself, saveProgress } from '../store/records/campaign-standing.ts';
import { mailableSlice } from '../store/records/mailable-recipients.ts';
import type { OrganizationStore } from '../store/store.ts';
import { inStep, on, type Step } from './campaign-step.ts';
import { isMoreThan } from './confirmations.ts';
import type { Engine } from './scope.ts';

/** Whether more may be in the audience that was written down than a person agreed to: it has to be looked at closer. */
export async function mayBeMoreThanAgreed(
  store: OrganizationStore,
  { id, agreedRecipients }: CampaignStanding,
): Promise<boolean> {
  if (agreedRecipients === null) return false;
  return isMoreThan(await store.counts.read(countedAs(id, 'recipients')), agreedRecipients);
}

/**
 * The audience of a campaign was read when it began, which may be long after a person agreed to it: where it is another
 * one by now, the campaign pauses before any mail of it is made, until somebody lets it go on. Those who are suppressed
 * were not among those agreed to, and are not counted here either.
 */
export async function holdToAgreed(engine: Engine, job: Job, standing: CampaignStanding): Promise<Step> {
  const now = engine.world.clock.now();
  const people = await countMailable(engine, job, standing, now);
  return await inStep(engine, job, 'gathered', async ({ store, standing: held, progress }) => {
    const { key, agreedRecipients: agreed } = held;
    if (agreed === null || !isMoreThan(people, agreed)) {
      await saveProgress(store, key, { ...progress, stage: 'sending', problem: null });
      return on;
    }
    const problem = moreThanAgreed(people, agreed);
    await pauseByItself(store, key, { ...progress, problem }, now);
    engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign has paused itself');
    return on;
  });
}

async function countMailable(
  engine: Engine,
  { organization }: Job,
  { key }: CampaignStanding,
  now: number,
): Promise<number> {
  const store = engine.store.forOrganization(organization);
  let people = 0;
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const slice: { amount: number; next: number | null } = await mailableSlice(store, key, after, now);
    people += slice.amount;
    after = slice.next;
  }
  return people;
}

function moreThanAgreed(people: number, agreed: number): string {
  const were = agreed === 1 ? 'was' : 'were';
  return `${people} people are in its audience by now and ${agreed} ${were} agreed to: look at preview_campaign_audience and call resume_campaign`;
}
