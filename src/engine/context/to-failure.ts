import { Failure } from '../../model/failure.ts';
import { DatabaseUnavailable, WriteConflict } from '../../store/outage.ts';
import type { Log } from '../../world/log.ts';
import { RenderingBusy } from '../../world/rendering.ts';

/** The database is probed every second, so most outages are over by then. */
const outageRetrySeconds = 5;
const busyRetrySeconds = 2;

/** Internal errors are logged with `facts` and answered without details. */
export function toFailure(log: Pick<Log, 'error'>, error: unknown, facts: Record<string, unknown>): Failure {
  if (error instanceof Failure) return error;
  // The outage is logged once, because a line per request would help fill a full disk.
  if (error instanceof DatabaseUnavailable) {
    return new Failure('service_unavailable', {
      message: 'The database cannot be reached or written at the moment; ask again shortly',
      retryAfterSeconds: outageRetrySeconds,
    });
  }
  if (error instanceof WriteConflict) {
    return new Failure('service_unavailable', {
      message: 'Too many changes of this organization are being written at the moment; try again shortly',
      retryAfterSeconds: busyRetrySeconds,
    });
  }
  // Not logged, because many at once are normal and lines would help a flood.
  if (error instanceof RenderingBusy) {
    return new Failure('service_unavailable', {
      message: 'Too much large content is being rendered at the moment; ask again shortly',
      retryAfterSeconds: busyRetrySeconds,
    });
  }
  log.error({ ...facts, err: error }, 'failed');
  return new Failure('internal_server_error');
}
