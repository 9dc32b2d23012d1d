import { Failure } from '../model/failure.ts';

/** Waiting tasks per address: above its limit of connections, so that only pipelining comes close. */
const waitingPerAddressMax = 1_000;
/** Of all addresses together; beyond it an address with a waiting task gets no second. */
const waitingMax = 10_000;
const busyRetrySeconds = 1;

type Tenant = (() => void)[];

/**
 * Starts one task of an unauthenticated client per turn of the event loop, addresses in turn: a request without a
 * caller, a refusal, a packet of SMTP. A send takes a dozen turns of the loop; without this, a hundred connections of
 * one client would run a hundred tasks before each of them. Shared by all doors.
 */
export class UnauthenticatedTurns {
  /** In the order of their next turn. */
  readonly #tenants = new Map<string, Tenant>();
  /** Addresses that had nothing waiting. They get every second turn, so that long dialogues complete beside a flood. */
  readonly #fresh = new Map<string, Tenant>();
  #isTurnOfFresh = true;
  #waiting = 0;
  #isTaken = false;

  /** Takes this turn of the event loop. @returns false when another task has it, and this one must wait */
  takeNow(): boolean {
    if (this.#isTaken) return false;
    this.#begin();
    return true;
  }

  /**
   * Resolves when it is this task's turn.
   * @param address as `budgetKey` returns it
   * @throws Failure service_unavailable when too many wait
   */
  async wait(address: string): Promise<void> {
    const tenant = this.#fresh.get(address) ?? this.#tenants.get(address);
    if (tenant && (tenant.length >= waitingPerAddressMax || this.#waiting >= waitingMax)) {
      throw new Failure('service_unavailable', { retryAfterSeconds: busyRetrySeconds });
    }
    this.#waiting += 1;
    await new Promise<void>((resolve) => {
      if (tenant) tenant.push(resolve);
      else this.#fresh.set(address, [resolve]);
    });
  }

  #begin(): void {
    this.#isTaken = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isTaken = false;
    const [first, second] = this.#isTurnOfFresh ? [this.#fresh, this.#tenants] : [this.#tenants, this.#fresh];
    this.#isTurnOfFresh = !this.#isTurnOfFresh;
    const from = first.size > 0 ? first : second;
    for (const [address, tenant] of from) {
      from.delete(address);
      const start = tenant.shift()!;
      this.#waiting -= 1;
      if (tenant.length > 0) this.#tenants.set(address, tenant);
      this.#begin();
      start();
      return;
    }
  }
}
