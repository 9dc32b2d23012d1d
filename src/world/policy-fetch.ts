import type { Clock } from '../concurrency/clock.ts';
import { policyOctetsMax } from '../model/delivery/mta-sts.ts';
import { secondMs } from '../model/instant.ts';
import { documentFetch } from './http/document-fetch.ts';
import type { Resolver } from './resolver.ts';

/** A policy's text, or why there is none, by the names of RFC 8460 4.3.2.2. */
export type FetchedPolicy =
  | { text: string }
  | { fault: 'sts-policy-fetch-error' | 'sts-webpki-invalid'; why: string };

/** Fetches the MTA-STS policy of a domain. Never throws. */
export type FetchPolicy = (domain: string) => Promise<FetchedPolicy>;

type PolicyFetchOptions = {
  resolver: Resolver;
  clock: Clock;
  /** Dial addresses outside of the public internet as well: a test set-up. */
  allowPrivate?: boolean;
  /** 443, but in a test. */
  port?: number;
};

/** A mail waits for it. */
const fetchMsMax = 20 * secondMs;

/**
 * HTTPS as RFC 8461 3.3 requires: the certificate is valid, the answer is 200 and plain text, redirects are not
 * followed, nothing is cached.
 */
export function policyFetch({
  resolver,
  clock,
  allowPrivate = false,
  port,
}: PolicyFetchOptions): FetchPolicy {
  const fetchDocument = documentFetch({ resolver, clock, ...(port === undefined ? {} : { port }) });
  return async (domain) => {
    const fetched = await fetchDocument({
      url: `https://mta-sts.${domain}/.well-known/mta-sts.txt`,
      takes: (mediaType) => mediaType === 'text/plain',
      octetsMax: policyOctetsMax,
      withinMs: fetchMsMax,
      allowPrivate,
    });
    if ('text' in fetched) return fetched;
    const fault = fetched.fault === 'certificate' ? 'sts-webpki-invalid' : 'sts-policy-fetch-error';
    return { fault, why: fetched.why };
  };
}
