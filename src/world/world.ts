/**
 * The world: whatever is not determined by its arguments. Time, chance, names in DNS, mail on its way out, and
 * the log, each behind the smallest port that its users need, with a simulated twin under `test/world`; and the
 * child processes that render large bodies, which are the same in tests but for their clock.
 * Nothing here knows what an organization or a campaign is, decides what may be sent, or reads the environment.
 */

import type { Clock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import { cachedResolver, memoryCache } from './cache.ts';
import { systemClock } from './clock.ts';
import type { DisposableDomains } from './disposable-domains.ts';
import { documentFetch, type FetchDocument } from './document-fetch.ts';
import { type Ids, systemIds } from './ids.ts';
import { type Log, type LogLevel, systemLog } from './log.ts';
import { captureMail } from './mail/capture.ts';
import { directMail } from './mail/direct.ts';
import type { Mail } from './mail/mail.ts';
import { relayMail } from './mail/relay.ts';
import type { SmtpServer } from './mail/smtp/smtp-server.ts';
import { type Rendering, systemRendering } from './rendering.ts';
import { type Resolver, systemResolver } from './resolver.ts';
import { type ContentVerifier, httpVerifier } from './verifier.ts';

export type World = {
  clock: Clock;
  ids: Ids;
  resolver: Resolver;
  mail: Mail;
  rendering: Rendering;
  /** Asked about the content of campaigns in place of the built-in verifier; null for that one. */
  verifier: ContentVerifier | null;
  log: Log;
  /** What is known of disposable domains beside the published list, if anything is. */
  disposableDomains?: DisposableDomains;
  /** Fetches untrusted documents over HTTPS; without it none can be fetched. */
  fetchDocument?: FetchDocument;
};

type WorldOptions = {
  logLevel: LogLevel;
  /** `ip[:port]` each, or null for the system's. */
  dnsServers: readonly string[] | null;
  disposableDomains?: DisposableDomains;
  /** Where the operator's content verifier is asked; the built-in one when left out. */
  verifierUrl?: string | undefined;
  delivery:
    | { by: 'capture' }
    /** Relays in order of preference, read by `readRelayUrl`; `ehloName` null for the machine's own name. */
    | { by: 'relay'; relays: readonly SmtpServer[]; ehloName: string | null }
    /** To the recipients' own servers; `allowPrivate` dials those of private networks and of this machine too. */
    | { by: 'direct'; port: number; allowPrivate: boolean; hostName: string };
};

const dnsTimeoutMs = 10 * secondMs;
/** About ten megabytes, at most eighty: the look-ups of as many domains as a busy installation writes to in an hour. */
const dnsAnswersMax = 20_000;

/** The real world. It opens nothing yet: connections are made when they are first needed. */
export function realWorld(options: WorldOptions): World {
  const clock = systemClock();
  const log = systemLog({ level: options.logLevel, clock });
  const ids = systemIds(clock);
  const resolver = cachedResolver(
    systemResolver({ servers: options.dnsServers, timeoutMs: dnsTimeoutMs, clock, ids }),
    memoryCache({ clock, entriesMax: dnsAnswersMax }),
    clock,
  );
  const mail = mailOf(options.delivery, { clock, ids, resolver, log: log.child({ room: 'mail' }) });
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
    ...(disposableDomains && { disposableDomains }),
  };
}

function mailOf(
  delivery: WorldOptions['delivery'],
  around: Pick<World, 'clock' | 'ids' | 'resolver' | 'log'>,
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
