import type { HeldClock } from '../../../src/concurrency/clock.ts';

/** A machine's clocks that only a test advances. A step is adopted at once. */
export type SimulatedClock = HeldClock & {
  /**
   * Advances by `ms` milliseconds. Due timers run in order, each at its own time, including timers they set;
   * timers of one instant run in the order they were set. Ready promises continue between timers and at the
   * end.
   */
  advance(ms: number): Promise<void>;
  /** Advances to the next timer and runs it; returns false if there is none. */
  advanceToNextTimer(): Promise<boolean>;
  /** Moves the wall clock by this many milliseconds; the monotonic clock and timers are unaffected. */
  setBy(ms: number): void;
  /** Pending timers. */
  timers(): number;
  /**
   * Resolves when `count` timers wait for exactly `ms`, which shows the progress of work outside this clock.
   */
  waitedFor(ms: number, count?: number): Promise<void>;
};

export function simulatedClock(start = Date.UTC(2026, 0, 1)): SimulatedClock {
  type Timer = { at: number; ms: number; order: number; fn: () => void };
  const timers = new Set<Timer>();
  const watchers: { ms: number; count: number; resolve: () => void }[] = [];
  /** Milliseconds since the start, and the total adjustment of the wall clock. */
  let now = 0;
  let setBy = 0;
  let order = 0;

  const waitingFor = (ms: number): number => [...timers].filter((timer) => timer.ms === ms).length;

  const earliest = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (
        first === undefined ||
        timer.at < first.at ||
        (timer.at === first.at && timer.order < first.order)
      ) {
        first = timer;
      }
    }
    return first;
  };
  const run = async (timer: Timer) => {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.fn();
    await settled();
  };

  return {
    now: () => start + now + setBy,
    monotonic: () => now,
    step: () => null,
    follow() {},
    setBy(ms) {
      setBy += ms;
    },
    after(ms, fn) {
      const timer: Timer = { at: now + Math.max(0, Math.ceil(ms)), ms, order: order++, fn };
      timers.add(timer);
      for (const watcher of watchers.splice(0)) {
        if (watcher.ms === ms && waitingFor(ms) >= watcher.count) watcher.resolve();
        else watchers.push(watcher);
      }
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (let timer = earliest(); timer !== undefined && timer.at <= end; timer = earliest())
        await run(timer);
      now = end;
    },
    async advanceToNextTimer() {
      await settled();
      const timer = earliest();
      if (timer === undefined) return false;
      await run(timer);
      return true;
    },
    timers: () => timers.size,
    waitedFor(ms, count = 1) {
      if (waitingFor(ms) >= count) return Promise.resolve();
      return new Promise((resolve) => watchers.push({ ms, count, resolve }));
    },
  };
}

/** Waits one turn of the event loop, so that every ready promise continues. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
