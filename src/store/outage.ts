/** The database cannot be reached, or takes no writes. Whatever was asked of it may be asked again later. */
export class DatabaseUnavailable extends Error {}

/** A statement met damaged data. Other statements may still work, so a successful write does not end the outage. */
export class DatabaseDamaged extends DatabaseUnavailable {}

/**
 * The connection was lost, or none could be opened. A transaction that ended so may have been committed: whether it was is
 * not known, so it must not be run again for the caller, only reported.
 */
export class ConnectionLost extends DatabaseUnavailable {}

type OutageListener = { began(error: DatabaseUnavailable): void; ended(): void };

/**
 * Whether a database is out of reach, as this process last saw it. It begins with any statement that was refused and ends
 * when a write was proved to work, not when one happened to: on a full disk the small ones still go through at times.
 */
export class Outage {
  #error: DatabaseUnavailable | null = null;
  #listener: OutageListener | null = null;

  /** What the database refused with; null while it works. */
  get error(): DatabaseUnavailable | null {
    return this.#error;
  }

  /** Notes a refusal. @returns it, to be thrown */
  begin(error: DatabaseUnavailable): DatabaseUnavailable {
    if (this.#error === null) {
      this.#error = error;
      this.#listener?.began(error);
    }
    return error;
  }

  end(): void {
    if (this.#error === null) return;
    this.#error = null;
    this.#listener?.ended();
  }

  /** The one who reports it and proves that it is over. */
  listen(listener: OutageListener): void {
    this.#listener = listener;
  }
}
