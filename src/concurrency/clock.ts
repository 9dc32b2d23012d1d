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

/** Ignores wall-clock changes until `follow`, so that waiting rows can be moved before or after. */
export type HeldClock = Clock & {
  /** Returns the step that `now` does not follow yet, or null. Each call postpones following it automatically. */
  step(): ClockStep | null;
  follow(): void;
};
