import type { HeldClock } from '../../src/concurrency/clock.ts';

/** A machine's clocks, which only a test advances. A step is followed at once. */
export type SimulatedClock = HeldClock & {
  /**
   * Lets `ms` milliseconds pass. Timers due within them run in the order of their time, those of one moment in
   * the order they were set, each at its own time; timers that they set, if due, run as well. Between two
   * timers, and at the end, promises that are ready go on first.
   */
  advance(ms: number): Promise<void>;
  /** Lets time pass up to the next timer, and runs it; false when there is none. */
  advanceToNextTimer(): Promise<boolean>;
  /** Sets the wall clock, by so many milliseconds; the monotonic one and the timers go on as before. */
  setBy(ms: number): void;
  /** Timers set and not yet run or cancelled. */
  timers(): number;
  /** Resolves when `count` timers wait for exactly `ms`, so that work outside of this clock has come that far. */
  waitedFor(ms: number, count?: number): Promise<void>;
};

/** @param start epoch milliseconds */
export function simulatedClock(start = Date.UTC(2026, 0, 1)): SimulatedClock {
  type Timer = { at: number; ms: number; order: number; fn: () => void };
  const timers = new Set<Timer>();
  const watchers: { ms: number; count: number; resolve: () => void }[] = [];
  /** Milliseconds since the start, and by how much the wall clock was set since. */
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

/** One turn of the event loop: every promise that can go on has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
