import { longWindowMs } from '../model/sending/recipient-guard.ts';
import { forgetGuards } from '../store/records/guards.ts';
import { forgetAnswers } from '../store/records/idempotency.ts';
import type { Engine } from './scope.ts';

/** Rows taken away in one statement: bounds how long a sweep holds the writer. */
const sweepRowsMax = 1_000;

/** Takes away what has had its time: remembered answers after 24 hours, guard rows that hold nothing any more. */
export async function sweep(engine: Engine): Promise<void> {
  const now = engine.world.clock.now();
  for (const forget of [
    (queries: Parameters<typeof forgetAnswers>[0]) => forgetAnswers(queries, now, sweepRowsMax),
    (queries: Parameters<typeof forgetAnswers>[0]) =>
      forgetGuards(queries, now, now - longWindowMs, sweepRowsMax),
  ]) {
    while ((await engine.store.database.transaction(forget)) === sweepRowsMax);
  }
}
