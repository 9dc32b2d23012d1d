import type { Clock } from '../../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../../model/instant.ts';
import type { Log } from '../../../world/log.ts';
import type { ServerDefinition } from '../protocol/server-definition.ts';

/** Interval between reads while resources change (ms). */
export const lookEveryMs = 5 * secondMs;
/** Maximum interval after a long time without changes (ms). */
export const lookEveryMaxMs = minuteMs;
/** The interval grows to this fraction of the time without changes. */
const lookPartOfStillness = 1 / 24;

export const watchedUrisMax = 20;
export const watchesOfOneOrganizationMax = 50;
export const watchesMax = 500;
/** Consecutive failed reads that end a watch, so that the client gets an error instead of silence. */
const failedLooksMax = 5;

export type WatchEnd = 'aborted' | 'failed';

export type WatchOptions = {
  clock: Clock;
  log?: Pick<Log, 'warn'>;
  /** Key of the organization. If undefined, only the limit of the process applies. */
  organization?: number;
  /** Called for each read, because a caller's rights may change. */
  offer(): Pick<ServerDefinition, 'resources'>;
  uris: readonly string[];
  /** Called once for all changes between two reads. */
  onChange(uri: string): void;
  /** Called once, as the last callback. */
  onEnd?(why: WatchEnd): void;
  signal: AbortSignal;
};

/**
 * Reads as the caller, so only resources the caller may read, including writes of other processes. Retries a
 * failed read with the next poll. @returns null at the limit of watches
 */
export function watchResources(options: WatchOptions): Watch | null {
  const watch = new Watch(options);
  return watch.start() ? watch : null;
}

export class Watch {
  readonly #options: WatchOptions;
  readonly #room: Room;
  /** Last seen state of each resource; undefined before the first read. While the map is empty, no timer runs. */
  readonly #states = new Map<string, string | null | undefined>();
  #over = false;
  #failedLooks = 0;
  #changedAt: number;
  #next: { at: number; cancel(): void } | null = null;
  #rounds = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#room = roomOf(options.clock);
    this.#changedAt = options.clock.monotonic();
  }

  /** Returns false at the limit of watches. */
  start(): boolean {
    const { uris, signal } = this.#options;
    if (signal.aborted) {
      this.#end('aborted');
      return true;
    }
    for (const uri of new Set(uris)) if (!this.#take(uri)) break;
    if (uris.length > 0 && this.#states.size === 0) return false;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (this.#states.size > 0) this.#beginRound();
    return true;
  }

  uris(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Watches another resource without reading the others. Returns false at the limit. */
  add(uri: string): boolean {
    if (this.#states.has(uri)) return true;
    if (!this.#take(uri)) return false;
    this.#changedAt = this.#options.clock.monotonic();
    // Reads the new resource now, so that a change right after the subscription is noticed.
    if (this.#states.size === 1) this.#beginRound();
    else void this.#lookAt([uri]);
    if (this.#next && this.#next.at > this.#changedAt + lookEveryMs) this.#wait(lookEveryMs);
    return true;
  }

  remove(uri: string): void {
    if (this.#states.delete(uri) && this.#states.size === 0 && !this.#over) this.#rest();
  }

  #take(uri: string): boolean {
    if (this.#over || this.#states.size >= watchedUrisMax) return false;
    if (this.#states.size === 0 && !this.#room.enter(this.#options.organization)) return false;
    this.#states.set(uri, undefined);
    return true;
  }

  #beginRound(): void {
    const { clock } = this.#options;
    this.#next = null;
    this.#rounds += 1;
    const mine = this.#rounds;
    void this.#lookAt(this.uris()).then(() => {
      if (!this.#over && mine === this.#rounds) this.#wait(pauseMs(clock.monotonic() - this.#changedAt));
    });
  }

  #wait(ms: number): void {
    const { clock } = this.#options;
    this.#next?.cancel();
    this.#next = { at: clock.monotonic() + ms, cancel: clock.after(ms, () => this.#beginRound()) };
  }

  /** Reads resources one after the other, so that a watch has at most one read in the queue. */
  async #lookAt(uris: readonly string[]): Promise<void> {
    try {
      for (const uri of uris) {
        if (this.#over) return;
        await this.#look(uri);
      }
      this.#failedLooks = 0;
    } catch (error) {
      this.#failedLooks += 1;
      this.#options.log?.warn({ err: error }, 'a watched resource could not be checked');
      if (this.#failedLooks >= failedLooksMax) this.#end('failed');
    }
  }

  async #look(uri: string): Promise<void> {
    const { clock, organization, offer } = this.#options;
    const isGone = (): boolean => this.#over || !this.#states.has(uri);
    const state = await this.#room.looks.take({
      organization,
      key: offer().resources?.().stateKey?.(uri) ?? null,
      isGone,
      look: async () => (await offer().resources?.().stateOf?.(uri)) ?? null,
    });
    if (isGone()) return;
    const before = this.#states.get(uri);
    this.#states.set(uri, state);
    if (before === undefined || before === state) return;
    this.#changedAt = clock.monotonic();
    this.#tell(() => this.#options.onChange(uri));
  }

  readonly #onAbort = (): void => this.#end('aborted');

  #end(why: WatchEnd): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#states.size > 0) this.#rest();
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#tell(() => this.#options.onEnd?.(why));
  }

  #rest(): void {
    this.#room.leave(this.#options.organization);
    this.#next?.cancel();
    this.#next = null;
    this.#rounds += 1;
  }

  /** A listener's error must not reach the timer that called it. */
  #tell(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#options.log?.warn({ err: error }, 'watchers of resources could not be notified');
    }
  }
}

function pauseMs(stillMs: number): number {
  return Math.min(lookEveryMaxMs, Math.max(lookEveryMs, stillMs * lookPartOfStillness));
}

type Room = {
  enter(organization: number | undefined): boolean;
  leave(organization: number | undefined): void;
  looks: ReadQueue;
};

const rooms = new WeakMap<Clock, Room>();

function roomOf(clock: Clock): Room {
  let room = rooms.get(clock);
  if (!room) {
    room = emptyRoom(readQueue(clock));
    rooms.set(clock, room);
  }
  return room;
}

function emptyRoom(looks: ReadQueue): Room {
  let watches = 0;
  const watchesOf = new Map<number, number>();
  return {
    looks,
    enter(organization) {
      const theirs = organization === undefined ? 0 : (watchesOf.get(organization) ?? 0);
      if (watches >= watchesMax || theirs >= watchesOfOneOrganizationMax) return false;
      watches += 1;
      if (organization !== undefined) watchesOf.set(organization, theirs + 1);
      return true;
    },
    leave(organization) {
      watches -= 1;
      if (organization === undefined) return;
      const left = watchesOf.get(organization)! - 1;
      if (left === 0) watchesOf.delete(organization);
      else watchesOf.set(organization, left);
    },
  };
}

/** Ratio of pause to read time. Limits reads to a quarter of the process. */
const pausePartOfLook = 3;
const pauseMaxMs = secondMs;

type Looker = {
  /** Key of the organization. Watchers without an organization share a turn. */
  organization: number | undefined;
  /** Watchers of an organization with the same key share one read; null for a separate read. */
  key: string | null;
  /** Checked when the turn comes, to skip watchers that have left. */
  isGone(): boolean;
  look(): Promise<string | null>;
};

/** Serializes the reads of a process. Organizations take turns. */
type ReadQueue = {
  /** Returns the result of a read that began after this call, or null if all its watchers have left. */
  take(looker: Looker): Promise<string | null>;
};

type Waiting = {
  lookers: Looker[];
  found: PromiseWithResolvers<string | null>;
};

function readQueue(clock: Clock): ReadQueue {
  /** Waiting reads by organization in turn order, and within an organization by key in arrival order. */
  const tenants = new Map<number | undefined, Map<unknown, Waiting>>();
  let busy = false;

  const next = (): Waiting | undefined => {
    const [organization, tenant] = tenants.entries().next().value ?? [];
    const [key, waiting] = tenant?.entries().next().value ?? [];
    if (!tenant || !waiting) return undefined;
    tenant.delete(key);
    tenants.delete(organization);
    if (tenant.size > 0) tenants.set(organization, tenant);
    return waiting;
  };
  /** Never throws; the waiting watchers receive the error. */
  const lookFor = async ({ lookers, found }: Waiting): Promise<void> => {
    const looker = lookers.find(({ isGone }) => !isGone());
    if (!looker) return found.resolve(null);
    const startedAt = clock.monotonic();
    try {
      found.resolve(await looker.look());
    } catch (error) {
      found.reject(error);
    }
    const pauseMs = Math.min(pauseMaxMs, pausePartOfLook * (clock.monotonic() - startedAt));
    if (pauseMs > 0) await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
  };
  const lookForAll = async (): Promise<void> => {
    busy = true;
    for (let waiting = next(); waiting; waiting = next()) await lookFor(waiting);
    busy = false;
  };
  return {
    take(looker) {
      const { organization, key } = looker;
      const tenant = tenants.get(organization) ?? new Map<unknown, Waiting>();
      tenants.set(organization, tenant);
      const place = key ?? looker;
      const waiting = tenant.get(place) ?? { lookers: [], found: Promise.withResolvers() };
      tenant.set(place, waiting);
      waiting.lookers.push(looker);
      if (!busy) void lookForAll();
      return waiting.found.promise;
    },
  };
}
