import { onTestFinished } from 'vitest';
import { secondMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { type SimulatedClock, simulatedClock } from '../../world/clock.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

/** Advances simulated time while a real database answers. */
async function pass(clock: SimulatedClock, database: Database, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += secondMs / 2) {
    await clock.advance(secondMs / 2);
    await answered(database);
  }
}

/** Waits for pending queries, and for the queries that their answers cause. */
export async function answered(database: Database): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await database.transaction(async (queries) => queries.get('SELECT 1 AS one', []));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Processes with running workers on one database and, by default, one machine. */
export async function openClockScene(openDatabase: () => Promise<Database>) {
  const database = await openDatabase();
  const clock = simulatedClock();
  onTestFinished(() => database.close());
  // The processes share the database, so the first one to close must not close it for the others.
  const shared = { ...database, close: async () => {} };
  const started: SimulatedPlatform[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((posthouse) => posthouse.close()));
  });
  const start = async (options: { seed?: number; clock?: SimulatedClock } = {}) => {
    const posthouse = await openPlatform({ database: shared, clock, ...options });
    started.push(posthouse);
    posthouse.platform.worker.start();
    return posthouse;
  };
  return { database, clock, shared, start, pass: (ms: number) => pass(clock, database, ms) };
}
