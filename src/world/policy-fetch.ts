import type { Clock } from '../concurrency/clock.ts';
import { policyOctetsMax } from '../model/delivery/mta-sts.ts';
import { secondMs } from '../model/instant.ts';
import type { Resolver } from './dns/resolver.ts';
import { documentFetch } from './http/document-fetch.ts';

/** The policy's text, or a failure type of RFC 8460 4.3.2.2. */
export type FetchedPolicy =
  | { text: string }
  | { fault: 'sts-policy-fetch-error' | 'sts-webpki-invalid'; why: string };

/** Fetches a domain's MTA-STS policy. Never throws. */
export type FetchPolicy = (domain: string) => Promise<FetchedPolicy>;

type PolicyFetchOptions = {
  resolver: Resolver;
  clock: Clock;
  /** Also dials addresses outside of the public internet. Only for tests. */
  allowPrivate?: boolean;
  /** 443 except in tests. */
  port?: number;
};

/** Short, because a mail waits for it. */
const fetchMsMax = 20 * secondMs;

/** Fetches over HTTPS as RFC 8461 3.3 requires: with a valid certificate, status 200, plain text, no redirects and no caching. */
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
