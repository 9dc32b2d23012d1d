import type { CampaignRecord } from '../../model/campaign/campaign.ts';
import { nextCampaignStatus, nextStage, wasEnded } from '../../model/campaign/lifecycle.ts';
import { campaignEnded } from '../../model/campaign/recipient.ts';
import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import { deliveriesLeft, takeDeliveries } from '../../store/campaign-deliveries.ts';
import { addJobNow, finishJob, holdsLease, type Job } from '../../store/jobs.ts';
import {
  type CampaignProgressRow,
  lockProgress,
  saveProgress,
} from '../../store/records/campaigns/campaign-progress.ts';
import { closeWaiting } from '../../store/records/campaigns/closed-recipients.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { cancelMails } from '../ledger/cancel-ended.ts';
import { type CampaignChange, countCampaign } from '../ledger/count-campaign.ts';
import { continueStep, endStep, type Step } from './sending/campaign-step.ts';

/** Per transaction, about ten milliseconds of the writer. */
const linesMax = 400;
const mailsMax = 200;
/** First and maximum interval between checks of mails in flight. */
const firstLookMs = 250;
const longestWaitMs = 5 * secondMs;

/** Stops further pages and attempts; the job closes the rest. @throws not_found; conflict unless SENDING */
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
  const other = status === 'SCHEDULED' ? ': return it to DRAFT with cancel_campaign' : '';
  return new Failure('conflict', {
    message: `Only a SENDING campaign can be ended; this campaign is ${status}${other}`,
    details: { status },
  });
}

export function isEnding({ status, progress }: Pick<CampaignProgressRow, 'status' | 'progress'>): boolean {
  return status === 'ARCHIVED' && progress?.stage === 'ending';
}

/** Waits for mails in flight, because a deferred one would be retried. */
export async function endPage(engine: Engine, job: Job): Promise<Step> {
  const now = engine.world.clock.now();
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const standing = await lockProgress(store, job.subject);
    if (!standing || !isEnding(standing) || !(await holdsLease(queries, job))) return continueStep;
    const closed = await closeWaiting(store, standing.key, campaignEnded, now, linesMax);
    if (closed.length > 0) {
      await countCampaign(
        store,
        closed.flatMap((lines) => skippedLines(standing.id, lines)),
      );
      return continueStep;
    }
    const emailIds = await takeDeliveries(queries, job.organization, standing.id, mailsMax);
    if (emailIds.length > 0) {
      await cancelMails(store, standing.key, emailIds, now);
      return continueStep;
    }
    if ((await deliveriesLeft(queries, job.organization, standing.id, 1)) > 0) {
      return { kind: 'wait', until: now + firstLookMs, growsToMs: longestWaitMs };
    }
    await saveProgress(store, standing.key, {
      ...standing.progress!,
      stage: nextStage(standing.progress!.stage, 'closed'),
    });
    await finishJob(queries, job);
    return endStep;
  });
}

/** Until they are settled, a variant's recipients count only in the campaign. */
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
