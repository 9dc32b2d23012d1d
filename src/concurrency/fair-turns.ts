import { TenantQueue } from './tenant-queue.ts';

/**
 * The ranks of work, most urgent first. A rank that was passed over `passedOverMax` times in a row goes next, so that
 * no rank starves.
 */
const ranks = {
  /** A mail that is being accepted: its sender waits. */
  send: { passedOverMax: 0, tenantMax: 64, rankMax: 512 },
  /** A mail being delivered. The worker's concurrency is below the number of places here. */
  delivery: { passedOverMax: 1, tenantMax: 512, rankMax: 1_024 },
  /** A draft, a preview or a mail that its sender reads. */
  look: { passedOverMax: 3, tenantMax: 20, rankMax: 200 },
  /** A web version or a tracked link: anyone with a mail's link can request it. */
  public: { passedOverMax: 10, tenantMax: 10, rankMax: 100 },
} as const satisfies Record<string, { passedOverMax: number; tenantMax: number; rankMax: number }>;

export type Rank = keyof typeof ranks;

/** The owner of the work, and its rank. */
export type Turn = {
  /** An organization: its own work runs one at a time, and organizations alternate. */
  tenant: number;
  rank: Rank;
  /** Aborted when the caller no longer needs the answer: then the waiting place is freed. */
  signal?: AbortSignal | undefined;
};

/** The queue is full. */
export class TurnsFull extends Error {}

type Waiting = { start: () => void; refuse: (error: unknown) => void };

/** The waiting work of one rank. */
class Line extends TenantQueue<number, Waiting> {
  passedOver = 0;
}

/**
 * A few places for the work of many organizations. Each has at most one place at once, so that a slow task only delays
 * its own organization; and one place is reserved for mail.
 */
export class FairTurns {
  readonly #placesMax: number;
  readonly #lines: ReadonlyMap<Rank, Line>;
  readonly #running = new Set<number>();
  /** Places taken by work other than mail. */
  #lesser = 0;

  /** @param placesMax at least 2 */
  constructor(placesMax: number) {
    this.#placesMax = placesMax;
    this.#lines = new Map((Object.keys(ranks) as Rank[]).map((rank) => [rank, new Line()]));
  }

  /**
   * @throws TurnsFull when too much of the tenant or of its rank waits
   * @throws the abort reason of `signal`; work that has started then runs to its end, and its result is dropped
   */
  async take<Result>({ tenant, rank, signal }: Turn, work: () => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    this.#makeRoom(tenant, rank);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const start = (): void => {
      void work()
        .then(resolve, reject)
        .finally(() => this.#end(tenant, rank));
    };
    const line = this.#lines.get(rank)!;
    const waiting: Waiting = { start, refuse: reject };
    const leave = (): void => {
      line.remove(tenant, waiting);
      reject(signal!.reason);
    };
    line.add(tenant, waiting);
    signal?.addEventListener('abort', leave);
    this.#startNext();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** How much work waits, by rank. */
  waiting(): Record<Rank, number> {
    return Object.fromEntries([...this.#lines].map(([rank, { size }]) => [rank, size])) as Record<
      Rank,
      number
    >;
  }

  /** A full rank makes room at the expense of its longest tenant, never of a shorter one. */
  #makeRoom(tenant: number, rank: Rank): void {
    const { tenantMax, rankMax } = ranks[rank];
    const line = this.#lines.get(rank)!;
    const length = line.lengthOf(tenant);
    if (length >= tenantMax) throw new TurnsFull();
    if (line.size < rankMax) return;
    const last = line.lastOfLongest(length + 1);
    if (!last) throw new TurnsFull();
    line.remove(last.tenant, last.item);
    last.item.refuse(new TurnsFull());
  }

  #startNext(): void {
    while (this.#running.size < this.#placesMax) {
      const next = this.#next();
      if (!next) return;
      const { rank, tenant, item } = next;
      this.#running.add(tenant);
      if (isLesser(rank)) this.#lesser += 1;
      item.start();
    }
  }

  #next(): { rank: Rank; tenant: number; item: Waiting } | undefined {
    const inOrder = [...this.#lines].filter(
      ([rank, { size }]) => size > 0 && !(isLesser(rank) && this.#lesser >= this.#placesMax - 1),
    );
    const passedOver = inOrder.findLast(([rank, line]) => line.passedOver >= ranks[rank].passedOverMax);
    for (const [rank, line] of passedOver ? [passedOver, ...inOrder] : inOrder) {
      const next = line.take((tenant) => !this.#running.has(tenant));
      if (!next) continue;
      const after = inOrder.slice(inOrder.findIndex(([each]) => each === rank) + 1);
      for (const [, lower] of after) lower.passedOver += 1;
      line.passedOver = 0;
      return { rank, ...next };
    }
    return undefined;
  }

  #end(tenant: number, rank: Rank): void {
    this.#running.delete(tenant);
    if (isLesser(rank)) this.#lesser -= 1;
    this.#lines.get(rank)!.putLast(tenant);
    this.#startNext();
  }
}

/** Everything but mail. */
function isLesser(rank: Rank): boolean {
  return rank === 'look' || rank === 'public';
}
