import { finishJob, type Job, postponeJob } from '../store/jobs.ts';
import type { Engine } from './scope.ts';

/** Looks at a sending domain's records in DNS again, every day for as long as the domain exists. */
export async function recheckDomain(engine: Engine, job: Job): Promise<void> {
  await engine.store.database.transaction((queries) => finishJob(queries, job));
}

export async function afterBrokenRecheck(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + 60 * 60_000;
  await engine.store.database.transaction((queries) => postponeJob(queries, job, next));
}
