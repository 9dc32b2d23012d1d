import type { Ids } from '../../world/ids.ts';

/** Allowed characters of a caller's `X-Request-Id`, which is echoed in a header and logged. */
const accepted = /^[A-Za-z0-9._~:+/=@-]{1,128}$/;
const seedBytes = 12;

/** A new id is a random prefix of the process plus a counter, which needs no clock or random source per request. */
export function requestIds(ids: Pick<Ids, 'bytes'>): (sent: string | string[] | undefined) => string {
  const seed = `req_${ids.bytes(seedBytes).toString('hex')}`;
  let count = 0;
  return (sent) => {
    if (typeof sent === 'string' && accepted.test(sent)) return sent;
    count += 1;
    return `${seed}${count.toString(36)}`;
  };
}
