import type { Duplex } from 'node:stream';

/**
 * The requests of each connection that have begun and whose answers have not gone out. They are worked on one after the other:
 * each packet may hold hundreds, which would otherwise all come before the next step of another client's request.
 */
export class RequestsInFlight {
  readonly #all = new WeakMap<Duplex, number>();
  /** Those of them whose body is on its way. */
  readonly #coming = new WeakMap<Duplex, number>();
  /** Those that wait for the answer to the one before. */
  readonly #ahead = new WeakMap<Duplex, (() => void)[]>();

  /** Starts the work on a request in its turn. */
  begin(connection: Duplex, work: () => void): void {
    count(this.#all, connection, 1);
    if (this.of(connection) === 1) {
      work();
      return;
    }
    const waiting = this.#ahead.get(connection);
    if (waiting) waiting.push(work);
    else this.#ahead.set(connection, [work]);
  }

  /** Whether one waits: then no more are read. */
  isFull(connection: Duplex): boolean {
    return this.#ahead.has(connection);
  }

  end(connection: Duplex): void {
    count(this.#all, connection, -1);
    const waiting = this.#ahead.get(connection);
    if (!waiting) return;
    const next = waiting.shift();
    if (waiting.length === 0) this.#ahead.delete(connection);
    next?.();
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
