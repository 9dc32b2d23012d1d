import type { CampaignRecord } from '../../model/campaign/campaign.ts';
import { nextCampaignStatus, nextStage, wasEnded } from '../../model/campaign/lifecycle.ts';
import { campaignEnded } from '../../model/campaign/recipient.ts';
import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import { deliveriesLeft, takeDeliveries } from '../../store/campaign-deliveries.ts';
import { addJobNow, finishJob, type Job, stillHeld } from '../../store/jobs.ts';
import {
  type CampaignProgressRow,
  lockProgress,
  saveProgress,
} from '../../store/records/campaign-progress.ts';
import { closeWaiting } from '../../store/records/closed-recipients.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { cancelMails } from '../ledger/cancel-ended.ts';
import { type CampaignChange, countCampaign } from '../ledger/count-campaign.ts';
import { on, over, type Step } from './campaign-step.ts';

/** Lines closed, and mails cancelled, in one transaction: some ten milliseconds of the writer. */
const linesMax = 400;
const mailsMax = 200;
/** Between two looks at mails in flight, the first and the longest. */
const firstLookMs = 250;
const longestWaitMs = 5 * secondMs;

/**
 * Ends a campaign in its sending for good, in a transaction: from its commit on no page of it is written and no mail of it
 * begins an attempt. The job that sends it closes what waits.
 *
 * One that was ended before is answered as it is, because a caller who repeats the call wants what is so already.
 * @throws Failure not_found; conflict when it is not SENDING
 */
export async function endSending(store: OrganizationStore, id: string, now: number): Promise<CampaignRecord> {
  const { campaigns, queries, organization } = store;
  const held = await campaigns.hold(id);
  if (!held) throw new Failure('not_found');
  if (wasEnded(held)) return held;
  const status = nextCampaignStatus(held.status, 'end');
  if (status === null || held.progress === null) throw notSending(held);
  const ended: CampaignRecord = {
    ...held,
    status,
    paused: false,
    progress: {
      ...held.progress,
      stage: nextStage(held.progress.stage, 'end'),
      problem: null,
      releasing: false,
      endedAt: now,
    },
    updatedAt: now,
  };
  await campaigns.update(ended);
  await addJobNow(queries, { organization, kind: 'send_campaign', subject: id }, now);
  return ended;
}

function notSending({ status }: CampaignRecord): Failure {
  const other = status === 'SCHEDULED' ? ': take it back with cancel_campaign' : '';
  return new Failure('conflict', {
    message: `Only a campaign that is SENDING can be ended; this one is ${status}${other}`,
    details: { status },
  });
}

/** Whether something of an ended campaign is still to be closed. */
export function isEnding({ status, progress }: Pick<CampaignProgressRow, 'status' | 'progress'>): boolean {
  return status === 'ARCHIVED' && progress?.stage === 'ending';
}

/**
 * Closes what waits of an ended campaign, a stretch at a time: first the lines of those who wait, then the mails that no
 * worker is delivering. Mails in flight are waited for, because one that is put off waits for another try.
 */
export async function endPage(engine: Engine, job: Job): Promise<Step> {
  const now = engine.world.clock.now();
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const standing = await lockProgress(store, job.subject);
    if (!standing || !isEnding(standing) || !(await stillHeld(queries, job))) return on;
    const closed = await closeWaiting(store, standing.key, campaignEnded, now, linesMax);
    if (closed.length > 0) {
      await countCampaign(
        store,
        closed.flatMap((lines) => skippedLines(standing.id, lines)),
      );
      return on;
    }
    const emailIds = await takeDeliveries(queries, job.organization, standing.id, mailsMax);
    if (emailIds.length > 0) {
      await cancelMails(store, standing.key, emailIds, now);
      return on;
    }
    if ((await deliveriesLeft(queries, job.organization, standing.id, 1)) > 0) {
      return { kind: 'wait', until: now + firstLookMs, growsToMs: longestWaitMs };
    }
    await saveProgress(store, standing.key, {
      ...standing.progress!,
      stage: nextStage(standing.progress!.stage, 'closed'),
    });
    await finishJob(queries, job);
    return over;
  });
}

/** Of a variant its recipients are counted when they are settled, and until then of the campaign alone. */
function skippedLines(
  campaignId: string,
  { variant, amount }: { variant: number | null; amount: number },
): CampaignChange[] {
  const skipped = { campaignId, variant, counts: { skipped: amount } };
  if (variant === null) return [skipped];
  return [
    skipped,
    { campaignId, variant, counts: { recipients: amount } },
    { campaignId, variant: null, counts: { recipients: -amount } },
  ];
}
