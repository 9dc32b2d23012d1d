import type { Clock } from '../../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../../model/instant.ts';
import type { Log } from '../../../world/log.ts';
import type { ServerDefinition } from '../protocol/server-definition.ts';
import { type ReadQueue, readQueue } from './read-queue.ts';

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

export type Watch = {
  uris(): readonly string[];
  /** Watches another resource without reading the others. Returns false at the limit. */
  add(uri: string): boolean;
  remove(uri: string): void;
};

/**
 * Reads through the store as the caller, so it sees writes of other processes and only resources the caller may read.
 * Never throws; a failed read is repeated by the next poll.
 * @returns null when the organization or process has reached its limit of watches
 */
export function watchResources(options: WatchOptions): Watch | null {
  const { clock, organization, offer, signal } = options;
  const room = roomOf(clock);
  /** Last seen state of each resource; undefined before the first read. While the map is empty, no timer runs. */
  const states = new Map<string, string | null | undefined>();
  let over = false;
  let failedLooks = 0;
  let changedAt = clock.monotonic();
  let next: { at: number; cancel(): void } | null = null;
  let rounds = 0;

  /** A listener's error must not reach the timer that called it. */
  const tell = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      options.log?.warn({ err: error }, 'watchers of resources could not be notified');
    }
  };

  const rest = (): void => {
    room.leave(organization);
    next?.cancel();
    next = null;
    rounds += 1;
  };

  const end = (why: WatchEnd): void => {
    if (over) return;
    over = true;
    if (states.size > 0) rest();
    signal.removeEventListener('abort', onAbort);
    tell(() => options.onEnd?.(why));
  };
  const onAbort = (): void => end('aborted');

  const look = async (uri: string): Promise<void> => {
    const state = await room.looks.take({
      organization,
      key: offer().resources?.().stateKey?.(uri) ?? null,
      isGone: () => over || !states.has(uri),
      look: async () => (await offer().resources?.().stateOf?.(uri)) ?? null,
    });
    if (over || !states.has(uri)) return;
    const before = states.get(uri);
    states.set(uri, state);
    if (before === undefined || before === state) return;
    changedAt = clock.monotonic();
    tell(() => options.onChange(uri));
  };

  /** Reads resources one after the other, so that a watch has at most one read in the queue. */
  const lookAt = async (uris: readonly string[]): Promise<void> => {
    try {
      for (const uri of uris) {
        if (over) return;
        await look(uri);
      }
      failedLooks = 0;
    } catch (error) {
      failedLooks += 1;
      options.log?.warn({ err: error }, 'a watched resource could not be looked at');
      if (failedLooks >= failedLooksMax) end('failed');
    }
  };

  const wait = (ms: number): void => {
    next?.cancel();
    next = { at: clock.monotonic() + ms, cancel: clock.after(ms, round) };
  };

  const round = (): void => {
    next = null;
    rounds += 1;
    const mine = rounds;
    void lookAt([...states.keys()]).then(() => {
      if (!over && mine === rounds) wait(pauseMs(clock.monotonic() - changedAt));
    });
  };

  const take = (uri: string): boolean => {
    if (over || states.size >= watchedUrisMax) return false;
    if (states.size === 0 && !room.enter(organization)) return false;
    states.set(uri, undefined);
    return true;
  };

  if (signal.aborted) {
    end('aborted');
  } else {
    for (const uri of new Set(options.uris)) if (!take(uri)) break;
    if (options.uris.length > 0 && states.size === 0) return null;
    signal.addEventListener('abort', onAbort, { once: true });
    if (states.size > 0) round();
  }
  return {
    uris: () => [...states.keys()],
    add(uri) {
      if (states.has(uri)) return true;
      if (!take(uri)) return false;
      changedAt = clock.monotonic();
      // Reads the new resource now, so that a change right after the subscription is noticed.
      if (states.size === 1) round();
      else void lookAt([uri]);
      if (next && next.at > changedAt + lookEveryMs) wait(lookEveryMs);
      return true;
    },
    remove(uri) {
      if (states.delete(uri) && states.size === 0 && !over) rest();
    },
  };
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
