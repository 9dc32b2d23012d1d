import type { Clock } from '../../../src/concurrency/clock.ts';
import { type Ids, idsFrom } from '../../../src/world/ids.ts';
import { seededRandom } from './random.ts';

/** The real ids with reproducible randomness. Without a clock every id has the time 0, and ids still sort. */
export function seededIds(seed: number, clock: Pick<Clock, 'now'> = { now: () => 0 }): Ids {
  const random = seededRandom(seed);
  return idsFrom(clock, random.fill);
}
