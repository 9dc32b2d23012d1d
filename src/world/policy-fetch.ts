import { request } from 'node:https';
import { isIP } from 'node:net';
import { isGlobalAddress } from '../model/delivery/global-address.ts';
import { policyOctetsMax } from '../model/delivery/mta-sts.ts';
import { secondMs } from '../model/instant.ts';
import type { Clock } from './clock.ts';
import type { Resolver } from './resolver.ts';

/** A policy's text, or why there is none, by the names of RFC 8460 4.3.2.2. */
export type FetchedPolicy =
  | { text: string }
  | { fault: 'sts-policy-fetch-error' | 'sts-webpki-invalid'; why: string };

/** Fetches the MTA-STS policy of a domain. Never throws. */
export type FetchPolicy = (domain: string) => Promise<FetchedPolicy>;

export type PolicyFetchOptions = {
  resolver: Resolver;
  clock: Clock;
  /** Dial addresses outside of the public internet as well: a test set-up. */
  allowPrivate?: boolean;
  /** 443, but in a test. */
  port?: number;
};

/** From the first look-up to the last octet: a mail waits for it. */
const fetchMsMax = 20 * secondMs;
const addressesMax = 4;
/** Kept of a server's own words. */
const reasonCharactersMax = 200;

/**
 * HTTPS as RFC 8461 3.3 wants it: the certificate is valid, the answer is 200 and plain text, redirects are not
 * followed, nothing is cached on the way. Whoever owns a domain chooses what we connect to, so the addresses are looked
 * up here and have to be of the public internet.
 */
export function policyFetch(options: PolicyFetchOptions): FetchPolicy {
  const { resolver, clock, allowPrivate = false, port = 443 } = options;

  return async (domain) => {
    const host = `mta-sts.${domain}`;
    const answer = await resolver.addresses(host);
    if (answer.kind === 'unavailable') return failed(`${host} cannot be looked up: ${answer.why}`);
    const known = answer.kind === 'found' ? answer.value : [];
    const addresses = known
      .filter((address) => isIP(address) !== 0 && (allowPrivate || isGlobalAddress(address)))
      .slice(0, addressesMax);
    if (addresses.length === 0) return failed(`${host} has no address of the public internet`);
    return await fetchFrom(host, port, addresses, clock);
  };
}

function fetchFrom(
  host: string,
  port: number,
  addresses: readonly string[],
  clock: Clock,
): Promise<FetchedPolicy> {
  return new Promise((resolve) => {
    const settle = (fetched: FetchedPolicy) => {
      cancel();
      asking.destroy();
      resolve(fetched);
    };
    const cancel = clock.after(fetchMsMax, () =>
      settle(failed(`no answer within ${fetchMsMax / secondMs} s`)),
    );
    const asking = request({
      host,
      port,
      path: '/.well-known/mta-sts.txt',
      method: 'GET',
      headers: { accept: 'text/plain', 'user-agent': 'Posthouse' },
      agent: false,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      lookup: (_host, _options, give) =>
        give(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
    });
    asking.on('error', (error: Error & { code?: unknown }) => settle(faultOf(error)));
    asking.on('response', (answer) => {
      if (answer.statusCode !== 200) return settle(failed(`the answer was ${answer.statusCode}`));
      const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
      if (type.trim().toLowerCase() !== 'text/plain') return settle(failed('the answer is not text/plain'));
      const parts: Buffer[] = [];
      let octets = 0;
      answer.on('data', (part: Buffer) => {
        octets += part.length;
        parts.push(part);
        if (octets > policyOctetsMax) settle(failed('the answer is too large'));
      });
      answer.on('error', (error: Error & { code?: unknown }) => settle(faultOf(error)));
      answer.on('end', () => settle({ text: Buffer.concat(parts).toString() }));
      answer.on('aborted', () => settle(failed('the answer broke off')));
    });
    asking.end();
  });
}

/** What Node and OpenSSL say about a certificate. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|HOSTNAME_MISMATCH/;

function faultOf(error: Error & { code?: unknown }): FetchedPolicy {
  const code = String(error.code ?? '');
  if (certificateCode.test(code))
    return { fault: 'sts-webpki-invalid', why: `its certificate is not valid (${code})` };
  return failed(`the connection failed (${code || error.message.slice(0, reasonCharactersMax)})`);
}

function failed(why: string): FetchedPolicy {
  return { fault: 'sts-policy-fetch-error', why };
}
