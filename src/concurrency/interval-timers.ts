import type { Clock } from './clock.ts';

/** Repeats actions until stopped. An interval begins when the previous run has ended, so runs never overlap. */
export class IntervalTimers {
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  readonly #cancels = new Set<() => void>();
  readonly #acting = new Set<Promise<void>>();
  #stopped = false;

  constructor(clock: Clock, onFault: (error: unknown) => void) {
    this.#clock = clock;
    this.#onFault = onFault;
  }

  every(ms: number, act: () => Promise<unknown>): void {
    const cancel = this.#clock.after(ms, () => {
      this.#cancels.delete(cancel);
      const acted: Promise<void> = this.#run(act).finally(() => {
        this.#acting.delete(acted);
        if (!this.#stopped) this.every(ms, act);
      });
      this.#acting.add(acted);
    });
    this.#cancels.add(cancel);
  }

  /** Cancels all timers, and waits for the actions in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#cancels) cancel();
    await Promise.all(this.#acting);
  }

  async #run(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#onFault(error);
    }
  }
}
