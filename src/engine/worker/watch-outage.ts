import { minuteMs, secondMs } from '../../model/instant.ts';
import type { Database } from '../../store/database.ts';
import { DatabaseDamaged } from '../../store/outage.ts';
import { proveWritable } from '../../store/records/instance/instance.ts';
import type { World } from '../../world/world.ts';

const proveEveryMs = secondMs;
/** Checking a damaged database reads all its data, so the interval grows to this limit. */
const proveDamagedEveryMsMax = minuteMs;
/** An outage that returns within this time is not logged again. */
const sameOutageMs = 10 * minuteMs;

export type OutageWatch = {
  whenOver(act: () => void): void;
  close(): void;
};

/** Logs the begin and the end of an outage once each, and probes for its end. */
export function watchOutage(database: Database, { clock, log }: Pick<World, 'clock' | 'log'>): OutageWatch {
  const { outage } = database;
  const acts: (() => void)[] = [];
  let closed = false;
  let cancel = (): void => {};
  let begunAt = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let loggedWhy = '';
  let waitMs = proveEveryMs;

  async function prove(): Promise<void> {
    try {
      if (outage.error instanceof DatabaseDamaged) await database.checkIntact();
      await proveWritable(database);
      outage.end();
    } catch {
      // The outage goes on.
      if (!closed) proveLater();
    }
  }

  function proveLater(): void {
    cancel = clock.after(waitMs, () => void prove());
    if (outage.error instanceof DatabaseDamaged) waitMs = Math.min(2 * waitMs, proveDamagedEveryMsMax);
  }

  outage.listen({
    began(error) {
      begunAt = clock.monotonic();
      const { message: why, cause } = error;
      const driver = cause instanceof Error ? cause.message : undefined;
      const isSame =
        why === loggedWhy && error instanceof DatabaseDamaged && begunAt - loggedAt < sameOutageMs;
      if (!isSame) {
        waitMs = proveEveryMs;
        [loggedAt, loggedWhy] = [begunAt, why];
        log.error({ why, driver }, 'The database is unreachable: requests get 503 until it is back');
      }
      if (!closed) proveLater();
    },
    ended() {
      const seconds = Math.round((clock.monotonic() - begunAt) / secondMs);
      if (begunAt === loggedAt) log.info({ seconds }, 'The database accepts writes again');
      for (const act of acts) act();
    },
  });
  return {
    whenOver: (act) => void acts.push(act),
    close() {
      closed = true;
      cancel();
    },
  };
}
