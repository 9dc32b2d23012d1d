import type { ClockStep } from '../model/clock-mark.ts';

/** Time as the platform sees it. Code that needs the time takes a `Clock` and never reads the machine's. */
export type Clock = {
  /**
   * Wall-clock time: an integer of epoch milliseconds. It goes back only by a step of at least `clockStepMsMin`, and only
   * once such a step is followed: see `HeldClock`.
   */
  now(): number;
  /** Monotonic milliseconds for durations; setting the machine's clock does not affect it. */
  monotonic(): number;
  /** Runs `fn` once, `ms` milliseconds from now. Returns a function that cancels it; cancelling twice is harmless. */
  after(ms: number, fn: () => void): () => void;
};

/**
 * A clock that goes on by elapsed time when the machine's wall clock is set, until `follow` is called. So every row is
 * written in one time, and its owner can move the rows that wait before or after the change.
 */
export type HeldClock = Clock & {
  /** The step that `now` does not follow yet; null when there is none. Asking keeps the clock from following by itself. */
  step(): ClockStep | null;
  /** Makes `now` return the machine's wall-clock time again. */
  follow(): void;
};
