import type { Clock } from '../../../concurrency/clock.ts';
import { secondMs } from '../../../model/instant.ts';

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
export type ReadQueue = {
  /** Returns the result of a read that began after this call, or null if all its watchers have left. */
  take(looker: Looker): Promise<string | null>;
};

type Waiting = {
  lookers: Looker[];
  found: PromiseWithResolvers<string | null>;
};

export function readQueue(clock: Clock): ReadQueue {
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
