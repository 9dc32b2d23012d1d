import type { CampaignProgress } from '../../model/campaign/campaign.ts';
import type { Queries } from '../../store/database.ts';
import { type Job, stillHeld } from '../../store/jobs.ts';
import { type CampaignProgressRow, lockProgress } from '../../store/records/campaign-progress.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** What a step of a sending has come to. */
export type Step =
  /** There is more to do at once; also after a conflict, when it has to be read again. */
  | { kind: 'on' }
  /**
   * Nothing to do before an instant (epoch ms). Each wait in a row is twice as long as the last, up to `growsToMs`, if
   * that is given. `problem`: why nothing can be done, shown with the campaign.
   */
  | { kind: 'wait'; until: number; growsToMs?: number; problem?: string }
  /** The job was ended, requeued or lost: there is nothing left to write. */
  | { kind: 'over' };

export const on: Step = { kind: 'on' };
export const over: Step = { kind: 'over' };

/** The campaign has left the stage at which a step began, or the job is another worker's: all of the step is undone. */
export class Superseded extends Error {}

/** A campaign that is held at a stage of its sending, in a transaction. */
type HeldCampaign = {
  store: OrganizationStore;
  standing: CampaignProgressRow;
  progress: CampaignProgress;
};

/**
 * Locks a campaign for a step that writes, so that a pause or a cancellation happens before or after the step, never in it.
 * @throws Superseded when it is paused, at another stage, or in another worker's hand
 */
export async function holdForStep(
  queries: Queries,
  job: Job,
  stage: CampaignProgress['stage'],
): Promise<HeldCampaign> {
  const store = new OrganizationStore(queries, job.organization);
  // The campaign before its job, as in every flow that holds both.
  const standing = await lockProgress(store, job.subject);
  const progress = standing?.progress;
  const stands = standing?.status === 'SENDING' && !standing.paused && progress?.stage === stage;
  if (!stands || !(await stillHeld(queries, job))) throw new Superseded();
  return { store, standing, progress };
}

/** Runs a step in a transaction of its own; `on` when another process superseded it. */
export async function inStep(
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
    if (error instanceof Superseded) return on;
    throw error;
  }
}
