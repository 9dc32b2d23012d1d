import {
  type AbTest,
  type CampaignCount,
  type CampaignProgress,
  countedAs,
} from '../../../model/campaign/campaign.ts';
import { nextCampaignStatus, nextStage } from '../../../model/campaign/lifecycle.ts';
import { pausedWaitMs } from '../../../model/campaign/pace.ts';
import { pickWinner } from '../../../model/campaign/variants.ts';
import { minuteMs, secondMs } from '../../../model/instant.ts';
import { releaseDeliveries } from '../../../store/campaign-deliveries.ts';
import { finishJob, holdsLease, type Job, requeueJob, retryJob } from '../../../store/jobs.ts';
import {
  type CampaignProgressRow,
  finishSending,
  lockProgress,
  readProgress,
  saveProgress,
} from '../../../store/records/campaigns/campaign-progress.ts';
import { OrganizationStore } from '../../../store/store.ts';
import type { Engine } from '../../context/scope.ts';
import { announceCampaign, announceCampaignProblem } from '../../ledger/announce-changes.ts';
import { leavingNow } from '../../ledger/count-campaign.ts';
import { checkApprovedAudience } from '../check-approved-audience.ts';
import { endPage, isEnding } from '../end-campaign.ts';
import { startCampaign } from '../start-campaign.ts';
import { type CampaignMails, campaignMails } from './campaign-mails.ts';
import { continueStep, endStep, runStageStep, type Step } from './campaign-step.ts';
import { enrolPage } from './enrol-recipients.ts';
import { sendPage } from './send-campaign-page.ts';

/** Limit of one turn, so that other jobs get theirs. */
const stretchMs = 300;
const stretchStepsMax = 25;
/** Shorter waits use their own timer. */
const wakeWithinMs = 500;
const brokenFirstMs = 5 * secondMs;
const brokenLongestMs = 5 * minuteMs;
const doublingsMax = 20;

type Run = {
  engine: Engine;
  job: Job;
  mails: CampaignMails | null;
  sentThrough: number | null;
  ending: boolean;
};

/** Each step is one transaction that starts from the stored state, so a killed run leaves nothing half done. */
export async function sendCampaign(engine: Engine, job: Job): Promise<void> {
  const { clock } = engine.world;
  const begunAt = clock.monotonic();
  const run: Run = { engine, job, mails: null, sentThrough: null, ending: false };
  for (let steps = 0; steps < stretchStepsMax; steps += 1) {
    const step = await engine.bulkTurns.inTurn(job.organization, () => takeStep(run));
    if (step.kind === 'over') return;
    if (step.kind === 'wait') return await requeue(run, step);
    if (clock.monotonic() - begunAt >= stretchMs) break;
  }
  await requeue(run, { kind: 'wait', until: clock.now() });
}

async function takeStep(run: Run): Promise<Step> {
  const { engine, job } = run;
  const { store, world } = engine;
  if (!(await holdsLease(store.database.reader, job))) return endStep;
  const standing = await readProgress(store.forOrganization(job.organization), job.subject);
  if (!standing || !hasWork(standing)) return await endJob(engine, job);
  if (standing.status === 'SCHEDULED') {
    const at = standing.scheduledAt ?? 0;
    return at > world.clock.now() ? { kind: 'wait', until: at } : await startCampaign(engine, job);
  }
  if (standing.progress?.releasing) return await releaseMails(engine, job, standing.progress.stage);
  switch (standing.progress?.stage) {
    case 'gathering':
      return await enrolPage(engine, job);
    case 'gathered':
      return await checkApprovedAudience(engine, job, standing);
    case 'sending':
      return await sendNext(run, standing);
    case 'choosing':
      // The cached campaign has no winner yet.
      run.mails = null;
      return await chooseVariant(engine, job, standing);
    case 'settling':
      return await finishCampaign(engine, job);
    case 'ending':
      run.ending = true;
      return await endPage(engine, job);
    case 'ended':
    case undefined:
      throw new Error('a campaign is being sent that was never started');
  }
}

async function sendNext(run: Run, standing: CampaignProgressRow): Promise<Step> {
  const { engine, job } = run;
  run.mails ??= (await campaignMails(engine, job.organization, job.subject)) ?? null;
  // Deleted meanwhile; the next step ends the job.
  if (run.mails === null) return continueStep;
  const from = run.sentThrough ?? standing.progress!.sentThrough;
  const { step, through } = await sendPage({ engine, job, mails: run.mails, standing }, from);
  run.sentThrough = through;
  return step;
}

/** Resuming a paused campaign adds the job again. */
function hasWork(standing: CampaignProgressRow): boolean {
  const { status, paused } = standing;
  return status === 'SCHEDULED' || (status === 'SENDING' && !paused) || isEnding(standing);
}

async function endJob(engine: Engine, job: Job): Promise<Step> {
  return await engine.store.database.transaction(async (queries) => {
    const standing = await lockProgress(new OrganizationStore(queries, job.organization), job.subject);
    if (standing && hasWork(standing)) return continueStep;
    await finishJob(queries, job);
    return endStep;
  });
}

async function requeue(run: Run, step: Extract<Step, { kind: 'wait' }>): Promise<void> {
  const { engine, job } = run;
  const { until, growsToMs } = step;
  const { clock } = engine.world;
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const standing = await lockProgress(store, job.subject);
    if (!(await holdsLease(queries, job))) return;
    // Ended meanwhile, so the job continues at once.
    if (standing && isEnding(standing) && !run.ending) {
      await requeueJob(queries, job, clock.now(), job.createdAt);
      return;
    }
    await noteProgress(run, store, standing, step);
    if (growsToMs === undefined) {
      await requeueJob(queries, job, until, job.createdAt);
      return;
    }
    const waitMs = Math.max(0, until - clock.now()) * 2 ** Math.min(job.attempts - 1, doublingsMax);
    await retryJob(queries, job, clock.now() + Math.min(waitMs, growsToMs));
  });
  // Polling, twice a second in an idle worker, would delay the next page.
  const waitMs = until - clock.now();
  if (waitMs > 0 && waitMs <= wakeWithinMs) clock.after(waitMs, () => engine.wake());
}

async function noteProgress(
  { engine, job, sentThrough }: Run,
  store: OrganizationStore,
  standing: CampaignProgressRow | undefined,
  step: Extract<Step, { kind: 'wait' }>,
): Promise<void> {
  const known = standing?.progress;
  if (!standing || !known) return;
  // A paused campaign keeps its problem.
  const problem = standing.paused ? known.problem : (step.problem ?? null);
  const through = known.stage === 'sending' ? (sentThrough ?? known.sentThrough) : known.sentThrough;
  if (known.problem === problem && known.sentThrough === through) return;
  await saveProgress(store, standing.key, { ...known, sentThrough: through, problem });
  if (problem === null || known.problem === problem) return;
  await announceCampaignProblem(store, job.subject, problem, engine.world.clock.now());
  engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign cannot continue');
}

/** After internal errors and outages a started campaign is retried without limit. */
export async function afterBrokenCampaign(engine: Engine, job: Job): Promise<void> {
  const waitMs = Math.min(brokenFirstMs * 2 ** Math.min(job.attempts - 1, doublingsMax), brokenLongestMs);
  await engine.store.database.transaction(async (queries) => {
    await retryJob(queries, job, engine.world.clock.now() + waitMs);
  });
}

/** Ends an A/B test and selects the best variant for the remaining recipients. */
async function chooseVariant(engine: Engine, job: Job, { progress }: CampaignProgressRow): Promise<Step> {
  const now = engine.world.clock.now();
  const chooseAt = progress?.chooseAt ?? now;
  if (now < chooseAt) return { kind: 'wait', until: chooseAt };
  return await runStageStep(engine, job, 'choosing', async ({ store, progress }) => {
    const campaign = await store.campaigns.hold(job.subject);
    if (!campaign?.abTest) return continueStep;
    const winner = pickWinner(campaign.abTest.metric, await resultsOf(store, campaign.id, campaign.abTest));
    await store.campaigns.update({
      ...campaign,
      abTest: { ...campaign.abTest, winner },
      progress: { ...progress, stage: nextStage(progress.stage, 'winner_chosen'), sentThrough: 0 },
    });
    return continueStep;
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

const releasedMax = 1_000;

/** Makes mails deferred by a pause due immediately, one slice per transaction. Mails waiting for a retry keep their time. */
async function releaseMails(engine: Engine, job: Job, stage: CampaignProgress['stage']): Promise<Step> {
  const now = engine.world.clock.now();
  const step = await runStageStep(engine, job, stage, async ({ store, standing, progress }) => {
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
    return continueStep;
  });
  engine.wake();
  return step;
}

const firstLookMs = 250;
const longestWaitMs = 5 * secondMs;

/** SENT requires that every recipient is settled and every mail had its first attempt. */
async function finishCampaign(engine: Engine, job: Job): Promise<Step> {
  const now = engine.world.clock.now();
  if ((await leavingNow(engine.store.forOrganization(job.organization), job.subject)) > 0) {
    return { kind: 'wait', until: now + firstLookMs, growsToMs: longestWaitMs };
  }
  return await runStageStep(engine, job, 'settling', async ({ store, standing }) => {
    const status = nextCampaignStatus(standing.status, 'finish');
    if (status) {
      await finishSending(store, standing.key, status, now);
      await announceCampaign(store, 'campaign.sent', () => store.campaigns.byId(standing.id), now);
    }
    await finishJob(store.queries, job);
    return endStep;
  });
}
