import { secondMs } from './instant.ts';

/** Interval at which a server process renews its row. */
export const processBeatMs = 30 * secondMs;
const beatsMissedMax = 3;

/** Also false for a beat far in the future, which a clock that was set back leaves behind. */
export function isAlive({ beatAt }: { beatAt: number }, now: number): boolean {
  return Math.abs(now - beatAt) <= beatsMissedMax * processBeatMs;
}
