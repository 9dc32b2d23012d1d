import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { publishDomain, type RunningPosthouse, startPosthouse } from '../world/programs/running-posthouse.ts';
import { type DnsName, type DnsServer, dnsServer } from '../world/simulated/dns-server.ts';
import { readWithPython, verifyWithDkimpy } from './mail-programs.ts';

/** The mail of a campaign for a reader and their mail provider, checked by third-party programs. */

const zone: Record<string, DnsName> = {};
let folder: string;
let dns: DnsServer;
let sink: MailSink;
let posthouse: RunningPosthouse;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-campaign-'));
  dns = await dnsServer(zone);
  sink = await mailSink({});
  posthouse = await startPosthouse(folder, {
    POSTHOUSE_DELIVERY: 'relay',
    POSTHOUSE_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
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

test('a campaign mail is valid, has signed list fields, and one POST unsubscribes', async () => {
  await posthouse.api('POST', '/subscribers', { email: 'ada@mailbox.dev', firstName: 'Ada' });
  const { id } = await posthouse.api<{ id: string }>('POST', '/campaigns', {
    subject: 'News for {{firstName|you}}: Grüße aus Lissabon',
    fromName: 'Acme',
    fromEmail: 'news@acme.dev',
    markdown:
      '# Our news\n\nThank you for reading, {{firstName}}. [The new catalogue](https://acme.dev/catalogue) is there.\n\n[Leave]({{unsubscribeUrl}})',
    tracking: { opens: true, clicks: true },
  });
  await posthouse.api('POST', `/campaigns/${id}/send`, {});
  await expect.poll(() => sink.messages.length, { timeout: 15_000, interval: 20 }).toBe(1);
  const { raw } = sink.messages[0]!;

  const verdicts = await verifyWithDkimpy(raw, dns.address);
  expect(verdicts.map(({ algorithm, verified }) => [algorithm, verified])).toEqual([
    ['rsa-sha256', true],
    ['ed25519-sha256', true],
  ]);
  const read = await readWithPython(raw);
  expect(read.defects).toEqual([]);
  expect(read.repeated).toEqual(['dkim-signature']);
  expect([read.type, read.parts]).toEqual(['multipart/alternative', ['text/plain', 'text/html']]);
  expect(read.headers.subject).toBe('News for Ada: Grüße aus Lissabon');
  expect(read.text).toContain('Thank you for reading, Ada.');
  for (const signed of read.signed) {
    expect(signed).toEqual(
      expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'feedback-id']),
    );
  }
  expect(read.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const [, leave] = /^<([^<>]+)>$/.exec(read.headers['list-unsubscribe']!)!;

  const status = async () =>
    (await posthouse.api<{ status: string }>('GET', '/subscribers/ada@mailbox.dev')).status;
  expect((await fetch(leave!)).status).toBe(200);
  expect(await status()).toBe('ACTIVE');
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(leave!, { method: 'POST', body: form, redirect: 'error' })).status).toBe(200);
  expect(await status()).toBe('UNSUBSCRIBED');
});
