import type { Clock } from '../../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../../model/instant.ts';
import type { Log } from '../../../world/log.ts';
import type { ServerDefinition } from '../protocol/server-definition.ts';
import { type ReadQueue, readQueue } from './read-queue.ts';

/** How long between two looks while things change (ms). */
export const lookEveryMs = 5 * secondMs;
/** How long between two looks at what has long been still (ms). */
export const lookEveryMaxMs = minuteMs;
/** A look follows after this part of the time that nothing has changed: what is still for longer is looked at less. */
const lookPartOfStillness = 1 / 24;

/** Resources that one watch looks at. */
export const watchedUrisMax = 20;
export const watchesOfOneOrganizationMax = 50;
export const watchesMax = 500;
/** Looks in a row that failed, after which a watch ends: its client gets an error rather than silence. */
const failedLooksMax = 5;

export type WatchEnd = 'aborted' | 'failed';

export type WatchOptions = {
  clock: Clock;
  log?: Pick<Log, 'warn'>;
  /** The key of the organization that watches. Without it the bound of the process alone holds. */
  organization?: number;
  /** Asked again for each look, since a caller's rights change while it listens. */
  offer(): Pick<ServerDefinition, 'resources'>;
  uris: readonly string[];
  /** Called for each change that was seen; several between two looks are one. */
  onChange(uri: string): void;
  /** Called once. After it nothing else is. */
  onEnd?(why: WatchEnd): void;
  signal: AbortSignal;
};

export type Watch = {
  /** What is looked at: of the URIs given the first 20, each once. */
  uris(): readonly string[];
  /** Watches one more, without a look at the others; false when it would be too many. */
  add(uri: string): boolean;
  remove(uri: string): void;
};

/**
 * Looks at resources every few seconds and tells of those that have changed, come or gone. It asks the store, as its
 * caller, so that it sees what another process has written, and learns of nothing that the caller may not read. It
 * never throws; what a look could not find out is found out by the next.
 *
 * @returns null when this organization, or this process, watches too much already
 */
export function watchResources(options: WatchOptions): Watch | null {
  const { clock, organization, offer, signal } = options;
  const room = roomOf(clock);
  /** What each resource was when it was last seen; undefined before the first look. Where it is empty, nothing waits. */
  const states = new Map<string, string | null | undefined>();
  let over = false;
  let failedLooks = 0;
  let changedAt = clock.monotonic();
  /** The next round, where one is waited for. */
  let next: { at: number; cancel(): void } | null = null;
  let rounds = 0;

  /** What the listener makes of it is its own affair: a fault there must not reach the timer that called. */
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

  /** Looks at some resources, one after the other, so that no watch waits for more than one turn. */
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

  /** False when there is no room for it. */
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
      // What it is now is seen now: a change right after the subscription is one already.
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

/** How many watch at once in one world, that is, in one process. */
type Room = {
  /** False when there is no room. */
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
