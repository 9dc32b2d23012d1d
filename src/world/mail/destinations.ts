import { knownProvider, type Provider } from '../../model/delivery/providers.ts';
import { Destination, type DestinationOptions } from './destination.ts';
import type { ProviderLoad } from './mail.ts';

/** The destinations of direct delivery by provider. */
type Destinations = {
  of(provider: Provider): Destination;
  /** Returns the load per known provider, and the sum of all others. */
  load(): ProviderLoad[];
  close(): Promise<void>;
  cut(why: string): void;
};

const destinationsMax = 2_000;

/** Keeps at most `destinationsMax` destinations, each with its connections. */
export function destinations(options: Omit<DestinationOptions, 'resting'>): Destinations {
  const known = new Map<string, Destination>();
  const resting = new Set<() => void>();

  /** At the limit, forgets an unused destination, preferably without state, otherwise the least recently used. */
  function makeRoom() {
    if (known.size < destinationsMax) return;
    const unused = [...known.values()].filter((each) => each.inFlight === 0);
    const gone = unused.find((each) => each.isForgettable()) ?? unused[0];
    if (gone === undefined) return;
    known.delete(gone.provider.name);
    void gone.close();
  }

  return {
    of(provider) {
      let found = known.get(provider.name);
      if (found === undefined) {
        makeRoom();
        found = new Destination(provider, { ...options, resting });
      }
      // Moves it to the end, as the most recently used.
      known.delete(provider.name);
      known.set(provider.name, found);
      return found;
    },
    load() {
      const loads = new Map<string, ProviderLoad>();
      for (const each of known.values()) addLoad(loads, knownProvider(each.provider.name), each.load());
      return [...loads.values()];
    },
    async close() {
      await Promise.all([...known.values()].map((each) => each.close()));
    },
    cut(why) {
      for (const each of known.values()) each.cut(why);
    },
  };
}

function addLoad(
  loads: Map<string, ProviderLoad>,
  provider: string,
  { connections, connectionsMax, restMs }: Omit<ProviderLoad, 'provider'>,
): void {
  const before = loads.get(provider) ?? { connections: 0, connectionsMax: 0, restMs: 0 };
  loads.set(provider, {
    provider,
    connections: before.connections + connections,
    connectionsMax: before.connectionsMax + connectionsMax,
    restMs: Math.max(before.restMs, restMs),
  });
}
