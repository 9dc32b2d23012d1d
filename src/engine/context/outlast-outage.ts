import type { Clock } from '../../concurrency/clock.ts';
import { retryForMs } from '../../model/delivery/retry-schedule.ts';
import { secondMs } from '../../model/instant.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';

const waitFirstMs = 100;
/** Shorter than the wait of other processes before they claim again what was in flight when the outage began. */
const waitLongestMs = secondMs;
/** As long as a mail is tried. */
const outlastedForMs = retryForMs;

/**
 * Writes what must not be lost with an outage of the database: tries again until it is taken, because what it says has
 * happened already and would happen twice. The write may have been committed before the connection was lost, so it must
 * change nothing the second time.
 * @throws what else the write throws, and the outage itself after three days
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
