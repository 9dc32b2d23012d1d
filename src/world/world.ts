/**
 * Inputs and effects outside the arguments: time, randomness, DNS, mail, log. `test/world` simulates them.
 * Nothing here knows organizations, decides about mail, or reads the environment.
 */

import type { HeldClock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import { cachedResolver, layeredCache, memoryCache } from './cache.ts';
import { systemClock } from './clock.ts';
import type { DisposableDomains } from './disposable-domains.ts';
import { type Resolver, systemResolver } from './dns/resolver.ts';
import { documentFetch, type FetchDocument } from './http/document-fetch.ts';
import { guardedPoster, type Poster } from './http/post.ts';
import { type Ids, systemIds } from './ids.ts';
import { type LastingCache, lastingCache } from './lasting-cache.ts';
import { type Log, type LogLevel, systemLog } from './log.ts';
import { directMail } from './mail/direct.ts';
import { type Mail, thisServer } from './mail/mail.ts';
import { relayMail } from './mail/relay.ts';
import type { SmtpServer } from './mail/smtp/smtp-server.ts';
import { type Rendering, SystemRendering } from './rendering.ts';
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
  /** Replaces the built-in verifier for campaigns; null for the built-in verifier. */
  verifier: ContentVerifier | null;
  log: Log;
  /** Disposable domains in addition to the published list. */
  disposableDomains?: DisposableDomains;
  /** Fetches untrusted documents over HTTPS. */
  fetchDocument?: FetchDocument;
  poster: Poster;
  /** Survives a restart. */
  lastingCache?: LastingCache;
  meters?: Meters;
  traces?: Traces;
  spareMemory?: SpareMemory;
};

type WorldOptions = {
  logLevel: LogLevel;
  /** `ip[:port]` each; null for the system's servers. */
  dnsServers: readonly string[] | null;
  disposableDomains?: DisposableDomains;
  /** URL of the operator's content verifier; undefined for the built-in verifier. */
  verifierUrl?: string | undefined;
  /** Allows webhooks to private networks and this machine, over HTTP and to any port. */
  webhookAllowPrivate?: boolean;
  /** Folder of the cache file. Without it, no cache survives a restart. */
  cacheFolder?: string;
  delivery:
    | { by: 'capture' }
    /** Relays in order of preference, as parsed by `readRelayUrl`. `ehloName` null means the machine's name. */
    | { by: 'relay'; relays: readonly SmtpServer[]; ehloName: string | null }
    /** Recipients' own servers. `allowPrivate` also dials private networks and this machine. */
    | { by: 'direct'; port: number; allowPrivate: boolean; hostName: string };
  telemetry?: Telemetry;
};

const dnsTimeoutMs = 10 * secondMs;
/** 10 MB on average, 80 MB at most: the look-ups of an hour in a busy installation. */
const dnsAnswersMax = 20_000;

/** The real world. Opens connections only when they are first needed. */
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
  const rendering = new SystemRendering({ clock, log: log.child({ room: 'rendering' }) });
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

/** The transport for disabled sending. The engine never calls `send` for a captured mail. */
function captureMail(): Mail {
  return {
    name: 'capture',
    send: async () => ({
      kind: 'unreachable',
      by: thisServer,
      stage: 'connect',
      why: 'delivery is set to capture: no mail leaves this installation',
    }),
    check: async () => [
      { ok: true, sentence: 'Mail is captured: it is stored for inspection and never sent.' },
    ],
    close: async () => {},
  };
}
