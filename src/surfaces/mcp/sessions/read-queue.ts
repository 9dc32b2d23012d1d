import type { Clock } from '../../../concurrency/clock.ts';
import { secondMs } from '../../../model/instant.ts';

/** After a read the queue pauses for so many times as long as it took, so reads take a quarter of the process at most. */
const pausePartOfLook = 3;
const pauseMaxMs = secondMs;

/** A watcher that waits for the state of a resource. */
type Looker = {
  /** The key of the organization; those without one are one more. */
  organization: number | undefined;
  /** Those of one organization with the same key are answered by one look; null for one of its own. */
  key: string | null;
  /** Asked when its turn comes; who has gone is not looked for. */
  isGone(): boolean;
  look(): Promise<string | null>;
};

/** All looks of one process, one after the other; organizations take turns. */
export type ReadQueue = {
  /**
   * What a read found that began after this call; null as well when every watcher that waited for it has gone.
   * @throws what the look throws
   */
  take(looker: Looker): Promise<string | null>;
};

type Waiting = {
  lookers: Looker[];
  found: PromiseWithResolvers<string | null>;
};

export function readQueue(clock: Clock): ReadQueue {
  /** By organization, in the order of their next turn; of each by key, in the order in which they came. */
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
  /** Never throws: the error goes to those who wait. */
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
