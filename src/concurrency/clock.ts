import type { ClockStep } from '../model/clock-mark.ts';

/** Time as the platform sees it. Code that needs the time takes a `Clock` and never reads the machine's. */
export type Clock = {
  /** Wall-clock time in integer epoch ms. Goes back only after `HeldClock` follows a step of at least `clockStepMsMin`. */
  now(): number;
  /** Monotonic milliseconds for durations; setting the machine's clock does not affect it. */
  monotonic(): number;
  /** Runs `fn` once, `ms` milliseconds from now. Returns a function that cancels it; cancelling twice is harmless. */
  after(ms: number, fn: () => void): () => void;
};

/**
 * A clock that ignores changes of the machine's wall clock until `follow` is called. The owner decides when rows start to use
 * the new time, and can move waiting rows before or after that.
 */
export type HeldClock = Clock & {
  /** Returns the step that `now` does not follow yet, or null. Each call postpones following it automatically. */
  step(): ClockStep | null;
  /** Makes `now` return the machine's wall-clock time again. */
  follow(): void;
};
