import type { Clock } from '../../../src/concurrency/clock.ts';
import { systemClock } from '../../../src/world/clock.ts';
import { type Resolver, systemResolver } from '../../../src/world/dns/resolver.ts';
import { systemLog } from '../../../src/world/log.ts';
import { type DirectMail, type DirectOptions, directMail } from '../../../src/world/mail/direct.ts';
import type { MayLeave, OutgoingMessage } from '../../../src/world/mail/mail.ts';
import { freePort } from '../programs/free-ports.ts';
import { type DnsName, type DnsServer, dnsServer } from '../simulated/dns-server.ts';
import { seededIds } from '../simulated/ids.ts';
import { type SimulatedResolver, simulatedResolver, type ZoneName } from '../simulated/resolver.ts';
import { type MailSink, mailSink, type SinkOptions } from './mail-sink.ts';
import { mailbox, outgoing } from './scene.ts';

export type DirectScene = {
  /** Starts a mail server on a local address; all servers of a scene share one port. */
  sink(host: string, options?: SinkOptions): Promise<MailSink>;
  /** Starts a DNS server with a resolver that uses it. */
  dns(zone: Record<string, DnsName>): Promise<{ server: DnsServer; resolver: Resolver }>;
  /** Simulates DNS by a table. */
  names(zone: Record<string, ZoneName>): SimulatedResolver;
  mail(resolver: Resolver, options?: Partial<DirectOptions>): DirectMail & { log: LogLine[] };
  port(): Promise<number>;
  end(): Promise<void>;
};

type LogLine = { msg: string; provider?: string; restMs?: number; domain?: string; failure?: string };

/** Sinks, DNS servers and direct mail that close when the test ends. */
export function directScene(): DirectScene {
  const sinks: MailSink[] = [];
  const servers: DnsServer[] = [];
  const mails: DirectMail[] = [];
  let port = 0;

  const scene: DirectScene = {
    async sink(host, options = {}) {
      const sink = await mailSink({ ...options, host, port: await scene.port() });
      sinks.push(sink);
      return sink;
    },
    async port() {
      // Only the sinks' addresses listen on this port.
      if (port === 0) port = await freePort();
      return port;
    },
    async dns(zone) {
      const server = await dnsServer(zone);
      servers.push(server);
      return { server, resolver: systemResolver({ servers: [server.address], timeoutMs: 15_000 }) };
    },
    names: simulatedResolver,
    mail(resolver, options = {}) {
      const log: LogLine[] = [];
      const clock: Clock = options.clock ?? systemClock();
      const mail = directMail({
        clock,
        resolver,
        ids: seededIds(1, clock),
        log: systemLog({ level: 'info', write: (line) => log.push(JSON.parse(line)) }),
        hostName: 'out.acme.example',
        port,
        allowPrivate: true,
        ...options,
      });
      mails.push(mail);
      return Object.assign(mail, { log });
    },
    async end() {
      // Sinks close first, so that waiting clients end at once.
      await Promise.all(sinks.map((sink) => sink.close()));
      await Promise.all(mails.map((mail) => mail.close()));
      await Promise.all(servers.map((server) => server.close()));
    },
  };
  return scene;
}

export function to(domain: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return outgoing({ to: mailbox(`ada@${domain}`), ...changes });
}

/** Sends repeatedly while the mail is held, like the worker, on a clock that can advance. */
export async function sendAll(
  mail: DirectMail,
  messages: readonly OutgoingMessage[],
  clock: Clock & { advance(ms: number): Promise<void> },
  mayLeave?: MayLeave,
): Promise<{ held: number; kinds: string[] }> {
  let held = 0;
  const kinds: string[] = [];
  let left = [...messages];
  while (left.length > 0) {
    const outcomes = await Promise.all(left.map((message) => mail.send(message, mayLeave)));
    let until = Number.POSITIVE_INFINITY;
    left = left.filter((_message, at) => {
      const outcome = outcomes[at]!;
      if (outcome.kind !== 'held') {
        kinds.push(outcome.kind);
        return false;
      }
      held += 1;
      until = Math.min(until, outcome.until);
      return true;
    });
    if (left.length > 0) await clock.advance(Math.max(1, until - clock.now()));
  }
  return { held, kinds };
}
