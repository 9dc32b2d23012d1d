import { Failure } from '../failure.ts';
import {
  type RequestWindow,
  requestWindowSeconds,
  retryAfterSeconds,
  secondsToReset,
} from './request-budget.ts';

/** An organization's window for large bodies; `used` includes octets that were refused. */
type OctetWindow = RequestWindow & { limit: number; now: number };

const mebibyte = 1024 * 1024;

/** The body exceeds what the plan allows in a minute. */
export class BeyondOctets extends Failure {
  readonly window: OctetWindow;

  constructor(window: OctetWindow) {
    const mebibytes = Math.floor(window.limit / mebibyte);
    super('rate_limit_exceeded', {
      message: `The large bodies of this minute come to more than the ${mebibytes} MiB of the plan`,
      retryAfterSeconds: retryAfterSeconds(window),
    });
    this.window = window;
  }
}

/** The rate headers of that refusal: beside the request budget, the octet budget, in its own unit (`qu`). */
export function withOctets(
  headers: Readonly<Record<string, string>>,
  window: OctetWindow,
): Record<string, string> {
  const { limit } = window;
  const reset = secondsToReset(window);
  return {
    ...headers,
    'RateLimit-Policy': `${headers['RateLimit-Policy']}, "octets";qu="content-bytes";q=${limit};w=${requestWindowSeconds}`,
    RateLimit: `${headers.RateLimit}, "octets";r=0;t=${reset}`,
  };
}
