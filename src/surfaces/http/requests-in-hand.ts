import type { Duplex } from 'node:stream';

/** The requests of each connection that have begun and whose answers have not gone out. */
export class RequestsInHand {
  readonly #all = new WeakMap<Duplex, number>();
  /** Those of them whose body is on its way. */
  readonly #coming = new WeakMap<Duplex, number>();

  begin(connection: Duplex): void {
    count(this.#all, connection, 1);
  }

  end(connection: Duplex): void {
    count(this.#all, connection, -1);
  }

  /** Waits for the body of one of them. */
  async awaited<Body>(connection: Duplex, body: Promise<Body>): Promise<Body> {
    count(this.#coming, connection, 1);
    try {
      return await body;
    } finally {
      count(this.#coming, connection, -1);
    }
  }

  of(connection: Duplex): number {
    return this.#all.get(connection) ?? 0;
  }

  /** Whether nothing of any of them was begun to be worked on. */
  areAllComing(connection: Duplex): boolean {
    return this.#all.get(connection) === this.#coming.get(connection);
  }
}

function count(counts: WeakMap<Duplex, number>, connection: Duplex, by: 1 | -1): void {
  const amount = (counts.get(connection) ?? 0) + by;
  if (amount === 0) counts.delete(connection);
  else counts.set(connection, amount);
}
