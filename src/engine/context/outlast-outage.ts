import type { Clock } from '../../concurrency/clock.ts';
import { retryForMs } from '../../model/delivery/retry-schedule.ts';
import { secondMs } from '../../model/instant.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';

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
