import { TenantQueue } from './tenant-queue.ts';

/** Concurrency limits of `FairPlaces`. */
export type PlaceLimits = {
  /** Of all tenants together. */
  placesMax: number;
  /** Of one tenant. */
  perTenantMax: number;
  /** A tenant that runs fewer than this is admitted beyond `placesMax` too, */
  perTenantMin: number;
  /** up to this many of all tenants together. */
  overflowMax: number;
};

/**
 * Runs tasks of many tenants concurrently. A tenant whose tasks never end only blocks its own places: free places go to
 * the tenants in turn, and a tenant that runs next to nothing gets a place even when all are taken.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits;
  readonly #waiting = new TenantQueue<string, () => void>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  async take<Result>(tenant: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.lengthOf(tenant) === 0 && this.#mayStart(tenant)) this.#count(tenant, 1);
    else await new Promise<void>((resolve) => this.#waiting.add(tenant, resolve));
    try {
      return await task();
    } finally {
      this.#count(tenant, -1);
      this.#letIn();
    }
  }

  #mayStart(tenant: string): boolean {
    const { placesMax, perTenantMax, perTenantMin, overflowMax } = this.#limits;
    const running = this.#runningOf.get(tenant) ?? 0;
    if (running < perTenantMin) return this.#running < placesMax + overflowMax;
    return running < perTenantMax && this.#running < placesMax;
  }

  #count(tenant: string, by: 1 | -1): void {
    const running = (this.#runningOf.get(tenant) ?? 0) + by;
    if (running === 0) this.#runningOf.delete(tenant);
    else this.#runningOf.set(tenant, running);
    this.#running += by;
  }

  /** A freed place goes to the first tenant that may have it, which then moves behind all others. */
  #letIn(): void {
    const next = this.#waiting.take((tenant) => this.#mayStart(tenant));
    if (!next) return;
    this.#waiting.putLast(next.tenant);
    this.#count(next.tenant, 1);
    next.item();
  }
}
