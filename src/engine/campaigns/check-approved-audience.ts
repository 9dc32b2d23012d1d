import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ApprovedPeople,
  comparedPeopleMax,
  hasGrown,
  isDifferentAudience,
  newcomersAmong,
} from '../../model/campaign/approved-people.ts';
import { nextStage } from '../../model/campaign/lifecycle.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import type { Job } from '../../store/jobs.ts';
import {
  type CampaignProgressRow,
  forgetApprovedPeople,
  pauseByItself,
  readApprovedPeople,
  saveProgress,
} from '../../store/records/campaigns/campaign-progress.ts';
import {
  type LineRange,
  type MailableSlice,
  mailableLots,
  mailableSlice,
  passUnmailable,
} from '../../store/records/campaigns/mailable-recipients.ts';
import { sampleAudience } from '../approval/sample-audience.ts';
import type { Engine } from '../context/scope.ts';
import { announceCampaignProblem } from '../ledger/announce-changes.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { continueStep, runStageStep, type Step } from './sending/campaign-step.ts';

/**
 * Pauses the campaign if the audience has more people than approved, or too many others or changed addresses.
 * People who left do not count. Recipients who cannot be mailed now are skipped for good, unapproved.
 */
export async function checkApprovedAudience(
  engine: Engine,
  job: Job,
  standing: CampaignProgressRow,
): Promise<Step> {
  const now = engine.world.clock.now();
  const { key } = standing;
  const known = await readApprovedPeople(engine.store.forOrganization(job.organization), key);
  const there = await whoIsThere(engine, job, standing, known !== null, now);
  return await runStageStep(engine, job, 'gathered', async ({ store, standing: held, progress }) => {
    const approval = await readApprovedPeople(store, key);
    // The campaign was approved again meanwhile, and its people were not compared.
    if (approval !== null && there.people === null) return continueStep;
    const problem = problemOf(there, held.approvedRecipients, approval);
    if (problem === null) {
      await saveProgress(store, key, {
        ...progress,
        stage: nextStage(progress.stage, 'approval_holds'),
        problem: null,
      });
      await forgetApprovedPeople(store, key);
      return continueStep;
    }
    await pauseByItself(store, key, { ...progress, problem }, now);
    await announceCampaignProblem(store, job.subject, problem, now);
    engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign has paused itself');
    return continueStep;
  });
}

type There = { amount: number; people: ApprovedPeople | null };

async function whoIsThere(
  engine: Engine,
  job: Job,
  { key, id, approvedRecipients }: CampaignProgressRow,
  drawn: boolean,
  now: number,
): Promise<There> {
  const store = engine.store.forOrganization(job.organization);
  const drawing = drawn ? sampleAudience(engine, id, comparedPeopleMax) : null;
  let amount = 0;
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const slice: MailableSlice = await mailableSlice(store, key, after, now);
    const range = { after, upTo: slice.next };
    if (slice.others > 0 && approvedRecipients !== null) await passOver(engine, job, range, now);
    drawing?.add(await mailableLots(store, key, range, now, drawing.wanted()));
    amount += slice.amount;
    after = slice.next;
  }
  return { amount, people: drawing?.people() ?? null };
}

async function passOver(engine: Engine, job: Job, range: LineRange, now: number): Promise<void> {
  await runStageStep(engine, job, 'gathered', async ({ store, standing: { key, id } }) => {
    const skipped = await passUnmailable(store, key, range, now);
    await countCampaign(store, [{ campaignId: id, variant: null, counts: { skipped } }]);
    return continueStep;
  });
}

function problemOf(
  { amount, people }: There,
  approvedRecipients: number | null,
  approval: ApprovedPeople | null,
): string | null {
  if (approvedRecipients !== null && hasGrown(amount, approvedRecipients)) {
    return `${amount} people are now in its audience, but ${approvedRecipients} ${were(approvedRecipients)} approved: ${wayOn}`;
  }
  if (approval === null || people === null) return null;
  const newcomers = newcomersAmong(people, approval);
  if (!isDifferentAudience(newcomers, approval)) return null;
  const sample = approval.whole ? '' : `a sample of ${approval.drawn.length} of `;
  return `${newcomers} of ${sample}the ${amount} people now in its audience ${were(newcomers)} not approved, or not with this address: ${wayOn}`;
}

const wayOn = toolRemedies.resumeCampaign.assistant;

function were(amount: number): string {
  return amount === 1 ? 'was' : 'were';
}
