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

type Tenant = { running: number; waiting: (() => void)[] };

/**
 * Runs tasks of many tenants concurrently. A tenant whose tasks never end only blocks its own places: free places go to
 * the tenants in turn, and a tenant that runs next to nothing gets a place even when all are taken.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits;
  /** In the order of their next turn. */
  readonly #tenants = new Map<string, Tenant>();
  #running = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  async take<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    let tenant = this.#tenants.get(name);
    if (tenant === undefined) {
      tenant = { running: 0, waiting: [] };
      this.#tenants.set(name, tenant);
    }
    if (tenant.waiting.length === 0 && this.#mayStart(tenant)) this.#start(tenant);
    else await new Promise<void>((resolve) => tenant.waiting.push(resolve));
    try {
      return await task();
    } finally {
      tenant.running -= 1;
      this.#running -= 1;
      if (tenant.running === 0 && tenant.waiting.length === 0) this.#tenants.delete(name);
      this.#letIn();
    }
  }

  #mayStart({ running }: Tenant): boolean {
    const { placesMax, perTenantMax, perTenantMin, overflowMax } = this.#limits;
    if (running < perTenantMin) return this.#running < placesMax + overflowMax;
    return running < perTenantMax && this.#running < placesMax;
  }

  #start(tenant: Tenant): void {
    tenant.running += 1;
    this.#running += 1;
  }

  /** A place was freed: it goes to the first tenant that may have it, which then moves behind all others. */
  #letIn(): void {
    for (const [name, tenant] of this.#tenants) {
      if (tenant.waiting.length === 0 || !this.#mayStart(tenant)) continue;
      this.#tenants.delete(name);
      this.#tenants.set(name, tenant);
      this.#start(tenant);
      tenant.waiting.shift()!();
      return;
    }
  }
}
