import type { Ids } from '../../world/ids.ts';

/** What a caller may send as `X-Request-Id`: it is echoed in a header and written to logs. */
const accepted = /^[A-Za-z0-9._~:+/=@-]{1,128}$/;
const seedBytes = 12;

/**
 * Names requests: with the caller's own `X-Request-Id` where it is safe, else with a new one. New ones are a random
 * word of this process and a count, which is unique without a look at the clock or the random source per request.
 */
export function requestIds(ids: Pick<Ids, 'bytes'>): (sent: string | string[] | undefined) => string {
  const seed = `req_${ids.bytes(seedBytes).toString('hex')}`;
  let count = 0;
  return (sent) => {
    if (typeof sent === 'string' && accepted.test(sent)) return sent;
    count += 1;
    return `${seed}${count.toString(36)}`;
  };
}
