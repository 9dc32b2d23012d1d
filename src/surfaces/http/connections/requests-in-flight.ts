import type { Duplex } from 'node:stream';

/** Serializes pipelined requests. Hundreds from one packet would otherwise run before another client's. */
export class RequestsInFlight {
  readonly #all = new WeakMap<Duplex, number>();
  readonly #coming = new WeakMap<Duplex, number>();
  readonly #ahead = new WeakMap<Duplex, (() => void)[]>();

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

  /** Returns true if a request waits, so that no more are read. */
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

  /** Counts a body as arriving until it resolves. */
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

  /** Returns true if every request still waits for its body, so none has started. */
  areAllComing(connection: Duplex): boolean {
    return this.of(connection) === (this.#coming.get(connection) ?? 0);
  }
}

function count(counts: WeakMap<Duplex, number>, connection: Duplex, by: 1 | -1): void {
  counts.set(connection, (counts.get(connection) ?? 0) + by);
}
