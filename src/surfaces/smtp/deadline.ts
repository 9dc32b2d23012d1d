import type { Clock } from '../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';

/** How long a client is waited for, in milliseconds. */
export const timeouts = {
  /** A whole command, after the reply to the last one (RFC 5321 4.5.3.2.7). */
  commandMs: 5 * minuteMs,
  /** Some more of a message (RFC 5321 4.5.3.2.5), and all of it. */
  blockMs: 3 * minuteMs,
  messageMs: 30 * minuteMs,
  /** As much of a message as `messageOctetsPerSecondMin` says. */
  paceMs: 2 * minuteMs,
  handshakeMs: 30 * secondMs,
  /** Reading replies of which the socket has enough. */
  writeMs: 5 * minuteMs,
  /** Hanging up after the last reply. What still comes is read past, so that the client gets to read that reply. */
  lingerMs: 2 * secondMs,
} as const;

/**
 * A message that comes more slowly only holds memory that others need. Measured over each `timeouts.paceMs`, so that a
 * large part that came quickly does not pay for half an hour of waiting.
 */
export const messageOctetsPerSecondMin = 1_000;

/**
 * A moment by which something has to happen, put off again and again. Its timer is not moved with it, but only looks,
 * when it goes off, whether the moment is there: putting off costs no timer.
 */
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

  /** It passes `ms` from now, and no earlier. */
  set(ms: number): void {
    this.#at = this.#clock.monotonic() + ms;
    if (this.#at < this.#timerAt) this.#startTimer();
  }

  /** It does not pass until it is set again. */
  lift(): void {
    this.#at = Number.POSITIVE_INFINITY;
  }

  /** The same, and nothing of it is left. */
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
