/**
 * The world: whatever is not determined by its arguments. Time, chance, names in DNS, mail on its way out, and
 * the log, each behind the smallest port that its users need, with a simulated twin under `test/world`; and the
 * thread that renders large bodies, which is the same in tests but for its clock.
 * Nothing here knows what an organization or a campaign is, decides what may be sent, or reads the environment.
 */
import { secondMs } from '../model/instant.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Ids, systemIds } from './ids.ts';
import { type Log, type LogLevel, systemLog } from './log.ts';
import { captureMail } from './mail/capture.ts';
import type { Mail } from './mail/mail.ts';
import { relayMail } from './mail/relay.ts';
import type { SmtpServer } from './mail/smtp-server.ts';
import { type Rendering, systemRendering } from './rendering.ts';
import { type Resolver, systemResolver } from './resolver.ts';

export type World = {
  clock: Clock;
  ids: Ids;
  resolver: Resolver;
  mail: Mail;
  rendering: Rendering;
  log: Log;
};

export type WorldOptions = {
  logLevel: LogLevel;
  /** `ip[:port]` each, or null for the system's. */
  dnsServers: readonly string[] | null;
  delivery:
    | { by: 'capture' }
    /** Relays in order of preference, read by `readRelayUrl`; `ehloName` null for the machine's own name. */
    | { by: 'relay'; relays: readonly SmtpServer[]; ehloName: string | null };
};

const dnsTimeoutMs = 10 * secondMs;

/** The real world. It opens nothing yet: connections are made when they are first needed. */
export function realWorld(options: WorldOptions): World {
  const log = systemLog({ level: options.logLevel });
  const clock = systemClock();
  const resolver = systemResolver({ servers: options.dnsServers, timeoutMs: dnsTimeoutMs });
  const { delivery } = options;
  const mail =
    delivery.by === 'capture'
      ? captureMail()
      : relayMail({
          relays: delivery.relays,
          ehloName: delivery.ehloName,
          clock,
          resolver,
          log: log.child({ room: 'mail' }),
        });
  const rendering = systemRendering({ clock, log: log.child({ room: 'rendering' }) });
  return { clock, ids: systemIds(clock), resolver, mail, rendering, log };
}
