import { secondMs } from '../model/instant.ts';
import type { Clock } from './clock.ts';

/** An organization that has come within this is near: it may come again. */
const nearMs = 2 * secondMs;

/** Which organizations have come lately: work that takes the event loop rests between its steps only where others are near. */
export class OrganizationsNear {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Who came last, and who came last of all others. */
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

  /** Whether more than one has come lately. */
  areSeveral(): boolean {
    return !this.isAlone(this.#latest.organization);
  }
}

/** An organization leaves the event loop to those near it for so many times as long as its work took, */
const restTimes = 2;
/** but not for longer. */
const restMaxMs = 2 * secondMs;

/** @returns 0 for work so short that a timer would cost more */
export function restAfter(tookMs: number): number {
  const ms = Math.min(tookMs * restTimes, restMaxMs);
  return ms < 1 ? 0 : ms;
}
