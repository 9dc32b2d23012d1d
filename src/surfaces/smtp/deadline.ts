import type { Clock } from '../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';

export const timeouts = {
  /** Command, from the previous reply (RFC 5321 section 4.5.3.2.7). */
  commandMs: 5 * minuteMs,
  /** Next block of a message (RFC 5321 section 4.5.3.2.5), and the whole message. */
  blockMs: 3 * minuteMs,
  messageMs: 30 * minuteMs,
  /** Interval for checking `messageOctetsPerSecondMin`. */
  paceMs: 2 * minuteMs,
  handshakeMs: 30 * secondMs,
  /** Time for a client to read replies when the socket is full. */
  writeMs: 5 * minuteMs,
  /** Time to close after the last reply. Input is discarded meanwhile, so that the client can read that reply. */
  lingerMs: 2 * secondMs,
} as const;

/** Minimum rate per `timeouts.paceMs`, because a slow message holds memory, even after a fast start. */
export const messageOctetsPerSecondMin = 1_000;

/** The timer is not restarted but checks the deadline when it fires, so extending a deadline costs nothing. */
export class Deadline {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #onPassed: () => void;
  #at = Number.POSITIVE_INFINITY;
  #timerAt = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, onPassed: () => void) {
    this.#clock = clock;
    this.#onPassed = onPassed;
  }

  set(ms: number): void {
    this.#at = this.#clock.monotonic() + ms;
    if (this.#at < this.#timerAt) this.#startTimer();
  }

  /** Removes the deadline until the next `set`. */
  lift(): void {
    this.#at = Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.lift();
    this.#cancelTimer?.();
  }

  #startTimer(): void {
    this.#cancelTimer?.();
    this.#timerAt = this.#at;
    this.#cancelTimer = this.#clock.after(this.#at - this.#clock.monotonic(), () => this.#look());
  }

  #look(): void {
    this.#cancelTimer = null;
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#at === Number.POSITIVE_INFINITY) return;
    if (this.#at > this.#clock.monotonic()) this.#startTimer();
    else this.#onPassed();
  }
}
