import { Failure } from '../failure.ts';
import {
  type RequestWindow,
  requestWindowSeconds,
  retryAfterSeconds,
  secondsToReset,
} from './request-budget.ts';

/** Budget for large bodies; `used` includes refused bytes. */
type OctetWindow = RequestWindow & { limit: number; now: number };

const mebibyte = 1024 * 1024;

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
