import { describe, expect, onTestFinished, test } from 'vitest';
import { openSmtp } from '../../surfaces/smtp/scene.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { download, rowsOf } from '../../tools/exports/download.ts';
import { agreed, importText } from '../../tools/imports/scene.ts';
import type { SinkOptions } from '../../world/mail/mail-sink.ts';
import { scene } from '../../world/mail/scene.ts';
import { news } from '../campaigns/campaign-scene.ts';
import { callThrough, doors, outputThrough } from '../doors.ts';
import { mail, open } from '../scene.ts';

/** Text as the SMTP client of tests sends it: one character per octet. */
const octets = (text: string): string => Buffer.from(text).toString('latin1');

const composed = 'j\u00f6rg@acme.dev';
const decomposed = 'jo\u0308rg@acme.dev';
const upper = 'J\u00d6RG@Acme.Dev';
const chinese = '\u7528\u6237@\u4f8b\u3048.jp';
const chineseAscii = '\u7528\u6237@xn--r8jz45g.jp';

describe('a send', () => {
  test.each(doors.all)('accepts UTF-8 local parts in to, from and reply_to through %s', async (door) => {
    const posthouse = await open();
    const fields = { from: `J\u00f6rg <${decomposed}>`, to: chinese, reply_to: upper };
    await outputThrough(door, posthouse, 'send_email', mail(fields));
    await posthouse.deliver();
    const [left] = posthouse.mailbox.messages;
    expect([left!.from.address, left!.to.address, left!.replyTo?.address]).toEqual([
      composed,
      chineseAscii,
      'J\u00d6RG@acme.dev',
    ]);
  });

  test('to a fixture domain is simulated, in Unicode and in punycode', async () => {
    const posthouse = await open();
    for (const to of ['\u7528\u6237@b\u00fccher.example', '\u7528\u6237@xn--bcher-kva.example']) {
      await posthouse.call('send_email', mail({ to }));
    }
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toEqual([]);
  });

  test('to three spellings of one mailbox counts as one recipient for the recipient guard', async () => {
    const posthouse = await open();
    const statuses: number[] = [];
    for (const to of [composed, decomposed, upper, composed, decomposed, upper]) {
      statuses.push((await posthouse.http('POST', '/api/v2/emails', { body: mail({ to }) })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test.each(doors.rest)('to a domain with a symbol is refused through %s', async (door) => {
    const posthouse = await open();
    for (const [domain, point] of [
      ['\u00a3.dev', 'U+00A3'],
      ['\u00a1.dev', 'U+00A1'],
      ['\u2603.net', 'U+2603'],
      ['xn--n3h.net', 'U+2603'],
    ]) {
      const result = await callThrough(door, posthouse, 'send_email', mail({ to: `ada@${domain}` }));
      expect(result).toMatchObject({ ok: false, name: 'validation_error' });
      expect(JSON.stringify(result)).toContain(`${point}, which domain names may not contain`);
    }
  });
});

/** Sends one mail through a relay with or without SMTPUTF8. @returns the relay's view and the stored mail */
async function sentThrough(relayOptions: SinkOptions, fields: Record<string, unknown>) {
  const stage = scene();
  onTestFinished(() => stage.end());
  const relay = await stage.sink(relayOptions);
  const commands: string[] = [];
  relay.script = ({ stage: at, address }) => {
    if (address !== null) commands.push(`${at} ${address}`);
    return undefined;
  };
  const posthouse = await open({ mail: stage.relay([relay]) });
  const { output } = await posthouse.call('send_email', mail(fields));
  await posthouse.deliver();
  const { id } = output as { id: string };
  const email = (await posthouse.call('get_email', { id })).output as Record<string, unknown>;
  return { commands, email, messages: relay.messages };
}

describe('a receiving server', () => {
  test('with SMTPUTF8 gets the address in the envelope and the header', async () => {
    const { commands, email, messages } = await sentThrough({}, { to: `J\u00f6rg <${decomposed}>` });
    expect(email).toMatchObject({ last_event: 'sent' });
    expect(commands.at(-1)).toBe(`rcpt ${composed}`);
    const [message] = messages;
    expect(message!.smtpUtf8).toBe(true);
    expect(message!.raw.toString()).toContain(`To: =?UTF-8?B?SsO2cmc=?= <${composed}>\r\n`);
  });

  test('without SMTPUTF8 gets no MAIL command, and the mail bounces with 5.6.7', async () => {
    for (const fields of [{ to: composed }, { from: composed, to: 'ada@acme.dev' }]) {
      const { commands, email } = await sentThrough({ smtpUtf8: false }, fields);
      expect(email).toMatchObject({ last_event: 'bounced' });
      expect(JSON.stringify(email)).toContain('5.6.7');
      expect(commands).toEqual([]);
    }
  });

  test('without SMTPUTF8 gets mail whose addresses have an ASCII form', async () => {
    const { email, messages } = await sentThrough(
      { smtpUtf8: false },
      { to: 'J\u00f6rg <ada@b\u00fccher.dev>' },
    );
    expect(email).toMatchObject({ last_event: 'sent' });
    expect(messages[0]!.smtpUtf8).toBe(false);
  });
});

describe('a submission over SMTP', () => {
  test('with SMTPUTF8 accepts UTF-8 addresses in MAIL and RCPT', async () => {
    const smtp = await openSmtp();
    const client = await smtp.client();
    const text = `From: J\u00f6rg <${composed}>\r\nTo: ${chinese}\r\nSubject: Hello\r\n\r\nHello\r\n.\r\n`;
    const codes = await client.askAll(
      octets(`MAIL FROM:<${composed}> SMTPUTF8 BODY=8BITMIME`),
      octets(`RCPT TO:<${chinese}> ORCPT=utf-8;\u7528\\x{6237}@xn--r8jz45g.jp`),
      'DATA',
    );
    expect(codes).toEqual([250, 250, 354]);
    client.send(octets(text));
    expect((await client.reply()).code).toBe(250);
    await smtp.deliver();
    const [left] = smtp.mailbox.messages;
    expect([left!.from.address, left!.to.address]).toEqual([composed, chineseAscii]);
  });

  test('without SMTPUTF8 refuses UTF-8 addresses and names the parameter', async () => {
    const smtp = await openSmtp();
    const client = await smtp.client();
    const refused = /^553 5\.6\.7 .*SMTPUTF8/;
    expect((await client.ask(octets(`MAIL FROM:<${composed}>`))).text).toMatch(refused);
    await client.ask('MAIL FROM:<hello@acme.test>');
    expect((await client.ask(octets(`RCPT TO:<${composed}>`))).text).toMatch(refused);
    expect((await client.ask(octets('RCPT TO:<ada@b\u00fccher.dev>'))).code).toBe(250);
  });

  test('with bytes that are not UTF-8 is refused', async () => {
    const smtp = await openSmtp();
    const client = await smtp.client();
    await client.ask('MAIL FROM:<hello@acme.test> SMTPUTF8');
    expect((await client.ask('RCPT TO:<j\u00f6rg@acme.dev>')).text).toMatch(/^553 5\.1\.3 /);
  });
});

onBothDatabases((place) => {
  test('two spellings of an address are one subscriber, and both find it', async () => {
    const { http, use } = place();
    const made = await http('POST', '/api/v2/subscribers', { body: { email: decomposed, firstName: 'J' } });
    expect([made.status, made.body.email]).toEqual([201, composed]);
    const again = await http('POST', '/api/v2/subscribers', {
      body: { email: upper, firstName: 'J\u00f6rg' },
    });
    expect([again.status, again.body.id]).toEqual([200, made.body.id]);
    for (const version of ['v1', 'v2']) {
      for (const spelling of [composed, decomposed, upper]) {
        const path = `/api/${version}/subscribers/${encodeURIComponent(spelling)}`;
        const { status, text } = await http('GET', path);
        expect([status, text.includes(made.body.id)]).toEqual([200, true]);
      }
    }
    const changed = await http('PATCH', `/api/v2/subscribers/${encodeURIComponent(decomposed)}`, {
      body: { email: chinese },
    });
    expect(changed.body.email).toBe(chineseAscii);
    const batch = await use('save_subscribers', {
      subscribers: [{ email: chinese }, { email: composed }, { email: decomposed }],
    });
    expect(JSON.stringify(batch)).toContain(made.body.id);
    const { data } = await use('list_subscribers', { query: '\u7528\u6237' });
    expect(data.map(({ email }: { email: string }) => email)).toEqual([chineseAscii]);
  });

  test('a suppression applies to every spelling, and any spelling removes it', async () => {
    const { http, use, platform } = place();
    await use('add_suppression', { email: upper });
    const { body } = await http('POST', '/api/v2/emails', { body: mail({ to: decomposed }) });
    await platform.deliver();
    expect(await use('get_email', { id: body.id })).toMatchObject({ last_event: 'suppressed' });
    const removed = await http('DELETE', `/api/v2/suppressions/${encodeURIComponent(decomposed)}`);
    expect(removed.status).toBe(200);
    await use('import_suppressions', { csv: `email\n${decomposed}\n${upper}\n${chinese}` });
    const { data } = await use('list_suppressions');
    expect(data.map(({ email }: { email: string }) => email).sort()).toEqual([composed, chineseAscii].sort());
  });

  test('UTF-8 addresses are imported and exported', async () => {
    const { done } = await importText(
      place(),
      `email,first_name\n${decomposed},J\u00f6rg\n${chinese},\u7528\n${upper},J\n`,
      agreed,
    );
    expect(done).toMatchObject({ status: 'completed', result: { created: 2 } });
    const rows = rowsOf((await download(place(), 'subscribers.csv')).text);
    expect(rows.map(({ email }) => email).sort()).toEqual([composed, chineseAscii].sort());
  });

  test('subscribers with UTF-8 addresses confirm their opt-in, get campaigns and unsubscribe with one click', async () => {
    const { use, http, platform } = place();
    platform.resolver.zone.set('acme.dev', { mx: [{ exchange: 'mx.acme.dev', priority: 10 }] });
    platform.resolver.zone.set('mx.acme.dev', { addresses: ['192.0.2.1'] });
    for (const [version, path] of [
      ['v2', '/emails/verify'],
      ['v1', '/emails/verify'],
      ['v2', '/verify'],
    ]) {
      const { status, body } = await http('POST', `/api/${version}${path}`, { body: { email: decomposed } });
      expect([version, status, JSON.stringify(body).includes('"valid":true')]).toEqual([version, 200, true]);
    }
    await use('create_subscriber', { email: decomposed, firstName: 'J\u00f6rg' });
    const before = platform.mailbox.messages.length;
    const { id } = await use('create_campaign', news);
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const [left] = platform.mailbox.messages.slice(before);
    expect(left!.to.address).toBe(composed);
    const [, link] = left!.headers.find(([name]) => name === 'List-Unsubscribe')!;
    const url = new URL(link.slice(1, -1));
    const left1 = await http('POST', url.pathname + url.search, {
      token: null,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(left1.status).toBe(200);
    const { status } = await use('get_subscriber', { subscriber: upper });
    expect(status).toBe('UNSUBSCRIBED');
  });
});
