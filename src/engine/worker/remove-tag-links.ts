import { minuteMs } from '../../model/instant.ts';
import { finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

const afterFaultMs = minuteMs;

/** Takes a deleted tag off its subscribers, a slice in each transaction, because a tag may have a million of them. */
export async function removeTagLinks(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await database.transaction(async (queries) => {
      const { tags } = new OrganizationStore(queries, job.organization);
      const next = await tags.removeLinks(job.subject, from);
      if (next === null) await finishJob(queries, job);
      return next;
    });
  }
}

export async function afterBrokenRemoval(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + afterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
