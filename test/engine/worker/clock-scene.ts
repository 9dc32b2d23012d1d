import { onTestFinished } from 'vitest';
import { secondMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { watchQueries } from '../../world/postgres/watched-queries.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';

/** Simulated time between two polls of the database. */
const stepMs = 2 * secondMs;

/** Processes with running workers on one database and, by default, one machine. */
export async function openClockScene(openDatabase: () => Promise<Database>) {
  const { database, idle } = watchQueries(await openDatabase());
  const clock = simulatedClock();
  onTestFinished(() => database.close());
  // The processes share the database, so the first one to close must not close it for the others.
  const shared = { ...database, close: async () => {} };
  const started: SimulatedPlatform[] = [];
  onTestFinished(async () => {
    for (const { mailbox } of started) mailbox.releaseAll();
    await Promise.all(started.map((posthouse) => posthouse.close()));
  });
  const start = async (options: { seed?: number; clock?: SimulatedClock } = {}) => {
    const posthouse = await openPlatform({ database: shared, clock, ...options });
    started.push(posthouse);
    posthouse.platform.worker.start();
    return posthouse;
  };
  /** Advances simulated time while a real database responds. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await clock.advance(Math.min(stepMs, ms - passed));
      await idle();
    }
  };
  return { database, clock, shared, start, pass, idle };
}
