import type { Database } from '../../store/database.ts';
import { forgetInPlace, instanceValue, rememberInPlace } from '../../store/records/instance.ts';
import type { World } from '../../world/world.ts';

/** What one process does for all that share a database. */
export type Singleton = {
  /** Takes it where it is free, keeps it where it is ours. Call it at every round. @returns whether it is ours */
  hold(): Promise<boolean>;
  /** Lets any process take it at once. */
  release(): Promise<void>;
};

/**
 * Held by a value in the database that its holder changes at every round. Another process takes it over once it has seen the same
 * value for `takenOverMs` of its own monotonic clock, so that wall clocks which differ give it to no two of them for long.
 *
 * @param by this process
 */
export function singleton(
  database: Database,
  { monotonic }: Pick<World['clock'], 'monotonic'>,
  { name, by, takenOverMs }: { name: string; by: string; takenOverMs: number },
): Singleton {
  const place = `singleton ${name}`;
  let ours: string | undefined;
  let beat = 0;
  let seen: string | undefined;
  let seenSince = Number.NEGATIVE_INFINITY;

  function isFree(value: string | undefined): boolean {
    // After a transaction whose end is not known the value may be one that we did not see written.
    if (value === undefined || value.startsWith(`${by} `)) return true;
    if (value !== seen) {
      seen = value;
      seenSince = monotonic();
    }
    return monotonic() - seenSince >= takenOverMs;
  }

  return {
    async hold() {
      const value = await instanceValue(database.reader, place);
      if (!isFree(value)) {
        ours = undefined;
        return false;
      }
      beat += 1;
      const next = `${by} ${beat}`;
      const isHeld = await database.transaction((queries) => rememberInPlace(queries, place, value, next));
      ours = isHeld ? next : undefined;
      return isHeld;
    },
    async release() {
      const value = ours;
      ours = undefined;
      if (value !== undefined) await database.transaction((queries) => forgetInPlace(queries, place, value));
    },
  };
}
