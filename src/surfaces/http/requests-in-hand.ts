import type { Duplex } from 'node:stream';

/** Requests that a client has written ahead of their answers wait up to this many; with more its connection ends after them. */
const aheadMax = 16;

/**
 * The requests of each connection that have begun and whose answers have not gone out. They are worked on one after the other:
 * each packet may hold hundreds, all of which would come before the next step of anybody else's request.
 */
export class RequestsInHand {
  readonly #all = new WeakMap<Duplex, number>();
  /** Those of them whose body is on its way. */
  readonly #coming = new WeakMap<Duplex, number>();
  /** Those that wait for the answer to the one before. */
  readonly #ahead = new WeakMap<Duplex, (() => void)[]>();
  readonly #overrun = new WeakSet<Duplex>();

  /** Starts the work on a request in its turn, or never, when there are too many. */
  begin(connection: Duplex, work: () => void): void {
    const inHand = this.of(connection);
    if (inHand > aheadMax) {
      this.#overrun.add(connection);
      return;
    }
    count(this.#all, connection, 1);
    if (inHand === 0) {
      work();
      return;
    }
    const waiting = this.#ahead.get(connection);
    if (waiting) waiting.push(work);
    else this.#ahead.set(connection, [work]);
    connection.pause();
  }

  end(connection: Duplex): void {
    count(this.#all, connection, -1);
    const waiting = this.#ahead.get(connection);
    if (!waiting) return;
    const next = waiting.shift();
    if (waiting.length === 0) {
      this.#ahead.delete(connection);
      connection.resume();
    }
    next?.();
  }

  /** Whether the connection ends with the answer to the only request that is left. */
  endsWithThis(connection: Duplex): boolean {
    return this.#overrun.has(connection) && this.of(connection) === 1;
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
