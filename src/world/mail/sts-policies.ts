import type { Clock } from '../../concurrency/clock.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import { readStsPolicy, type StsPolicy, stsPolicyId } from '../../model/delivery/mta-sts.ts';
import { dayMs, minuteMs, secondMs } from '../../model/instant.ts';
import type { Cache } from '../cache.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { Log } from '../log.ts';
import type { FetchPolicy } from '../policy-fetch.ts';
import { hostCooldown } from './host-cooldown.ts';
import type { TlsResults } from './tls-results.ts';

/** MTA-STS policies of domains (RFC 8461), cached for their lifetime. */
export type StsPolicies = {
  /** Returns the policy in force for a domain, or null. Never throws. */
  of(domain: string): Promise<StsPolicy | null>;
};

type Kept = { id: string; policy: StsPolicy; fetchedAt: number; expiresAt: number };

const policiesMax = 5_000;
/** Refreshes a policy daily, so that it does not expire while it cannot be fetched (RFC 8461 10.2). */
const refreshMs = dayMs;
/** Minimum pause after a failed fetch, as RFC 8461 3.3 suggests. */
const failureRestMs = 5 * minuteMs;

export function stsPolicies(options: {
  resolver: Resolver;
  fetchPolicy: FetchPolicy;
  clock: Clock;
  results: TlsResults;
  log: Log;
  lastingCache?: Cache | undefined;
}): StsPolicies {
  const { resolver, fetchPolicy, clock, results, log, lastingCache } = options;
  const policies = new BoundedMap<string, Kept>(policiesMax);
  /** Domains without a policy in the lasting cache. */
  const notKept = new Set<string>();
  const failures = hostCooldown({ namesMax: policiesMax, restMs: () => failureRestMs });
  const looking = new Map<string, Promise<StsPolicy | null>>();

  async function look(domain: string): Promise<StsPolicy | null> {
    const answer = await resolver.txt(`_mta-sts.${domain}`);
    const id = answer.kind === 'found' ? stsPolicyId(answer.value) : null;
    const now = clock.now();
    const kept = policies.get(domain) ?? (await keptBefore(domain));
    const standing = kept !== undefined && kept.expiresAt > now ? kept : null;
    // A missing record does not remove the policy, because an attacker may hide the record (RFC 8461 5.1).
    if (id === null) return standing?.policy ?? null;
    if (standing !== null && standing.id === id && now - standing.fetchedAt < refreshMs)
      return standing.policy;
    if (failures.until(domain, now) !== null) return standing?.policy ?? null;
    return (await fetchNew(domain, id)) ?? standing?.policy ?? null;
  }

  async function fetchNew(domain: string, id: string): Promise<StsPolicy | null> {
    const fetched = await fetchPolicy(domain);
    const now = clock.now();
    const read = 'text' in fetched ? readStsPolicy(fetched.text) : fetched;
    if ('fault' in read) {
      const failure = 'text' in fetched ? 'sts-policy-invalid' : fetched.fault;
      const why = 'why' in read ? read.why : read.fault;
      failures.failed(domain, now);
      results.failed(domain, 'sts', failure);
      log.warn({ domain, failure, why }, 'an announced MTA-STS policy could not be fetched');
      return null;
    }
    const { policy } = read;
    const lifeMs = policy.maxAgeSeconds * secondMs;
    const kept = { id, policy, fetchedAt: now, expiresAt: now + lifeMs };
    remember(domain, kept);
    await lastingCache?.set(`mta-sts ${domain}`, kept, lifeMs);
    return policy;
  }

  /** Reads a policy from before the restart. Otherwise an attacker who hides the record would only have to wait for a restart. */
  async function keptBefore(domain: string): Promise<Kept | undefined> {
    if (lastingCache === undefined || notKept.has(domain)) return undefined;
    const kept = (await lastingCache.get(`mta-sts ${domain}`))?.value as Kept | undefined;
    if (kept !== undefined) remember(domain, kept);
    else if (notKept.size < policiesMax) notKept.add(domain);
    return kept;
  }

  function remember(domain: string, kept: Kept): void {
    notKept.delete(domain);
    policies.set(domain, kept);
  }

  return {
    of(domain) {
      let looked = looking.get(domain);
      if (looked === undefined) {
        looked = look(domain).finally(() => looking.delete(domain));
        looking.set(domain, looked);
      }
      return looked;
    },
  };
}
