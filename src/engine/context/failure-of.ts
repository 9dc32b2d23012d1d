import { Failure } from '../../model/failure.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';
import type { Log } from '../../world/log.ts';
import { RenderingBusy } from '../../world/rendering.ts';

/** An outage is looked at again every second, so most are over by then. */
const outageRetrySeconds = 5;
/** What is being rendered now is done or given up by then. */
const busyRetrySeconds = 2;

/**
 * The answer to an error: the one place where what was thrown becomes a failure. What is none of these is a
 * fault of ours, logged whole and answered without its details.
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
  // Many at once are no fault, and a line for each would only help a flood.
  if (error instanceof RenderingBusy) {
    return new Failure('service_unavailable', {
      message: 'Too much large content is being rendered at the moment; ask again shortly',
      retryAfterSeconds: busyRetrySeconds,
    });
  }
  log.error({ ...facts, err: error }, 'failed');
  return new Failure('internal_server_error');
}
