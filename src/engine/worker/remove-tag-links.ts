import { minuteMs } from '../../model/instant.ts';
import { finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import { runJobInTurns } from '../context/job-in-turns.ts';
import type { Engine } from '../context/scope.ts';

const afterFaultMs = minuteMs;

/** One slice per transaction, because a tag may have a million subscribers. */
export async function removeTagLinks(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  let after = 0;
  await runJobInTurns(engine, job, () =>
    database.transaction(async (queries) => {
      const { tags } = new OrganizationStore(queries, job.organization);
      const next = await tags.removeLinks(job.subject, after);
      after = next ?? 0;
      if (next === null) await finishJob(queries, job);
      return next === null;
    }),
  );
}

export async function afterBrokenRemoval(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + afterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
