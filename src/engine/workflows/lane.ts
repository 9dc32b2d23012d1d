import type { Queries } from '../../store/database.ts';
import { type Job, stillHeld } from '../../store/jobs.ts';
import { lockLane } from '../../store/records/workflow-inbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** The lane is another worker's now: nothing of the step is written. */
export class LaneLost extends Error {}

/** The lane of an organization, locked until its transaction ends. */
export type HeldLane = { store: OrganizationStore; queries: Queries; dueFloor: number };

/**
 * Runs a step of an organization's lane in a transaction. The lane is locked first, then tags, people, runs: every flow that
 * locks several of them does so in this order.
 * @throws LaneLost when another worker has it
 */
export async function inLane<Result>(
  { store: { database } }: Engine,
  job: Job,
  work: (lane: HeldLane) => Promise<Result>,
): Promise<Result> {
  return await database.transaction(async (queries) => {
    const dueFloor = await lockLane(queries, job.organization);
    if (dueFloor === undefined || !(await stillHeld(queries, job))) throw new LaneLost();
    return await work({ store: new OrganizationStore(queries, job.organization), queries, dueFloor });
  });
}
