/** Time as the platform sees it. Code that needs the time takes a `Clock` and never reads the machine's. */
export type Clock = {
  /**
   * Wall-clock time: an integer of epoch milliseconds. It goes back only by as much as `clockStepMsMin` and more, when
   * somebody sets the machine's clock; then it follows, because a time that stands still for an hour stops what waits.
   */
  now(): number;
  /** Milliseconds since some fixed moment, for durations; setting the machine's clock does not move it. */
  monotonic(): number;
  /** Runs `fn` once, `ms` milliseconds from now. The answer cancels it; cancelling twice is harmless. */
  after(ms: number, fn: () => void): () => void;
};
