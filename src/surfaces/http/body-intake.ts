import type { Clock } from '../../concurrency/clock.ts';
import { type HeldOctets, heldOctets } from '../../concurrency/held-octets.ts';
import type { RequestWindows } from '../../engine/auth/request-windows.ts';
import { Failure, invalidField } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import { BeyondOctets } from '../../model/limits/body-octets.ts';
import { plans } from '../../model/limits/request-budget.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';

/** Counted apart, so that large bodies cannot crowd out small ones. The request budget bounds them, not the plan's octets. */
export const smallBodyOctetsMax = 64 * 1024;

const mebibyte = 1024 * 1024;
/** Limits for all bodies together and per organization. */
const smallHeld = { octetsMax: 32 * mebibyte, shareMax: 4 * mebibyte };
/** The share has room for four bodies of the maximum size. */
const largeHeld = { octetsMax: 160 * mebibyte, shareMax: 40 * mebibyte };
/** Limits for unauthenticated clients together and per address. Separate, so that they take no room from token holders. */
const unauthenticatedHeld = { octetsMax: 16 * mebibyte, shareMax: mebibyte };

const fullRetrySeconds = 2;

const paceMs = 10 * secondMs;
/** The minimum pace delivers an announced body within this time. */
const wholeBodyMs = 60 * secondMs;
const octetsPerSecondMin = 1_000;

export type BodyIntakes = {
  /** @param organization of the verified token; null for an unauthenticated client, which is counted by address */
  begin(organization: OrganizationRecord | null, address: string): BodyIntake;
};

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

  /** `octets` is null if unknown. @throws rate_limit_exceeded or service_unavailable when there is no room */
  announce(octets: number | null): Promise<void> | null {
    this.#announced = octets;
    if (octets === null) return null;
    this.#hold(octets);
    return octets > smallBodyOctetsMax ? this.#spend(octets) : null;
  }

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

  /** @throws Failure as `announce` does, when a body without an announced length gets too large */
  came(octets: number): void {
    this.#cameOctets += octets;
    if (this.#cameOctets > this.#heldOctets) this.#hold(this.#cameOctets - this.#heldOctets);
  }

  /** @throws Failure rate_limit_exceeded when a body without an announced length exceeds the plan */
  whole(): Promise<void> | null {
    this.#cancelPace();
    const unspent = this.#cameOctets - this.#spent;
    return this.#cameOctets > smallBodyOctetsMax && unspent > 0 ? this.#spend(unspent) : null;
  }

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

  /** Gives the octets back if they exceed the window, because a smaller body may still fit. */
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
        message: 'Too many large request bodies at the same time: send fewer requests at once',
        retryAfterSeconds: fullRetrySeconds,
      })
    : new Failure('service_unavailable', {
        message: 'The server has no room for this body just now; send it again shortly',
        retryAfterSeconds: fullRetrySeconds,
      });
}
