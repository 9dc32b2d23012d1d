import { secondMs } from '../model/instant.ts';
import type { Clock } from './clock.ts';

/** An organization counts as active for this long after it was last seen. */
const nearMs = 2 * secondMs;

/** Tracks recently active organizations. CPU-bound work pauses between its steps only if others are active. */
export class ActiveOrganizations {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The latest organization, and the latest other one. */
  #latest = { organization: -1, at: Number.NEGATIVE_INFINITY };
  #before = this.#latest;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  noteActivity(organization: number): void {
    if (organization !== this.#latest.organization) this.#before = this.#latest;
    this.#latest = { organization, at: this.#clock.monotonic() };
  }

  isAlone(organization: number): boolean {
    const other = this.#latest.organization === organization ? this.#before : this.#latest;
    return this.#clock.monotonic() - other.at > nearMs;
  }

  areSeveral(): boolean {
    return !this.isAlone(this.#latest.organization);
  }
}

/** CPU-bound work pauses for this multiple of its own duration, */
const restTimes = 2;
/** up to this long. */
const restMaxMs = 2 * secondMs;

/** @returns 0 if the work was so short that a timer would cost more */
export function restAfter(tookMs: number): number {
  const ms = Math.min(tookMs * restTimes, restMaxMs);
  return ms < 1 ? 0 : ms;
}
