import {
  type ClockMark,
  type ClockVerdict,
  hasStepped,
  judgeClock,
  type WatchedMark,
} from '../../model/clock-mark.ts';
import { secondMs } from '../../model/instant.ts';
import { bringBackJobs } from '../../store/move-jobs.ts';
import { bringBackPaces } from '../../store/records/campaign-paces.ts';
import { instanceValue, remember, rememberInPlace } from '../../store/records/instance.ts';
import type { Engine } from '../context/scope.ts';

/** How old the mark in the database may be: so much later than it should may a job run after the clock was set back. */
export const markEveryMs = 10 * secondMs;
const markName = 'clock';
/** Jobs brought back in one transaction at most. */
const stretchJobs = 1_000;

/** Compares this machine's wall clock with itself and with the database's mark of it. */
export type ClockKeeper = {
  /** Whether the wall clock was set since the last look. */
  hasStepped(): boolean;
  /** Whether a lease that has run out by this clock has run out by the others' too. */
  agrees(): boolean;
  /** Compares with the mark and renews it; after the clock was set back, brings back what waits for the old time. */
  mark(): Promise<void>;
};

/**
 * @param by this process
 * @param inFlight keys of the jobs that this process is running
 */
export function clockKeeper(
  engine: Engine,
  by: string,
  leaseMs: number,
  inFlight: () => readonly number[],
): ClockKeeper {
  const { clock, log } = engine.world;
  const { database } = engine.store;
  const look = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  let last = look();
  let watched: WatchedMark | null = null;
  let warned = false;

  async function markOf(): Promise<ClockMark | null> {
    const text = await instanceValue(database.reader, markName);
    return text === undefined ? null : (JSON.parse(text) as ClockMark);
  }

  /**
   * Each stretch changes the mark, so that one process alone brings things back: the others see a mark that is renewed.
   * @returns whether this process did it all
   */
  async function bringBack(old: ClockMark, setBackMs: number): Promise<boolean> {
    const now = clock.now();
    let mark = old;
    let after: number | null = 0;
    while (after !== null) {
      const from: number = after;
      const before = JSON.stringify(mark);
      mark = { at: mark.at + 1, by };
      const next = await database.transaction(async (queries) => {
        if (!(await rememberInPlace(queries, markName, before, JSON.stringify(mark)))) return undefined;
        return await bringBackJobs(queries, {
          after: from,
          limit: stretchJobs,
          setBackMs,
          now,
          leaseMs,
          inFlight: inFlight(),
        });
      });
      if (next === undefined) return false;
      after = next;
    }
    await database.transaction((queries) => bringBackPaces(queries, setBackMs, now));
    log.warn({ setBackMs }, 'The clock was set back: what waits for the old time is brought back with it');
    return true;
  }

  async function follow(verdict: ClockVerdict): Promise<void> {
    if (verdict.kind === 'watches') {
      const { aheadMs } = verdict.watched;
      // Every start after a pause finds an earlier time, which another clock keeps only if the mark is renewed.
      const isAnotherClock = aheadMs > 0 || (watched !== null && watched !== verdict.watched);
      if (isAnotherClock && !warned) {
        log.warn({ aheadMs }, 'The time in the database is another than this machine’s');
        warned = true;
      }
      watched = verdict.watched;
      return;
    }
    if (verdict.kind === 'takes over' && verdict.setBackMs > 0) {
      if (!(await bringBack(verdict.mark, verdict.setBackMs))) return;
    }
    const mark: ClockMark = { at: clock.now(), by };
    await database.transaction((queries) => remember(queries, markName, JSON.stringify(mark)));
    watched = null;
    warned = false;
  }

  return {
    hasStepped() {
      const before = last;
      last = look();
      return hasStepped(before, last);
    },
    agrees: () => watched === null,
    async mark() {
      await follow(judgeClock(await markOf(), watched, clock.now(), clock.monotonic()));
    },
  };
}
