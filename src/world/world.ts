/**
 * The world: everything that arguments do not determine. Time, randomness, DNS, outgoing mail and the log, each behind
 * the smallest port that its users need, with a simulated twin under `test/world`; and the child processes that render
 * large bodies, which are the same in tests except for their clock. Nothing here knows organizations or campaigns,
 * decides what may be sent, or reads the environment.
 */

import type { HeldClock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import { cachedResolver, layeredCache, memoryCache } from './cache.ts';
import { systemClock } from './clock.ts';
import type { DisposableDomains } from './disposable-domains.ts';
import { documentFetch, type FetchDocument } from './http/document-fetch.ts';
import { guardedPoster, type Poster } from './http/post.ts';
import { type Ids, systemIds } from './ids.ts';
import { type LastingCache, lastingCache } from './lasting-cache.ts';
import { type Log, type LogLevel, systemLog } from './log.ts';
import { captureMail } from './mail/capture.ts';
import { directMail } from './mail/direct.ts';
import type { Mail } from './mail/mail.ts';
import { relayMail } from './mail/relay.ts';
import type { SmtpServer } from './mail/smtp/smtp-server.ts';
import { type Rendering, systemRendering } from './rendering.ts';
import { type Resolver, systemResolver } from './resolver.ts';
import { type SpareMemory, systemSpareMemory } from './spare-memory.ts';
import type { Meters } from './telemetry/meters.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { tracedResolver } from './telemetry/traced-resolver.ts';
import type { Traces } from './telemetry/traces.ts';
import { type ContentVerifier, httpVerifier } from './verifier.ts';

export type World = {
  clock: HeldClock;
  ids: Ids;
  resolver: Resolver;
  mail: Mail;
  rendering: Rendering;
  /** Verifies campaigns in place of the built-in verifier; null for the built-in one. */
  verifier: ContentVerifier | null;
  log: Log;
  /** Disposable domains in addition to the published list. */
  disposableDomains?: DisposableDomains;
  /** Fetches untrusted documents over HTTPS; without it none can be fetched. */
  fetchDocument?: FetchDocument;
  /** Posts to the endpoints of webhooks. */
  poster: Poster;
  /** Outlives a restart; without it, everything is looked up again after one. */
  lastingCache?: LastingCache;
  /** Counts what happens in this process; without it, nothing is counted. */
  meters?: Meters;
  /** Tells how requests, sends and jobs went; without it, nothing is traced. */
  traces?: Traces;
  /** Without it, memory grows as the runtime likes. */
  spareMemory?: SpareMemory;
};

type WorldOptions = {
  logLevel: LogLevel;
  /** `ip[:port]` each, or null for the system's. */
  dnsServers: readonly string[] | null;
  disposableDomains?: DisposableDomains;
  /** The URL of the operator's content verifier; the built-in one when left out. */
  verifierUrl?: string | undefined;
  /** Webhooks may lead to private networks and this machine, by http and to any port. */
  webhookAllowPrivate?: boolean;
  /** Where the cache file is; without a folder nothing outlives this process. */
  cacheFolder?: string;
  delivery:
    | { by: 'capture' }
    /** Relays in order of preference, parsed by `readRelayUrl`; `ehloName` null for the machine's own name. */
    | { by: 'relay'; relays: readonly SmtpServer[]; ehloName: string | null }
    /** To the recipients' own servers; `allowPrivate` also dials private networks and this machine. */
    | { by: 'direct'; port: number; allowPrivate: boolean; hostName: string };
  telemetry?: Telemetry;
};

const dnsTimeoutMs = 10 * secondMs;
/** About ten megabytes, at most eighty: the look-ups of as many domains as a busy installation writes to in an hour. */
const dnsAnswersMax = 20_000;

/** The real world. It opens nothing yet: connections are made when they are first needed. */
export function realWorld(options: WorldOptions): World {
  const clock = systemClock();
  const log = systemLog({ level: options.logLevel, clock });
  const ids = systemIds(clock);
  const lasting =
    options.cacheFolder === undefined ? undefined : lastingCache({ folder: options.cacheFolder, clock, log });
  const memory = memoryCache({ clock, entriesMax: dnsAnswersMax });
  const { meters, traces } = options.telemetry ?? {};
  const asking = systemResolver({ servers: options.dnsServers, timeoutMs: dnsTimeoutMs, clock, ids });
  const resolver = cachedResolver(
    traces ? tracedResolver(asking, traces) : asking,
    lasting ? layeredCache(memory, lasting) : memory,
  );
  const kept = lasting && { lastingCache: lasting };
  const followed = { ...(meters && { meters }), ...(traces && { traces }) };
  const around = { clock, ids, resolver, log: log.child({ room: 'mail' }), ...kept, ...followed };
  const mail = mailOf(options.delivery, around);
  const rendering = systemRendering({ clock, log: log.child({ room: 'rendering' }) });
  const { disposableDomains, verifierUrl } = options;
  const verifier = verifierUrl === undefined ? null : httpVerifier({ url: verifierUrl, clock });
  return {
    clock,
    ids,
    resolver,
    mail,
    rendering,
    verifier,
    log,
    fetchDocument: documentFetch({ resolver, clock }),
    poster: guardedPoster({ resolver, clock, allowPrivate: options.webhookAllowPrivate ?? false }),
    spareMemory: systemSpareMemory(clock),
    ...(disposableDomains && { disposableDomains }),
    ...kept,
    ...followed,
  };
}

function mailOf(
  delivery: WorldOptions['delivery'],
  around: Pick<World, 'clock' | 'ids' | 'resolver' | 'log' | 'lastingCache' | 'meters' | 'traces'>,
): Mail {
  switch (delivery.by) {
    case 'capture':
      return captureMail();
    case 'relay':
      return relayMail({ ...around, relays: delivery.relays, ehloName: delivery.ehloName });
    case 'direct':
      return directMail({ ...around, ...delivery });
  }
}
