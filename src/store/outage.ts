import type { Clock } from '../concurrency/clock.ts';
import { retryForMs } from '../model/delivery/retry-schedule.ts';
import { secondMs } from '../model/instant.ts';

/** The database is unreachable or read-only. The caller may repeat the request later. */
export class DatabaseUnavailable extends Error {}

/** A statement met damaged data. Other statements may still work, so a successful write does not end the outage. */
export class DatabaseDamaged extends DatabaseUnavailable {}

/** The connection was lost or could not be opened. The transaction may have been committed, so it must not be repeated automatically. */
export class ConnectionLost extends DatabaseUnavailable {}

/** A concurrent transaction was in the way. This transaction had no effect and can run again. */
export class WriteConflict extends Error {}

/** Another transaction held a lock for too long. */
export class LockTimeout extends WriteConflict {}

type OutageListener = { began(error: DatabaseUnavailable): void; ended(): void };

/** Only a probe write ends an outage, because small writes sometimes succeed on a full disk. */
export class Outage {
  #error: DatabaseUnavailable | null = null;
  #listener: OutageListener | null = null;

  /** First error of the outage; null while the database works. */
  get error(): DatabaseUnavailable | null {
    return this.#error;
  }

  /** Records a refusal. @returns the same error, for the caller to throw */
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

  listen(listener: OutageListener): void {
    this.#listener = listener;
  }
}

const waitFirstMs = 100;
/** Shorter than the wait before other processes claim in-flight work again. */
const waitLongestMs = secondMs;
const outlastedForMs = retryForMs;

/**
 * Retries a write of an effect that would otherwise be repeated. A lost connection may hide a commit, so a repeated write must
 * change nothing. @throws other errors, and the outage itself after three days
 */
export async function outlastOutage<Answer>(clock: Clock, write: () => Promise<Answer>): Promise<Answer> {
  const begunAt = clock.monotonic();
  for (let waitMs = waitFirstMs; ; waitMs = Math.min(2 * waitMs, waitLongestMs)) {
    try {
      return await write();
    } catch (error) {
      const over = clock.monotonic() - begunAt >= outlastedForMs;
      if (!(error instanceof DatabaseUnavailable) || over) throw error;
    }
    await new Promise<void>((resolve) => {
      clock.after(waitMs, resolve);
    });
  }
}
