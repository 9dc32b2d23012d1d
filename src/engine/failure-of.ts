import { Failure } from '../model/failure.ts';
import { DatabaseUnavailable } from '../store/outage.ts';
import type { Log } from '../world/log.ts';

/** An outage is looked at again every second, so most are over by then. */
const outageRetrySeconds = 5;

/**
 * What a caller is told of an error: the one place where what was thrown becomes a failure. What is none of these is a
 * fault of ours, logged whole and told without a word of its inside.
 * @param facts that the log names beside the error
 */
export function failureOf(log: Pick<Log, 'error'>, error: unknown, facts: Record<string, unknown>): Failure {
  if (error instanceof Failure) return error;
  // The outage itself is logged once: a line for each request would fill the disk that is full.
  if (error instanceof DatabaseUnavailable) {
    return new Failure('service_unavailable', {
      message: 'The database cannot be reached or written at the moment; ask again shortly',
      retryAfterSeconds: outageRetrySeconds,
    });
  }
  log.error({ ...facts, err: error }, 'failed');
  return new Failure('internal_server_error');
}
