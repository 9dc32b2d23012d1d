import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { publishDomain, type RunningPosthouse, startPosthouse } from '../world/programs/running-posthouse.ts';
import { type DnsName, type DnsServer, dnsServer } from '../world/simulated/dns-server.ts';
import { verifyWithDkimpy } from './mail-programs.ts';

/** The running program delivers mail to the servers that DNS names for its recipients. */

/** Every domain's mail server is the sink; one domain accepts no mail, and would have a fallback address. */
const zone: Record<string, DnsName> = {
  'mx.mailbox.dev': { A: ['127.0.0.1'] },
  'mailbox.dev': { MX: [{ priority: 10, exchange: 'mx.mailbox.dev' }] },
  'refusing.dev': { MX: [{ priority: 10, exchange: 'mx.mailbox.dev' }] },
  'silent.dev': { MX: [{ priority: 0, exchange: '' }], A: ['127.0.0.1'] },
};
let folder: string;
let dns: DnsServer;
let sink: MailSink;
let posthouse: RunningPosthouse;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-direct-'));
  dns = await dnsServer(zone);
  sink = await mailSink({
    script: ({ stage, address }) =>
      stage === 'rcpt' && address?.endsWith('@refusing.dev')
        ? { code: 550, text: '5.1.1 No such user here' }
        : undefined,
  });
  posthouse = await startPosthouse(folder, {
    POSTHOUSE_DELIVERY: 'direct',
    POSTHOUSE_MX_PORT: String(sink.port),
    POSTHOUSE_DNS_SERVERS: dns.address,
  });
  await publishDomain(posthouse, 'acme.dev', zone);
});

afterAll(async () => {
  await posthouse?.stop();
  await sink?.close();
  await dns?.close();
  await rm(folder, { recursive: true, force: true });
});

test('signed mail reaches the server of its recipient’s domain and counts as delivered once accepted', async () => {
  const email = await send('ada@mailbox.dev');
  await lastEventOf(email, 'delivered');
  const [message] = sink.messages;
  expect(message?.recipients).toEqual(['ada@mailbox.dev']);
  const verdicts = await verifyWithDkimpy(message!.raw, dns.address);
  expect(verdicts.map(({ verified }) => verified)).toEqual([true, true]);
});

test('mail to a domain that accepts none bounces without a connection', async () => {
  const connections = sink.connections;
  const email = await send('ada@silent.dev');
  await lastEventOf(email, 'bounced');
  expect(dns.asked).toContain('MX silent.dev');
  expect(sink.connections).toBe(connections);
});

test('mail to an unknown mailbox bounces, and the mailbox gets no more mail', async () => {
  const email = await send('unknown@refusing.dev');
  await lastEventOf(email, 'bounced');
  const suppression = await posthouse.api<{ origin: string }>('GET', '/suppressions/unknown@refusing.dev');
  expect(suppression.origin).toBe('bounce');
  expect(sink.messages.some(({ recipients }) => recipients.includes('unknown@refusing.dev'))).toBe(false);
});

async function send(to: string): Promise<string> {
  const { id } = await posthouse.api<{ id: string }>('POST', '/emails', {
    from: 'Acme <hello@acme.dev>',
    to,
    subject: 'Your order is on its way',
    markdown: 'Thank you.',
  });
  return id;
}

/** Resolves when the newest event of a mail is the expected one. */
async function lastEventOf(id: string, event: string): Promise<void> {
  const lastEvent = async () => {
    return (await posthouse.api<{ last_event: string }>('GET', `/emails/${id}`)).last_event;
  };
  await expect.poll(lastEvent, { timeout: 10_000, interval: 20 }).toBe(event);
}
