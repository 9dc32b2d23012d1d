import { TenantQueue } from './tenant-queue.ts';

export type PlaceLimits = {
  placesMax: number;
  perTenantMax: number;
  /** A tenant with fewer running tasks is admitted beyond `placesMax` too, */
  perTenantMin: number;
  /** up to this many tasks of all tenants together. */
  overflowMax: number;
};

/**
 * Runs tasks of many tenants. A tenant blocks only its own places: free places go to the tenants in turn, and
 * a tenant with few running tasks gets a place even when all are taken.
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

  /** Gives a freed place to the first tenant below its limit, and moves that tenant to the end. */
  #letIn(): void {
    const next = this.#waiting.take((tenant) => this.#mayStart(tenant));
    if (!next) return;
    this.#waiting.putLast(next.tenant);
    this.#count(next.tenant, 1);
    next.item();
  }
}
