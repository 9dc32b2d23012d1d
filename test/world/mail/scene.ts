import type { Clock } from '../../../src/concurrency/clock.ts';
import { type Mailbox, parseMailbox } from '../../../src/model/address.ts';
import { systemClock } from '../../../src/world/clock.ts';
import { systemLog } from '../../../src/world/log.ts';
import type { Mail, OutgoingMessage } from '../../../src/world/mail/mail.ts';
import { type RelayOptions, relayMail } from '../../../src/world/mail/relay.ts';
import { readRelayUrl, type SmtpServer } from '../../../src/world/mail/smtp/smtp-server.ts';
import { simulatedResolver } from '../simulated/resolver.ts';
import { type MailSink, mailSink, type SinkOptions } from './mail-sink.ts';

export function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}

let count = 0;

/** A valid message with the given changes. */
export function outgoing(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  count += 1;
  return {
    from: mailbox('Acme <news@acme.example>'),
    to: mailbox('ada@reader.example'),
    replyTo: null,
    envelopeFrom: 'bounce+1@acme.example',
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: `<eml_${count}@acme.example>`,
    date: Date.UTC(2026, 10, 21, 12, 0, 5),
    headers: [],
    raw: null,
    signers: [],
    tls: 'opportunistic',
    envelopeId: null,
    ...changes,
  };
}

export function server(url: string): SmtpServer {
  const read = readRelayUrl(url);
  if ('fault' in read) throw new Error(read.fault);
  return read.server;
}

/** Sinks and relays that close when the test ends. */
export function scene() {
  const sinks: MailSink[] = [];
  const mails: Mail[] = [];
  return {
    async sink(options: SinkOptions = {}): Promise<MailSink> {
      const sink = await mailSink(options);
      sinks.push(sink);
      return sink;
    },
    relay(
      to: (MailSink | string)[],
      options: Partial<RelayOptions> & { clock?: Clock } = {},
    ): Mail & { log: { msg: string; relay?: string; restMs?: number }[] } {
      const log: { msg: string }[] = [];
      const clock = options.clock ?? systemClock();
      const mail = relayMail({
        relays: to.map((each) => server(typeof each === 'string' ? each : each.url)),
        clock,
        resolver: simulatedResolver(),
        log: systemLog({ level: 'info', write: (line) => log.push(JSON.parse(line)) }),
        ...options,
      });
      mails.push(mail);
      return Object.assign(mail, { log });
    },
    async end() {
      // Sinks close first, so that waiting relays end at once.
      await Promise.all(sinks.map((sink) => sink.close()));
      await Promise.all(mails.map((mail) => mail.close()));
    },
  };
}
