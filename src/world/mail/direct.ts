import type { Clock } from '../../concurrency/clock.ts';
import { hostCooldownMs } from '../../model/delivery/cooldown-schedule.ts';
import { providerOf } from '../../model/delivery/providers.ts';
import { secondMs } from '../../model/instant.ts';
import type { Cache } from '../cache.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { type FetchPolicy, policyFetch } from '../policy-fetch.ts';
import type { Resolver } from '../resolver.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { checkOutbound } from './check-outbound.ts';
import { destinations } from './destinations.ts';
import { drainConnections } from './drain.ts';
import { hostCooldown } from './host-cooldown.ts';
import { type HandOver, type Mail, type MayLeave, type OutgoingMessage, ourselves } from './mail.ts';
import { tlsMet } from './meter-tls.ts';
import { mxAttempt } from './mx-attempt.ts';
import { type FoundRoute, mxHosts } from './mx-hosts.ts';
import { mxTargets } from './mx-targets.ts';
import type { Dial } from './smtp/smtp-session.ts';
import { type SmtpTimeouts, smtpTimeouts } from './smtp/smtp-timeouts.ts';
import { stsPolicies } from './sts-policies.ts';
import { type TlsResult, tlsResults } from './tls-results.ts';

export type DirectOptions = {
  clock: Clock;
  resolver: Resolver;
  ids: Pick<Ids, 'uniform'>;
  log: Log;
  /** Our name, which resolves to us: for EHLO, and so that mail is never sent to ourselves. Null for the machine's. */
  hostName: string | null;
  port?: number;
  /** Dial loopback and private addresses too: for test set-ups only. */
  allowPrivate?: boolean;
  timeouts?: SmtpTimeouts;
  /** The limit for any destination, besides what its provider is known to allow. */
  connectionsPerDestinationMax?: number;
  /** How long an idle connection is kept. */
  idleMs?: number;
  /** How long `close` lets messages in flight go on before it hangs up. */
  drainMs?: number;
  fetchPolicy?: FetchPolicy;
  /** Domains with mail servers, for `check`. */
  checkDomains?: readonly string[];
  /** Keeps MTA-STS policies over a restart. */
  lastingCache?: Cache;
} & Telemetry;

export type DirectMail = Mail & {
  name: 'direct';
  /** TLS results since the start, by recipient domain (RFC 8460). */
  tlsResults(): TlsResult[];
};

const smtpPort = 25;
const connectionsPerDestinationMaxDefault = 20;
/** Idle connections are expensive for receivers. */
const idleMsDefault = 10 * secondMs;
/** Domains remembered as failing in DNS. */
const domainsMax = 10_000;
/** Retries that wait for the same thing are spread over this time. */
const returnMs = 30 * secondMs;
const checkDomainsDefault = ['gmail.com', 'icloud.com', 'posteo.de'];

/**
 * Sends mail straight to the recipients' own servers (RFC 5321 5). Each provider gets what it accepts readily; the rest
 * is held, not tried. An unreachable server is skipped, and rests; a server's reply about the recipient or the message
 * is final; once the final dot has been sent no other server is asked.
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
  const attempt = mxAttempt({ clock, ids, log, port, hosts, targets, hangUp: hangUp.signal, traces, met });
  const all = destinations({
    dial,
    uniform: () => ids.uniform(),
    connectionsMax: options.connectionsPerDestinationMax ?? connectionsPerDestinationMaxDefault,
    idleMs: options.idleMs ?? idleMsDefault,
    hangUp: hangUp.signal,
    met,
  });
  /** Domains that DNS fails to answer for. */
  const unknown = hostCooldown({ namesMax: domainsMax, restMs: hostCooldownMs });
  async function send(message: OutgoingMessage, mayLeave: MayLeave | undefined): Promise<HandOver> {
    const { domain } = message.to;
    const rest = unknown.until(domain, clock.now());
    if (rest !== null) {
      const why = 'DNS does not say where its mail goes';
      return spread({ kind: 'held', by: domain, until: rest, why, reason: 'dns' });
    }
    const route = await hosts.route(domain);
    if (route.kind !== 'hosts') return spread(withoutHosts(domain, route));
    unknown.recovered(domain);
    const { getDomain } = await import('tldts');
    const to = all.of(providerOf(getDomain(domain) ?? domain, route.hosts));
    const by = to.provider.name;
    const full = to.enter();
    if (full !== null) return { kind: 'held', by, ...full };
    try {
      const wait = (await mayLeave?.(by)) ?? null;
      if (wait !== null) return { kind: 'held', by, ...wait, reason: 'warm_up' };
      await to.place();
      try {
        return spread(await attempt(message, route, to));
      } finally {
        to.giveBack();
      }
    } finally {
      to.leave();
    }
  }

  function withoutHosts(domain: string, route: Exclude<FoundRoute, { kind: 'hosts' }>): HandOver {
    switch (route.kind) {
      case 'no_route':
        return { kind: 'no_route', by: domain, fault: route.fault, why: route.why };
      case 'unknown':
        unknown.failed(domain, clock.now());
        return {
          kind: 'held',
          by: domain,
          until: unknown.until(domain, clock.now()) ?? clock.now(),
          why: route.why,
          reason: 'dns',
        };
      case 'loop': {
        // Our own fault, in DNS or in the configuration, so it is no bounce. RFC 3463 3.5 has a status for it.
        const [code, enhanced] = [554, '5.4.6'];
        return {
          kind: 'refused',
          by: ourselves,
          stage: 'connect',
          code,
          enhanced,
          reply: `${code} ${enhanced} ${route.why}`,
        };
      }
    }
  }

  /** All that waits for one server does not come back in one moment. */
  function spread(result: HandOver): HandOver {
    if (result.kind !== 'held') return result;
    return { ...result, until: result.until + Math.floor(returnMs * ids.uniform()) };
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
