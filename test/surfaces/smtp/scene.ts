import { onTestFinished } from 'vitest';
import { requestWindows } from '../../../src/engine/auth/request-windows.ts';
import type { Caller } from '../../../src/engine/context/caller.ts';
import type { SmtpLimits } from '../../../src/surfaces/smtp/policy.ts';
import { createSmtpDoor, type SmtpDoor } from '../../../src/surfaces/smtp/submission.ts';
import { makeTlsPair } from '../../../src/surfaces/smtp/tls-pair.ts';
import { systemClock } from '../../../src/world/clock.ts';
import { systemIds } from '../../../src/world/ids.ts';
import type { TlsPair } from '../../../src/world/tls-pair.ts';
import { submitMessage } from '../../../tools/emails/submit-message.ts';
import { authPlain, type SmtpTestClient, smtpClient } from '../../world/mail/smtp-client.ts';
import { firstToken, type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let pair: TlsPair | undefined;

/** One certificate for all tests of a file. It uses real dates, because TLS clients use the system clock. */
export function testTlsPair(): TlsPair {
  const clock = systemClock();
  pair ??= makeTlsPair({ hostName: 'posthouse.example', clock, ids: systemIds(clock) });
  return pair;
}

export type SmtpScene = SimulatedPlatform & {
  door: SmtpDoor;
  starttlsPort: number;
  tlsPort: number;
  /** Connects without TLS and reads the greeting. */
  unauthenticated(): Promise<SmtpTestClient>;
  /** Connects with implicit TLS, sends EHLO and authenticates. */
  client(token?: string): Promise<SmtpTestClient>;
  /** All mails, newest first. */
  mails(): Promise<Record<string, unknown>[]>;
  /** Returns the stored message of a mail. */
  kept(id: string): Promise<{ header: string; body: string }>;
};

type SceneOptions = OpenOptions & {
  limits?: Partial<SmtpLimits>;
  everyClientIs?: (of: SimulatedPlatform) => Caller;
};

/** Opens a simulated platform with its SMTP door on loopback; closes both when the test ends. */
export async function openSmtp(options: SceneOptions = {}): Promise<SmtpScene> {
  const posthouse = await openPlatform(options);
  const { platform } = posthouse;
  const door = createSmtpDoor({
    engine: platform.engine,
    tool: submitMessage,
    callers: platform.callers,
    windows: requestWindows(platform.engine.store.database.counters, posthouse.clock),
    tls: testTlsPair(),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.everyClientIs === undefined ? {} : { everyClientIs: options.everyClientIs(posthouse) }),
  });
  const places = await door.listen({ host: '127.0.0.1', starttlsPort: 0, tlsPort: 0 });
  const starttlsPort = places.starttls!.port;
  const tlsPort = places.tls!.port;
  const clients: SmtpTestClient[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.close();
    await door.drain(0);
    await posthouse.close();
  });
  const connected = async (port: number, tls: boolean): Promise<SmtpTestClient> => {
    const client = await smtpClient(port, { tls });
    clients.push(client);
    await client.reply();
    return client;
  };
  return {
    ...posthouse,
    door,
    starttlsPort,
    tlsPort,
    unauthenticated: () => connected(starttlsPort, false),
    async client(token = firstToken) {
      const client = await connected(tlsPort, true);
      await client.ask('EHLO client.example');
      const { code, text } = await client.ask(authPlain(token));
      if (code !== 235) throw new Error(`not signed in: ${text}`);
      return client;
    },
    async mails() {
      const { output } = await posthouse.call('list_emails', { limit: 100 });
      return (output as { data: Record<string, unknown>[] }).data;
    },
    async kept(id) {
      const store = platform.engine.store.forOrganization(posthouse.organization.key);
      const email = await store.emails.byId(id);
      const message = email && (await store.rawMessages.byId(email.body.source));
      if (!message) throw new Error(`no message is kept of ${id}`);
      return message;
    },
  };
}

/** A small message as a mail client writes it, with extra header lines at the end. */
export function message(...headerLines: string[]): string {
  return [
    'From: Acme <hello@acme.test>',
    'To: Grace <grace@example.com>',
    'Subject: Hello',
    ...headerLines,
    '',
    'Hello Grace',
    '',
  ].join('\r\n');
}

/** Submits one message on an authenticated connection; returns the last reply. */
export async function submit(client: SmtpTestClient, text: string, ...recipients: string[]) {
  const named = recipients.length === 0 ? ['grace@example.com'] : recipients;
  const mail = await client.ask('MAIL FROM:<hello@acme.test>');
  if (mail.code !== 250) return mail;
  for (const recipient of named) await client.ask(`RCPT TO:<${recipient}>`);
  const data = await client.ask('DATA');
  if (data.code !== 354) return data;
  client.send(`${text.replaceAll(/^\./gm, '..')}.\r\n`);
  return await client.reply();
}

/** Returns the id in `250 … queued as eml_…`. */
export function queuedId({ text }: { text: string }): string {
  const id = /queued as (eml_[0-9a-z]{26})$/.exec(text)?.[1];
  if (!id) throw new Error(`not queued: ${text}`);
  return id;
}
