import type { Clock } from '../../concurrency/clock.ts';
import { hostCooldownMs } from '../../model/delivery/cooldown-schedule.ts';
import { identifyProvider, knownProvider, type Provider } from '../../model/delivery/providers.ts';
import { secondMs } from '../../model/instant.ts';
import type { Cache } from '../cache.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { type FetchPolicy, policyFetch } from '../policy-fetch.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { Destination, type DestinationOptions } from './destination.ts';
import { drainConnections } from './drain.ts';
import { type HostCooldown, hostCooldown } from './host-cooldown.ts';
import {
  type HandOver,
  type Mail,
  type MayLeave,
  type OutgoingMessage,
  type ProviderLoad,
  thisServer,
} from './mail.ts';
import { MxAttempts } from './mx-attempt.ts';
import { type FoundRoute, type MxHosts, mxHosts } from './mx-hosts.ts';
import { mxTargets } from './mx-targets.ts';
import { type Dial, openSession } from './smtp/smtp-session.ts';
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

/** Short, because a person waits for the doctor, and a slower server has a problem anyway. */
const stepMsMax = 10 * secondMs;

type Finding = { ok: boolean; sentence: string };

/**
 * Checks that DNS works and that a server of a well-known domain is reachable: the first of `domains` that
 * succeeds. Sends no mail. The most common fault is a port blocked by the network.
 */
async function checkOutbound(
  hosts: MxHosts,
  dial: Dial,
  port: number,
  domains: readonly string[],
): Promise<Finding[]> {
  const found: { domain: string; host: string }[] = [];
  let notFound = '';
  for (const domain of domains) {
    const route = await hosts.route(domain);
    if (route.kind === 'hosts') found.push({ domain, host: route.hosts[0]! });
    else notFound = route.why;
  }
  if (found.length === 0) {
    return [
      { ok: false, sentence: `DNS does not say where mail for ${domains.join(' or ')} goes: ${notFound}.` },
    ];
  }
  const dns: Finding = {
    ok: true,
    sentence: `DNS answers: mail for ${found[0]!.domain} goes to ${found[0]!.host}.`,
  };
  let why = '';
  for (const { host } of found) {
    const tried = await greet(hosts, dial, port, host);
    if (tried === null)
      return [dns, { ok: true, sentence: `Port ${port} is open to the outside: ${host} answered.` }];
    why = tried;
  }
  const names = found.map(({ host }) => host).join(' nor ');
  const sentence =
    `Port ${port} seems to be blocked on the way out: neither ${names} could be reached (${why}). Many hosting ` +
    'providers block it until you ask them to open it; until then, send through a relay (POSTHOUSE_DELIVERY=relay).';
  return [
    dns,
    {
      ok: false,
      sentence:
        found.length > 1 ? sentence : sentence.replace('neither ', '').replace('could be', 'could not be'),
    },
  ];
}

/** Connects as for a message, then quits. @returns the error, or null */
async function greet(hosts: MxHosts, dial: Dial, port: number, host: string): Promise<string | null> {
  const at = await hosts.host(host, false);
  if (at.kind !== 'found') return at.why;
  const hurried = Object.entries(dial.timeouts).map(([step, ms]) => [step, Math.min(ms, stepMsMax)]);
  const timeouts: SmtpTimeouts = Object.fromEntries(hurried);
  const server = {
    host,
    port,
    addresses: at.addresses,
    tls: 'never',
    verifyCertificate: false,
    credentials: null,
  } as const;
  const opened = await openSession(server, { ...dial, timeouts }, neverGivenUp);
  if ('session' in opened) {
    await opened.session.quit();
    return null;
  }
  // A server that responds, even with a refusal, is reachable.
  return opened.fault.kind === 'refused' ? null : opened.fault.why;
}

const neverGivenUp = new AbortController().signal;

type Destinations = {
  of(provider: Provider): Destination;
  /** Returns the load per known provider, and the sum of all others. */
  load(): ProviderLoad[];
  close(): Promise<void>;
  cut(why: string): void;
};

const destinationsMax = 2_000;

function destinations(options: Omit<DestinationOptions, 'resting'>): Destinations {
  const known = new Map<string, Destination>();
  const resting = new Set<() => void>();

  /** At the limit, forgets an unused destination, preferably without state, otherwise the least recently used. */
  function makeRoom() {
    if (known.size < destinationsMax) return;
    const unused = [...known.values()].filter((each) => each.inFlight === 0);
    const gone = unused.find((each) => each.isForgettable()) ?? unused[0];
    if (gone === undefined) return;
    known.delete(gone.provider.name);
    void gone.close();
  }

  return {
    of(provider) {
      let found = known.get(provider.name);
      if (found === undefined) {
        makeRoom();
        found = new Destination(provider, { ...options, resting });
      }
      // Moves it to the end, as the most recently used.
      known.delete(provider.name);
      known.set(provider.name, found);
      return found;
    },
    load() {
      const loads = new Map<string, ProviderLoad>();
      for (const each of known.values()) addLoad(loads, knownProvider(each.provider.name), each.load());
      return [...loads.values()];
    },
    async close() {
      await Promise.all([...known.values()].map((each) => each.close()));
    },
    cut(why) {
      for (const each of known.values()) each.cut(why);
    },
  };
}

function addLoad(
  loads: Map<string, ProviderLoad>,
  provider: string,
  { connections, connectionsMax, restMs }: Omit<ProviderLoad, 'provider'>,
): void {
  const before = loads.get(provider) ?? { connections: 0, connectionsMax: 0, restMs: 0 };
  loads.set(provider, {
    provider,
    connections: before.connections + connections,
    connectionsMax: before.connectionsMax + connectionsMax,
    restMs: Math.max(before.restMs, restMs),
  });
}
