import type { Clock } from '../../concurrency/clock.ts';
import { hostCooldownMs } from '../../model/delivery/cooldown-schedule.ts';
import { identifyProvider } from '../../model/delivery/providers.ts';
import { secondMs } from '../../model/instant.ts';
import type { Cache } from '../cache.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { type FetchPolicy, policyFetch } from '../policy-fetch.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { checkOutbound } from './check-outbound.ts';
import { destinations } from './destinations.ts';
import { drainConnections } from './drain.ts';
import { type HostCooldown, hostCooldown } from './host-cooldown.ts';
import { type HandOver, type Mail, type MayLeave, type OutgoingMessage, thisServer } from './mail.ts';
import { MxAttempts } from './mx-attempt.ts';
import { type FoundRoute, mxHosts } from './mx-hosts.ts';
import { mxTargets } from './mx-targets.ts';
import type { Dial } from './smtp/smtp-session.ts';
import { type SmtpTimeouts, smtpTimeouts } from './smtp/smtp-timeouts.ts';
import { stsPolicies } from './sts-policies.ts';
import { type TlsResult, tlsMet, tlsResults } from './tls-results.ts';

export type DirectOptions = {
  clock: Clock;
  resolver: Resolver;
  ids: Pick<Ids, 'uniform'>;
  log: Log;
  /** This server's name, for EHLO and to avoid sending mail to ourselves. Null for the machine's name. */
  hostName: string | null;
  port?: number;
  /** Also dials loopback and private addresses. Only for tests. */
  allowPrivate?: boolean;
  timeouts?: SmtpTimeouts;
  /** Limit for any destination, in addition to its provider's known limit. */
  connectionsPerDestinationMax?: number;
  idleMs?: number;
  /** Maximum time that `close` waits for messages in flight. */
  drainMs?: number;
  fetchPolicy?: FetchPolicy;
  /** Domains with mail servers, for `check`. */
  checkDomains?: readonly string[];
  /** Keeps MTA-STS policies across restarts. */
  lastingCache?: Cache;
} & Telemetry;

export type DirectMail = Mail & {
  name: 'direct';
  /** Returns TLS results since the start by recipient domain (RFC 8460). */
  tlsResults(): TlsResult[];
};

const smtpPort = 25;
const connectionsPerDestinationMaxDefault = 20;
/** Short, because idle connections are expensive for receivers. */
const idleMsDefault = 10 * secondMs;
const domainsMax = 10_000;
/** Jitter for retries that wait for the same server. */
const returnMs = 30 * secondMs;
const checkDomainsDefault = ['gmail.com', 'icloud.com', 'posteo.de'];

/**
 * Sends to recipients' servers (RFC 5321 5) at the rate that each provider accepts, and holds the rest
 * without trying. An unreachable server is skipped and rests. A server's reply about the message is final,
 * and after the final dot no other server is asked.
 */
export function directMail(options: DirectOptions): DirectMail {
  const { clock, log, ids, resolver } = options;
  const port = options.port ?? smtpPort;
  const allowPrivate = options.allowPrivate ?? false;
  const dial: Dial = {
    clock,
    resolver,
    timeouts: options.timeouts ?? smtpTimeouts,
    ehloName: options.hostName,
  };
  const hangUp = new AbortController();
  const results = tlsResults();
  const hosts = mxHosts({ resolver, ids, ourName: options.hostName, port, allowPrivate });
  const fetchPolicy = options.fetchPolicy ?? policyFetch({ resolver, clock, allowPrivate });
  const policies = stsPolicies({
    resolver,
    fetchPolicy,
    clock,
    results,
    log,
    lastingCache: options.lastingCache,
  });
  const targets = mxTargets({ port, policies, results, clock });
  const met = tlsMet(options.meters);
  const { traces } = options;
  const mx = new MxAttempts({ clock, ids, log, port, hosts, targets, hangUp: hangUp.signal, traces, met });
  const all = destinations({
    dial,
    uniform: () => ids.uniform(),
    connectionsMax: options.connectionsPerDestinationMax ?? connectionsPerDestinationMaxDefault,
    idleMs: options.idleMs ?? idleMsDefault,
    hangUp: hangUp.signal,
    met,
  });
  const unknown = hostCooldown({ namesMax: domainsMax, restMs: hostCooldownMs });
  async function send(message: OutgoingMessage, mayLeave: MayLeave | undefined): Promise<HandOver> {
    const { domain } = message.to;
    const rest = unknown.until(domain, clock.now());
    if (rest !== null) {
      const why = 'DNS does not say where its mail goes';
      return spread({ kind: 'held', by: domain, until: rest, why, reason: 'dns' }, ids);
    }
    const route = await hosts.route(domain);
    if (route.kind !== 'hosts') return spread(handOverWithoutHosts(domain, route, unknown, clock.now()), ids);
    unknown.recovered(domain);
    const { getDomain } = await import('tldts');
    const to = all.of(identifyProvider(getDomain(domain) ?? domain, route.hosts));
    const by = to.provider.name;
    const full = to.enter();
    if (full !== null) return { kind: 'held', by, ...full };
    try {
      const wait = (await mayLeave?.(by)) ?? null;
      if (wait !== null) return { kind: 'held', by, ...wait, reason: 'warm_up' };
      await to.place();
      try {
        return spread(await mx.run(message, route, to), ids);
      } finally {
        to.giveBack();
      }
    } finally {
      to.leave();
    }
  }

  return {
    name: 'direct',

    ...drainConnections(
      { clock, log, drainMs: options.drainMs },
      {
        send,
        cut(why) {
          hangUp.abort();
          all.cut(why);
        },
        close: () => all.close(),
      },
    ),
    check: () => checkOutbound(hosts, dial, port, options.checkDomains ?? checkDomainsDefault),
    load: () => all.load(),
    tlsResults: () => results.snapshot(),
  };
}

/** Result for a domain whose servers are not known. */
function handOverWithoutHosts(
  domain: string,
  route: Exclude<FoundRoute, { kind: 'hosts' }>,
  unknown: HostCooldown,
  now: number,
): HandOver {
  switch (route.kind) {
    case 'no_route':
      return { kind: 'no_route', by: domain, fault: route.fault, why: route.why };
    case 'unknown':
      unknown.failed(domain, now);
      return {
        kind: 'held',
        by: domain,
        until: unknown.until(domain, now) ?? now,
        why: route.why,
        reason: 'dns',
      };
    case 'loop': {
      // A fault in our DNS or configuration, so it is not a bounce. RFC 3463 3.5 defines the status.
      const [code, enhanced] = [554, '5.4.6'];
      return {
        kind: 'refused',
        by: thisServer,
        stage: 'connect',
        code,
        enhanced,
        reply: `${code} ${enhanced} ${route.why}`,
      };
    }
  }
}

/** Adds jitter, so that mails held for one server do not all retry at the same time. */
function spread(result: HandOver, ids: Pick<Ids, 'uniform'>): HandOver {
  if (result.kind !== 'held') return result;
  return { ...result, until: result.until + Math.floor(returnMs * ids.uniform()) };
}
