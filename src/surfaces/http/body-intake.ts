import type { Clock } from '../../concurrency/clock.ts';
import { type HeldOctets, heldOctets } from '../../concurrency/held-octets.ts';
import type { RequestWindows } from '../../engine/auth/request-windows.ts';
import { Failure, invalidField } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import { BeyondOctets } from '../../model/limits/body-octets.ts';
import { plans } from '../../model/limits/request-budget.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';

/**
 * A body up to this size is small: nearly every request is, and its memory is counted apart, so that no flood of large
 * bodies refuses one. It is not counted in the octets of the plan either: the budget of requests bounds it.
 */
export const smallBodyOctetsMax = 64 * 1024;

const mebibyte = 1024 * 1024;
/** Of all bodies together, and of one organization. */
const smallHeld = { octetsMax: 32 * mebibyte, shareMax: 4 * mebibyte };
/** A share has room for four of the largest bodies. */
const largeHeld = { octetsMax: 160 * mebibyte, shareMax: 40 * mebibyte };
/** Of unauthenticated clients, and of one address: counted apart, so that they take no room from token holders. */
const unauthenticatedHeld = { octetsMax: 16 * mebibyte, shareMax: mebibyte };

/** A body that is refused for want of memory is worth another try when others have been answered. */
const fullRetrySeconds = 2;

/** After the first so many milliseconds, and then again and again, */
const paceMs = 10 * secondMs;
/** as much of the body must have come as lets all of it come within this, */
const wholeBodyMs = 60 * secondMs;
/** and never less than so much a second. */
const octetsPerSecondMin = 1_000;

export type BodyIntakes = {
  /** @param organization whose token was proved; null for an unauthenticated client, whose address it is counted on */
  begin(organization: OrganizationRecord | null, address: string): BodyIntake;
};

/** The memory that bodies take from their first octet until their request is answered. */
export function bodyIntakes({
  clock,
  windows,
}: {
  clock: Pick<Clock, 'now' | 'after'>;
  windows: Pick<RequestWindows, 'spendOctets'>;
}): BodyIntakes {
  const held = {
    small: heldOctets(smallHeld.octetsMax, smallHeld.shareMax),
    large: heldOctets(largeHeld.octetsMax, largeHeld.shareMax),
  };
  const unauthenticated = heldOctets(unauthenticatedHeld.octetsMax, unauthenticatedHeld.shareMax);
  const ofUnauthenticated = { small: unauthenticated, large: unauthenticated };
  return {
    begin: (organization, address) =>
      new BodyIntake({
        clock,
        windows,
        held: organization ? held : ofUnauthenticated,
        organization,
        address,
      }),
  };
}

type Intaking = {
  clock: Pick<Clock, 'now' | 'after'>;
  windows: Pick<RequestWindows, 'spendOctets'>;
  held: Record<'small' | 'large', HeldOctets>;
  organization: OrganizationRecord | null;
  address: string;
};

/** One body: its memory, its pace and what it takes out of the plan. */
export class BodyIntake {
  readonly #of: Intaking;
  readonly #holder: string;
  #size: 'small' | 'large' = 'small';
  #heldOctets = 0;
  #cameOctets = 0;
  #announced: number | null = null;
  #spent = 0;
  #cancelPace = (): void => {};

  constructor(of: Intaking) {
    this.#of = of;
    this.#holder = of.organization === null ? `address ${of.address}` : String(of.organization.key);
  }

  /**
   * Makes room for a body before any of it is read.
   * @param octets as its length announces; null when nothing does
   * @throws Failure rate_limit_exceeded or service_unavailable when there is no room
   */
  announce(octets: number | null): Promise<void> | null {
    this.#announced = octets;
    if (octets === null) return null;
    this.#hold(octets);
    return octets > smallBodyOctetsMax ? this.#spend(octets) : null;
  }

  /** Looks after the pace of a body that did not come with its head. @param onLate called when it comes too slowly */
  watch(onLate: (failure: Failure) => void): void {
    const octetsPerSecond = Math.max(octetsPerSecondMin, ((this.#announced ?? 0) * secondMs) / wholeBodyMs);
    let looks = 0;
    const look = (): void => {
      looks += 1;
      if (this.#cameOctets < (looks * paceMs * octetsPerSecond) / secondMs) {
        onLate(invalidField('', 'came too slowly'));
      } else this.#cancelPace = this.#of.clock.after(paceMs, look);
    };
    this.#cancelPace = this.#of.clock.after(paceMs, look);
  }

  /** @throws Failure as `announce` does, when a body whose length was not announced is too much */
  came(octets: number): void {
    this.#cameOctets += octets;
    if (this.#cameOctets > this.#heldOctets) this.#hold(this.#cameOctets - this.#heldOctets);
  }

  /** All of it came. @throws Failure rate_limit_exceeded, when one whose length was not announced is beyond the plan */
  whole(): Promise<void> | null {
    this.#cancelPace();
    const unspent = this.#cameOctets - this.#spent;
    return this.#cameOctets > smallBodyOctetsMax && unspent > 0 ? this.#spend(unspent) : null;
  }

  /** It is no longer needed, or will not arrive. */
  release(): void {
    this.#cancelPace();
    if (this.#heldOctets > 0) this.#of.held[this.#size].release(this.#holder, this.#heldOctets);
    this.#heldOctets = 0;
  }

  #hold(more: number): void {
    const octets = this.#heldOctets + more;
    const size = octets > smallBodyOctetsMax ? 'large' : 'small';
    const moves = size !== this.#size;
    const full = this.#of.held[size].take(this.#holder, moves ? octets : more);
    if (full !== null) throw fullFailure(full);
    if (moves && this.#heldOctets > 0) this.#of.held[this.#size].release(this.#holder, this.#heldOctets);
    this.#size = size;
    this.#heldOctets = octets;
  }

  /** What does not fit into the minute is given back: a smaller body may fit. */
  async #spend(octets: number): Promise<void> {
    const { organization, windows, clock } = this.#of;
    if (organization === null) return;
    const limit = plans[organization.plan].octetsPerWindow;
    const window = await windows.spendOctets(organization.key, octets);
    if (window.used <= limit) {
      this.#spent += octets;
      return;
    }
    await windows.spendOctets(organization.key, -octets);
    throw new BeyondOctets({ ...window, limit, now: clock.now() });
  }
}

function fullFailure(full: 'share' | 'all'): Failure {
  return full === 'share'
    ? new Failure('rate_limit_exceeded', {
        message: 'Too many large bodies at the same time: send fewer requests at once',
        retryAfterSeconds: fullRetrySeconds,
      })
    : new Failure('service_unavailable', {
        message: 'The server has no room for this body just now; send it again shortly',
        retryAfterSeconds: fullRetrySeconds,
      });
}
