import type { Database } from '../../store/database.ts';
import { forgetInPlace, instanceValue, rememberInPlace } from '../../store/records/instance/instance.ts';
import type { World } from '../../world/world.ts';

export type Singleton = {
  /** Acquires or renews the singleton. Call it every round. @returns whether this process holds it */
  hold(): Promise<boolean>;
  release(): Promise<void>;
};

/**
 * The holder changes a value every round. Another process takes over once it stood still for `takenOverMs` of
 * its own monotonic clock, so that differing wall clocks cannot elect two.
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
    // The value may be ours even if the transaction's commit was never confirmed.
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
