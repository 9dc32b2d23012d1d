import type { CampaignProgress } from '../../../model/campaign/campaign.ts';
import type { Queries } from '../../../store/database.ts';
import { holdsLease, type Job } from '../../../store/jobs.ts';
import {
  type CampaignProgressRow,
  lockProgress,
} from '../../../store/records/campaigns/campaign-progress.ts';
import { OrganizationStore } from '../../../store/store.ts';
import type { Engine } from '../../context/scope.ts';

export type Step =
  /** More to do immediately, or a conflict that requires another read. */
  | { kind: 'on' }
  /** Waits until `until` (epoch ms). With `growsToMs`, consecutive waits double up to it. `problem` is shown. */
  | { kind: 'wait'; until: number; growsToMs?: number; problem?: string }
  /** The job was ended, requeued or lost. */
  | { kind: 'over' };

export const continueStep: Step = { kind: 'on' };
export const endStep: Step = { kind: 'over' };

/** The campaign left the step's stage, or another worker has the job. The step rolls back. */
export class Superseded extends Error {}

type HeldCampaign = {
  store: OrganizationStore;
  standing: CampaignProgressRow;
  progress: CampaignProgress;
};

/** A pause or cancellation happens before or after the step, never in it. @throws Superseded */
export async function holdForStep(
  queries: Queries,
  job: Job,
  stage: CampaignProgress['stage'],
): Promise<HeldCampaign> {
  const store = new OrganizationStore(queries, job.organization);
  // Lock order everywhere: campaign, then job.
  const standing = await lockProgress(store, job.subject);
  const progress = standing?.progress;
  const stands = standing?.status === 'SENDING' && !standing.paused && progress?.stage === stage;
  if (!stands || !(await holdsLease(queries, job))) throw new Superseded();
  return { store, standing, progress };
}

/** @returns `on` if another process superseded the step */
export async function runStageStep(
  engine: Engine,
  job: Job,
  stage: CampaignProgress['stage'],
  work: (held: HeldCampaign) => Promise<Step>,
): Promise<Step> {
  try {
    return await engine.store.database.transaction(
      async (queries) => await work(await holdForStep(queries, job, stage)),
    );
  } catch (error) {
    if (error instanceof Superseded) return continueStep;
    throw error;
  }
}
