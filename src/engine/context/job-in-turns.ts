import { type Job, requeueJob } from '../../store/jobs.ts';
import type { Engine } from './scope.ts';

/** Pieces, some hundreds of milliseconds, before another organization's job gets its turn. */
export const piecesPerTurn = 20;

/** Runs a job in turns with other organizations. `piece` returns true when this worker is done. */
export async function runJobInTurns(
  engine: Pick<Engine, 'store' | 'world' | 'stopping' | 'bulkTurns'>,
  job: Job,
  piece: () => Promise<boolean>,
): Promise<boolean> {
  for (let pieces = 1; ; pieces += 1) {
    if (await engine.bulkTurns.inTurn(job.organization, piece)) return true;
    if (pieces < piecesPerTurn && !engine.stopping.now) continue;
    const now = engine.world.clock.now();
    await engine.store.database.transaction((queries) => requeueJob(queries, job, now, job.createdAt));
    return false;
  }
}
