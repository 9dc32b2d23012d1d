import { secondMs } from '../model/instant.ts';
import type { Clock } from './clock.ts';
import { TenantQueue } from './tenant-queue.ts';

const mebioctets = 1024 * 1024;
/** Weight of the latest task in the average duration of an organization's tasks. */
const latestShare = 0.3;
/** Maximum organizations with an average. The oldest entries are dropped. */
const averagesMax = 1_000;

/** Ranks of work, most urgent first. A rank that was passed over `passedOverMax` times in a row goes next, so that none starves. */
const ranks = {
  /** Accepting a mail, while its sender waits. */
  send: {
    passedOverMax: 0,
    tenantMax: 64,
    rankMax: 512,
    octetsMax: 16 * mebioctets,
    waitMsMax: 10 * secondMs,
  },
  /** Delivering a mail. The worker's concurrency is below the number of places here, and bounds the wait. */
  delivery: {
    passedOverMax: 1,
    tenantMax: 512,
    rankMax: 1_024,
    octetsMax: 256 * mebioctets,
    waitMsMax: null,
  },
  /** Rendering a draft, a preview or a mail for its sender. */
  look: {
    passedOverMax: 3,
    tenantMax: 20,
    rankMax: 200,
    octetsMax: 16 * mebioctets,
    waitMsMax: 10 * secondMs,
  },
  /** Serving a web version or a tracked link, to anyone with a link from a mail. */
  public: {
    passedOverMax: 10,
    tenantMax: 10,
    rankMax: 100,
    octetsMax: 16 * mebioctets,
    waitMsMax: 5 * secondMs,
  },
} as const satisfies Record<string, RankLimits>;

type RankLimits = {
  /** Turns of more urgent ranks in a row. */
  passedOverMax: number;
  /** Waiting tasks of one organization, and of all together. */
  tenantMax: number;
  rankMax: number;
  /** Limit on one organization's waiting tasks. A single task may be larger. */
  octetsMax: number;
  /** Refuses an organization whose next task would wait longer; null for no limit. */
  waitMsMax: number | null;
};

export type Rank = keyof typeof ranks;

export type Turn = {
  /** Key of the organization. Its work runs one task at a time, in alternation with other organizations. */
  tenant: number;
  rank: Rank;
  /** Frees the waiting place when the caller no longer needs the result. */
  signal?: AbortSignal | undefined;
};

/** @property octets held by the task while it waits */
export type SizedTurn = Turn & { octets: number };

export class TurnsFull extends Error {}

type Waiting = { octets: number; start: () => void; refuse: (error: unknown) => void };

class Line extends TenantQueue<number, Waiting> {
  passedOver = 0;
}

/** Shares places between organizations, at most one each, so that a slow task delays only its own. One place is reserved for mail. */
export class FairTurns {
  readonly #placesMax: number;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #averages = new Map<number, number>();
  /** Octets of waiting tasks by rank and tenant. */
  readonly #octets = new Map<string, number>();
  readonly #lines: ReadonlyMap<Rank, Line>;
  readonly #running = new Set<number>();
  /** Places in use by work other than mail. */
  #lesser = 0;

  constructor(placesMax: number, clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#placesMax = placesMax;
    this.#clock = clock;
    this.#lines = new Map((Object.keys(ranks) as Rank[]).map((rank) => [rank, new Line()]));
  }

  /**
   * @throws TurnsFull if too much work waits, or the task waited too long
   * @throws the abort reason of `signal`; the result of running work is dropped
   */
  async take<Result>(
    { tenant, rank, octets, signal }: SizedTurn,
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    this.#makeRoom(tenant, rank, octets);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const line = this.#lines.get(rank)!;
    const { waitMsMax }: RankLimits = ranks[rank];
    let isWaiting = true;
    let stopTimer = (): void => {};
    const start = (): void => {
      isWaiting = false;
      stopTimer();
      const began = this.#clock.monotonic();
      void work()
        .then(resolve, reject)
        .finally(() => this.#end(tenant, rank, this.#clock.monotonic() - began));
    };
    const waiting: Waiting = { octets, start, refuse: reject };
    const leave = (reason: unknown): void => {
      if (line.remove(tenant, waiting)) this.#count(tenant, rank, -octets);
      reject(reason);
    };
    const onAbort = (): void => leave(signal!.reason);
    line.add(tenant, waiting);
    this.#count(tenant, rank, octets);
    signal?.addEventListener('abort', onAbort);
    this.#startNext();
    if (isWaiting && waitMsMax !== null) {
      stopTimer = this.#clock.after(waitMsMax, () => leave(new TurnsFull()));
    }
    try {
      return await promise;
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  waiting(): Record<Rank, number> {
    return Object.fromEntries([...this.#lines].map(([rank, { size }]) => [rank, size])) as Record<
      Rank,
      number
    >;
  }

  /** Makes room in a full rank by refusing a task of its longest tenant, never of a shorter one. */
  #makeRoom(tenant: number, rank: Rank, octets: number): void {
    const { tenantMax, rankMax, octetsMax, waitMsMax }: RankLimits = ranks[rank];
    const line = this.#lines.get(rank)!;
    const length = line.lengthOf(tenant);
    if (length >= tenantMax) throw new TurnsFull();
    const waitingOctets = this.#octets.get(`${rank} ${tenant}`) ?? 0;
    if (waitingOctets > 0 && waitingOctets + octets > octetsMax) throw new TurnsFull();
    // The tenant's tasks run one at a time, so it waits for all of its earlier tasks.
    const ahead = length + (this.#running.has(tenant) ? 1 : 0);
    const waitMs = ahead * (this.#averages.get(tenant) ?? 0);
    if (waitMsMax !== null && waitMs > waitMsMax) throw new TurnsFull();
    if (line.size < rankMax) return;
    const last = line.lastOfLongest(length + 1);
    if (!last) throw new TurnsFull();
    line.remove(last.tenant, last.item);
    this.#count(last.tenant, rank, -last.item.octets);
    last.item.refuse(new TurnsFull());
  }

  #count(tenant: number, rank: Rank, octets: number): void {
    const key = `${rank} ${tenant}`;
    const all = (this.#octets.get(key) ?? 0) + octets;
    if (all > 0) this.#octets.set(key, all);
    else this.#octets.delete(key);
  }

  #startNext(): void {
    while (this.#running.size < this.#placesMax) {
      const next = this.#next();
      if (!next) return;
      const { rank, tenant, item } = next;
      this.#count(tenant, rank, -item.octets);
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

  #end(tenant: number, rank: Rank, tookMs: number): void {
    this.#running.delete(tenant);
    const before = this.#averages.get(tenant) ?? tookMs;
    this.#averages.delete(tenant);
    this.#averages.set(tenant, before + (tookMs - before) * latestShare);
    for (const oldest of this.#averages.keys()) {
      if (this.#averages.size <= averagesMax) break;
      this.#averages.delete(oldest);
    }
    if (isLesser(rank)) this.#lesser -= 1;
    this.#lines.get(rank)!.putLast(tenant);
    this.#startNext();
  }
}

function isLesser(rank: Rank): boolean {
  return rank === 'look' || rank === 'public';
}
