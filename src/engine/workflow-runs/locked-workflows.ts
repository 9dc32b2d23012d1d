import type { Queries } from '../../store/database.ts';
import { type Job, stillHeld } from '../../store/jobs.ts';
import { lockWorkflows } from '../../store/records/workflow-inbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** The job is another worker's now: nothing of the step is written. */
export class JobLost extends Error {}

/** The workflows of an organization, locked against other workers until the transaction ends. */
export type LockedWorkflows = { store: OrganizationStore; queries: Queries; dueFloor: number };

/**
 * Runs a step in a transaction that locks the workflows of an organization first, then tags, people, runs: every flow that
 * locks several of them does so in this order.
 * @throws JobLost when another worker has the job
 */
export async function withWorkflows<Result>(
  { store: { database } }: Engine,
  job: Job,
  work: (locked: LockedWorkflows) => Promise<Result>,
): Promise<Result> {
  return await database.transaction(async (queries) => {
    const dueFloor = await lockWorkflows(queries, job.organization);
    if (dueFloor === undefined || !(await stillHeld(queries, job))) throw new JobLost();
    return await work({ store: new OrganizationStore(queries, job.organization), queries, dueFloor });
  });
}
