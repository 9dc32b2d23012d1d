import type { Queries } from '../../store/database.ts';
import { holdsLease, type Job } from '../../store/jobs.ts';
import { lockWorkflows } from '../../store/records/workflows/workflow-inbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** Another worker holds the job, so this step writes nothing. */
export class JobLost extends Error {}

export type LockedWorkflows = { store: OrganizationStore; queries: Queries; dueFloor: number };

/** Lock order everywhere: workflows, tags, people, runs. @throws JobLost when another worker has the job */
export async function withWorkflows<Result>(
  { store: { database } }: Engine,
  job: Job,
  work: (locked: LockedWorkflows) => Promise<Result>,
): Promise<Result> {
  return await database.transaction(async (queries) => {
    const dueFloor = await lockWorkflows(queries, job.organization);
    if (dueFloor === undefined || !(await holdsLease(queries, job))) throw new JobLost();
    return await work({ store: new OrganizationStore(queries, job.organization), queries, dueFloor });
  });
}
