/** At the maximum, the address with the most connections gives up one, so that a few cannot lock out the others. */
export type ConnectionPlaces<Connection> = {
  /** Returns whether it got a slot, and the connection to close. `address` is null for a trusted proxy. */
  enter(connection: Connection, address: string | null): { taken: boolean; leaves: Connection | null };
  /** Frees the slot. Call once per connection with a slot, from either side. */
  leave(connection: Connection): void;
};

export type PlaceLimits = {
  max: number;
  perAddressMax: number;
  /** If false, the next connection of an address at its limit is refused. */
  ownIdleLeaves: boolean;
};

/** A closing connection takes a moment, so the number may be exceeded by this share. */
const overlapShare = 0.1;

/** @param isUnheard whether closing only loses a request that is still arriving and has had no effect */
export function connectionPlaces<Connection>(
  { max, perAddressMax, ownIdleLeaves }: PlaceLimits,
  isIdle: (connection: Connection) => boolean,
  isUnheard: (connection: Connection) => boolean = isIdle,
): ConnectionPlaces<Connection> {
  /** In order of arrival. Connections of trusted proxies are in no set. */
  const byAddress = new Map<string, Set<Connection>>();
  const addressOf = new Map<Connection, string | null>();
  const leaving = new Set<Connection>();

  function oldest(of: ReadonlySet<Connection>, mayLeave: typeof isIdle): Connection | null {
    for (const connection of of) if (!leaving.has(connection) && mayLeave(connection)) return connection;
    return null;
  }

  function greediest(most: number): Connection | null {
    let found: Connection | null = null;
    let foundAmount = most;
    for (const of of byAddress.values()) {
      if (of.size <= foundAmount) continue;
      const leaves = oldest(of, isIdle) ?? oldest(of, isUnheard);
      if (leaves === null) continue;
      found = leaves;
      foundAmount = of.size;
    }
    return found;
  }

  /** Undefined without a slot; null if no connection must close. */
  function whoLeaves(address: string | null): Connection | null | undefined {
    const own = address === null ? undefined : byAddress.get(address);
    if (own && own.size >= perAddressMax) return (ownIdleLeaves && oldest(own, isIdle)) || undefined;
    if (addressOf.size < max) return null;
    if (addressOf.size >= max * (1 + overlapShare)) return undefined;
    // An address never grows at the expense of an address with as few connections, but may close its own.
    return greediest(own?.size ?? 0) ?? (ownIdleLeaves && own ? oldest(own, isIdle) : null) ?? undefined;
  }

  return {
    enter(connection, address) {
      const leaves = whoLeaves(address);
      if (leaves === undefined) return { taken: false, leaves: null };
      if (leaves !== null) leaving.add(leaves);
      addressOf.set(connection, address);
      if (address !== null) {
        const of = byAddress.get(address);
        if (of) of.add(connection);
        else byAddress.set(address, new Set([connection]));
      }
      return { taken: true, leaves };
    },
    leave(connection) {
      const address = addressOf.get(connection);
      addressOf.delete(connection);
      leaving.delete(connection);
      if (address == null) return;
      const of = byAddress.get(address);
      of?.delete(connection);
      if (of?.size === 0) byAddress.delete(address);
    },
  };
}
