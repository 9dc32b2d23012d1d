/** Time as the platform sees it. Code that needs the time takes a `Clock` and never reads the machine's. */
export type Clock = {
  /**
   * Wall-clock time: an integer of epoch milliseconds. It only goes back if the machine's clock is set back by at least
   * `clockStepMsMin`; then it follows, because a clock that stands still for an hour would stop all waiting work.
   */
  now(): number;
  /** Monotonic milliseconds for durations; setting the machine's clock does not affect it. */
  monotonic(): number;
  /** Runs `fn` once, `ms` milliseconds from now. Returns a function that cancels it; cancelling twice is harmless. */
  after(ms: number, fn: () => void): () => void;
};
