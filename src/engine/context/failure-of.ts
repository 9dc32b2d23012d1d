import { Failure } from '../../model/failure.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';
import type { Log } from '../../world/log.ts';
import { RenderingBusy } from '../../world/rendering.ts';

/** The database is probed every second, so most outages are over by then. */
const outageRetrySeconds = 5;
/** Renderings in progress have ended by then. */
const busyRetrySeconds = 2;

/**
 * Converts an error into the failure a caller gets. An internal error is logged with its details and answered without them.
 * @param facts further fields of the log entry
 */
export function failureOf(log: Pick<Log, 'error'>, error: unknown, facts: Record<string, unknown>): Failure {
  if (error instanceof Failure) return error;
  // Not logged here: a line per request would fill a full disk further. The outage itself is logged once.
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
