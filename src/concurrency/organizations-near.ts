import { secondMs } from '../model/instant.ts';
import type { Clock } from './clock.ts';

/** An organization seen within this time counts as active: it may come again. */
const nearMs = 2 * secondMs;

/** Which organizations were active recently: CPU-bound work only pauses between its steps when others are active. */
export class OrganizationsNear {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The latest organization, and the latest of all others. */
  #latest = { organization: -1, at: Number.NEGATIVE_INFINITY };
  #before = this.#latest;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  came(organization: number): void {
    if (organization !== this.#latest.organization) this.#before = this.#latest;
    this.#latest = { organization, at: this.#clock.monotonic() };
  }

  isAlone(organization: number): boolean {
    const other = this.#latest.organization === organization ? this.#before : this.#latest;
    return this.#clock.monotonic() - other.at > nearMs;
  }

  /** Whether more than one was active recently. */
  areSeveral(): boolean {
    return !this.isAlone(this.#latest.organization);
  }
}

/** The event loop is left to others for this multiple of the time that the work took, */
const restTimes = 2;
/** but no longer than this. */
const restMaxMs = 2 * secondMs;

/** @returns 0 for work so short that a timer would cost more */
export function restAfter(tookMs: number): number {
  const ms = Math.min(tookMs * restTimes, restMaxMs);
  return ms < 1 ? 0 : ms;
}
