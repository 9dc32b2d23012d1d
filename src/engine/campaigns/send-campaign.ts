import { minuteMs, secondMs } from '../../model/instant.ts';
import { finishJob, type Job, requeueJob, retryJob, stillHeld } from '../../store/jobs.ts';
import {
  type CampaignProgressRow,
  lockProgress,
  progressOf,
  saveProgress,
} from '../../store/records/campaign-progress.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { announceCampaignProblem } from '../ledger/announce-changes.ts';
import { type CampaignMails, campaignMails } from './campaign-mails.ts';
import { on, over, type Step } from './campaign-step.ts';
import { checkApprovedAudience } from './check-approved-audience.ts';
import { chooseVariant } from './choose-variant.ts';
import { endPage, isEnding } from './end-campaign.ts';
import { enrolPage } from './enrol-recipients.ts';
import { finishCampaign } from './finish-campaign.ts';
import { releaseMails } from './release-mails.ts';
import { sendPage } from './send-campaign-page.ts';
import { startCampaign } from './start-campaign.ts';

/** One run goes no further than this; then others who wait have their turn, and the job comes back. */
const stretchMs = 300;
const stretchStepsMax = 25;
/** A wait as short as this ends by a timer of its own. */
const wakeWithinMs = 500;
const brokenFirstMs = 5 * secondMs;
const brokenLongestMs = 5 * minuteMs;
const doublingsMax = 20;

/** What is known of a campaign for the time of one run. */
type Run = {
  engine: Engine;
  job: Job;
  mails: CampaignMails | null;
  /** Where the next page of this run begins; null before the first. */
  sentThrough: number | null;
  /** It has seen that the campaign was ended. */
  ending: boolean;
};

/**
 * Sends a campaign, a stretch at a time. Each step looks at where the campaign stands and goes on from there, and what it
 * writes is one transaction: a run that is killed, or whose lease was lost, leaves nothing half done.
 */
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
  if (!(await stillHeld(store.database.reader, job))) return over;
  const standing = await progressOf(store.forOrganization(job.organization), job.subject);
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
      // What it says of the winner was read before there was one.
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
  // It was deleted between two looks; the next one sees that.
  if (run.mails === null) return on;
  const from = run.sentThrough ?? standing.progress!.sentThrough;
  const { step, through } = await sendPage({ engine, job, mails: run.mails, standing }, from);
  run.sentThrough = through;
  return step;
}

/** Whether the job has anything to do: resuming a paused campaign adds it again. */
function hasWork(standing: CampaignProgressRow): boolean {
  const { status, paused } = standing;
  return status === 'SCHEDULED' || (status === 'SENDING' && !paused) || isEnding(standing);
}

async function endJob(engine: Engine, job: Job): Promise<Step> {
  return await engine.store.database.transaction(async (queries) => {
    const standing = await lockProgress(new OrganizationStore(queries, job.organization), job.subject);
    if (standing && hasWork(standing)) return on;
    await finishJob(queries, job);
    return over;
  });
}

/** Ends a run: how far it has come, and what stands in its way, is written with when the next one begins. */
async function requeue(run: Run, step: Extract<Step, { kind: 'wait' }>): Promise<void> {
  const { engine, job } = run;
  const { until, growsToMs } = step;
  const { clock } = engine.world;
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const standing = await lockProgress(store, job.subject);
    if (!(await stillHeld(queries, job))) return;
    // It was ended meanwhile: the run no longer waits.
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
  // A worker that has nothing to do looks twice a second; mails that wait for the next page would wait for that.
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
  // Why it has paused itself stays.
  const problem = standing.paused ? known.problem : (step.problem ?? null);
  const through = known.stage === 'sending' ? (sentThrough ?? known.sentThrough) : known.sentThrough;
  if (known.problem === problem && known.sentThrough === through) return;
  await saveProgress(store, standing.key, { ...known, sentThrough: through, problem });
  if (problem === null || known.problem === problem) return;
  await announceCampaignProblem(store, job.subject, problem, engine.world.clock.now());
  engine.world.log.warn({ campaign: job.subject, why: problem }, 'a campaign waits for its sender');
}

/** A fault of ours, or the database was away. A campaign that has begun is never given up. */
export async function afterBrokenCampaign(engine: Engine, job: Job): Promise<void> {
  const waitMs = Math.min(brokenFirstMs * 2 ** Math.min(job.attempts - 1, doublingsMax), brokenLongestMs);
  await engine.store.database.transaction(async (queries) => {
    await retryJob(queries, job, engine.world.clock.now() + waitMs);
  });
}
