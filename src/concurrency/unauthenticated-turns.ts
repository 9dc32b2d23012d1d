import { Failure } from '../model/failure.ts';

/** Waiting tasks per address. Above the connection limit, so that only pipelining comes close. */
const waitingPerAddressMax = 1_000;
/** Waiting tasks of all addresses. Beyond it, an address may have only one. */
const waitingMax = 10_000;
const busyRetrySeconds = 1;

type Tenant = (() => void)[];

/**
 * Starts one task of an unauthenticated client (a request without a caller, a refusal, an SMTP packet) per
 * turn of the event loop, so that a send with a dozen turns does not wait for a hundred tasks before each.
 */
export class UnauthenticatedTurns {
  readonly #tenants = new Map<string, Tenant>();
  /** Addresses that had no waiting task. They get every second turn, so that long dialogues complete during a flood. */
  readonly #fresh = new Map<string, Tenant>();
  #isTurnOfFresh = true;
  #waiting = 0;
  #isTaken = false;

  /** Takes this turn of the event loop. @returns false if another task has it, so the caller must wait */
  takeNow(): boolean {
    if (this.#isTaken) return false;
    this.#begin();
    return true;
  }

  /** Resolves in this task's turn. @param address a `budgetKey` @throws service_unavailable if too many */
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
