import type { Database } from '../store/database.ts';
import { type Store, storeOn } from '../store/store.ts';
import type { World } from '../world/world.ts';
import { acceptLane } from './accept-email.ts';
import { type CallerCache, callerCache } from './authenticate.ts';
import type { Engine, Settings } from './scope.ts';
import { secretBox } from './secret-box.ts';
import { createWorker, type Worker } from './worker.ts';

export type EngineRoom = { engine: Engine; worker: Worker; callers: CallerCache; store: Store };

/** The engine with its worker (not started) and its memory of callers. */
export function createEngine({
  database,
  world,
  settings,
  secret,
  acceptGroupMax,
}: {
  database: Database;
  world: World;
  settings: Settings;
  secret: string;
  acceptGroupMax?: number;
}): EngineRoom {
  const store = storeOn(database);
  const callers = callerCache({ store, clock: world.clock, log: world.log });
  const engine: Engine = {
    store,
    world,
    settings,
    accept: acceptLane({
      database,
      ids: world.ids,
      settings,
      wake: () => worker.wake(),
      ...(acceptGroupMax === undefined ? {} : { groupDraftsMax: acceptGroupMax }),
    }),
    answering: new Set(),
    secretBox: secretBox(secret),
    wake: () => worker.wake(),
    forgetCallers: () => callers.clear(),
  };
  const worker = createWorker(engine);
  return { engine, worker, callers, store };
}
