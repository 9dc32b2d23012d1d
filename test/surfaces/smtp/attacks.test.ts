import { describe, expect, test } from 'vitest';
import { requestWindows } from '../../../src/engine/auth/request-windows.ts';
import type { Scope } from '../../../src/engine/context/scope.ts';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import { lineReader, type ReadMessage } from '../../../src/surfaces/smtp/line-reader.ts';
import { submissionPolicy } from '../../../src/surfaces/smtp/submission.ts';
import { submitMessage } from '../../../tools/emails/submit-message.ts';
import { authPlain } from '../../world/mail/smtp-client.ts';
import { firstToken } from '../../world/platform.ts';
import { message, openSmtp, queuedId, submit } from './scene.ts';

const realMailbox = 'grace@customer.dev';

/** Sequences that other servers took for the end of data, followed by a smuggled dialogue. */
const falseEnds = [
  '\n.\n',
  '\r.\r',
  '\r\n.\n',
  '\n.\r\n',
  '\r.\r\n',
  '\r\n.\r',
  '\r\n\n.\r\n',
  '\r\r\n.\r\n',
  '\0.\r\n',
];
const smuggled = 'MAIL FROM:<ceo@bank.example>\r\nRCPT TO:<victim@customer.dev>\r\nDATA\r\n';

function readInPieces(...pieces: string[]): ReadMessage | null {
  const reader = lineReader();
  reader.beginMessage(1_000, () => true);
  for (const piece of pieces) {
    reader.push(Buffer.from(piece, 'latin1'));
    const read = reader.message();
    if (read) return read;
  }
  return null;
}

describe('smuggling', () => {
  test.each(falseEnds)(
    '%j does not end a message, and the server executes no command after it',
    async (end) => {
      const scene = await openSmtp();
      const client = await scene.client();
      await client.askAll('MAIL FROM:<hello@acme.test>', 'RCPT TO:<grace@example.com>', 'DATA');
      client.send(`${message()}Hello${end}${smuggled}${message()}\r\n.\r\n`);
      expect((await client.reply()).text).toMatch(/^554[ -]5\.6\.0 /);
      if (!end.includes('\0')) expect(await client.rest()).toBe('');
      expect(await scene.mails()).toEqual([]);
    },
  );

  test.each(falseEnds)('%j is detected wherever the packets split', (end) => {
    const whole = `From: hello@acme.test\r\n\r\nHello${end}${smuggled}\r\n.\r\n`;
    for (let at = 1; at < whole.length; at += 1) {
      expect(readInPieces(whole.slice(0, at), whole.slice(at))?.kind).not.toBe('message');
    }
    expect(readInPieces(...whole)?.kind).not.toBe('message');
  });
});

describe('SMTP before TLS and AUTH', () => {
  test('rejects commands pipelined after STARTTLS', async () => {
    const scene = await openSmtp();
    const client = await scene.unauthenticated();
    await client.ask('EHLO me');
    client.send('STARTTLS\r\nEHLO injected\r\n');
    expect((await client.reply()).code).toBe(421);
    expect(await client.rest()).toBe('');
  });

  test('discards all commands before TLS', async () => {
    const scene = await openSmtp();
    const client = await scene.unauthenticated();
    expect(await client.askAll('EHLO me', authPlain(firstToken), 'STARTTLS')).toEqual([250, 538, 220]);
    await client.encrypt();
    expect(await client.askAll('MAIL FROM:<a@acme.test>', 'EHLO me', 'MAIL FROM:<a@acme.test>')).toEqual([
      503, 250, 530,
    ]);
  });
});

describe('a hostile MAIL or RCPT parameter is rejected:', () => {
  test.each([
    ['MAIL FROM:<a@acme.test> ENVID=a+0D+0ARCPT', 501],
    ['MAIL FROM:<a@acme.test> AUTH=+0D+0A', 501],
    ['MAIL FROM:<a@acme.test> ENVID=a ENVID=b', 501],
    ['MAIL FROM:<a@acme.test> BODY=BINARYMIME', 501],
    ['MAIL FROM:<a@acme.test>\tSIZE=1', 501],
    ['MAIL FROM:<a@acme.test> __proto__=1', 555],
    ['MAIL FROM:<a@acme.test> SIZE=99999999999999999999', 552],
    ['MAIL FROM:<@relay.dev,@other.dev:a@acme.test>', 553],
    ['MAIL FROM:<"a>b"@acme.test>', 553],
    ['CONSTRUCTOR', 500],
    ['__PROTO__', 500],
  ])('%j', async (line, code) => {
    const scene = await openSmtp();
    const client = await scene.client();
    expect((await client.ask(line)).code).toBe(code);
    expect((await client.ask('NOOP')).code).toBe(250);
  });
});

describe('a hostile header', () => {
  test.each([
    ['two of them', 'From: a@acme.test\r\nfrom: ceo@bank.example\r\n'],
    ['a group', 'From: Acme: a@acme.test;\r\n'],
    ['two mailboxes', 'From: a@acme.test, ceo@bank.example\r\n'],
    ['a comment', 'From: a@acme.test (ceo@bank.example)\r\n'],
    ['two addresses in brackets', 'From: <ceo@bank.example> <a@acme.test>\r\n'],
    ['a blank before its colon', 'From : a@acme.test\r\n'],
    ['nothing in it', 'From:\r\n \r\n'],
    ['the null path', 'From: <>\r\n'],
    ['a line end in an encoded-word', 'From: =?utf-8?q?a=0D=0ABcc=3A_v@x.dev?= <a@acme.test>\r\n'],
    ['NEL in UTF-8', 'From: "a\xc2\x85b" <a@acme.test>\r\n'],
  ])('with a bad From is rejected: %s', async (_, from) => {
    const scene = await openSmtp();
    const client = await scene.client();
    expect((await submit(client, `${from}Subject: x\r\n\r\nx\r\n`)).text).toMatch(/^554 5\.6\.0 /);
    expect(await scene.mails()).toEqual([]);
  });

  test('reveals no Bcc recipient to other recipients', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const blind = ['BCC: v1@x.dev,', '\tv2@x.dev', 'resent-bcc: v3@x.dev', 'Return-Path: <v4@x.dev>'];
    const { header } = await scene.kept(queuedId(await submit(client, message(...blind, 'X-Kept: 1'))));
    expect(header).toContain('X-Kept: 1\r\n');
    expect(header).not.toMatch(/v\d@x\.dev/);
  });
});

describe('a recipient', () => {
  test.each([
    ['ada@example.com', 'test'],
    ['ADA@EXAMPLE.COM.', 'test'],
    ['ada@\xef\xbd\x85xample.com', 'test'],
    ['vitest-test-1@customer.dev', 'test'],
    ['ada@notexample.com', 'live'],
    ['ada@example.com.customer.dev', 'live'],
    ['ada+vitest-test-1@customer.dev', 'live'],
  ])('%j is classified by the envelope, whatever the header says: %s', async (recipient, mode) => {
    const scene = await openSmtp({ sendingEnabled: true });
    const client = await scene.client();
    const other = mode === 'test' ? realMailbox : 'ada@example.com';
    const text = `From: a@acme.test\r\nTo: ${other}\r\nCc: ${other}\r\n\r\nx\r\n`;
    queuedId(await submit(client, text, recipient));
    await scene.deliver();
    const sent = scene.mailbox.messages.length;
    expect(sent).toBe(mode === 'live' ? 1 : 0);
  });

  test.each([
    'ada%customer.dev@example.com',
    '"ada@example.com"@customer.dev',
    'ada@example.com@customer.dev',
    'ada@ex\xc2\xadample.com',
    'ada@example.com\xe2\x80\x8b',
    'ada@[127.0.0.1]',
    'ada@127.1',
    'ada@example.com,eve@customer.dev',
  ])('%j is rejected', async (recipient) => {
    const scene = await openSmtp();
    const client = await scene.client();
    await client.ask('MAIL FROM:<a@acme.test>');
    expect((await client.ask(`RCPT TO:<${recipient}>`)).code).toBe(553);
  });

  test('in many spellings over many connections has one rate limit', async () => {
    const scene = await openSmtp({ sendingEnabled: true });
    const spellings = ['guy@gmail.com', 'GUY@gmail.com', 'g.u.y@gmail.com', 'guy+1@googlemail.com'];
    const replies = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const client = await scene.client();
        await client.ask('MAIL FROM:<hello@acme.test>');
        const named = await client.ask(`RCPT TO:<${spellings[index % spellings.length]}>`);
        if (named.code !== 250) return named.code;
        await client.ask('DATA');
        client.send(`${message()}.\r\n`);
        return (await client.reply()).code;
      }),
    );
    expect(replies.filter((code) => code === 250)).toHaveLength(5);
    expect(new Set(replies)).toEqual(new Set([250, 450]));
  });
});

describe('a wrong password', () => {
  test('from the same address or /64 delays a valid token once and never refuses it', async () => {
    const scene = await openSmtp();
    const { engine, callers } = scene.platform;
    const windows = requestWindows(engine.store.database.counters, scene.clock);
    const policy = submissionPolicy({ engine, tool: submitMessage, callers, windows });
    const signIn = async (password: string) => {
      const visit = policy.visit({ ip: '2001:db8::7', tls: true, name: 'me', extended: true });
      const began = scene.clock.now();
      let tookMs = -1;
      const answer = Promise.resolve(visit.signIn!({ user: 'me', password })).finally(() => {
        tookMs = scene.clock.now() - began;
      });
      while (tookMs < 0) await scene.clock.advance(500);
      return { code: (await answer).code, tookMs };
    };
    for (let guess = 0; guess < 60; guess += 1) await signIn(`posthouse_${String(guess).padStart(40, 'b')}`);
    expect(await signIn(`posthouse_${'c'.repeat(40)}`)).toMatchObject({ code: 421, tookMs: 4_000 });
    expect(await signIn(firstToken)).toMatchObject({ code: 235, tookMs: 4_000 });
    expect((await signIn(firstToken)).code).toBe(235);
    expect((await signIn(firstToken)).tookMs).toBeLessThan(4_000);
  });
});

test('an organization that stalls mid-message leaves memory for others', async () => {
  const scene = await openSmtp({ limits: { messageBytesMax: 1_000, heldBytesMax: 4_000 } });
  const other = await scene.client((await scene.addOrganization('Other')).token);
  const [stalled, again] = [await scene.client(), await scene.client()];
  await stalled.askAll('MAIL FROM:<hello@acme.test>', 'RCPT TO:<grace@example.com>', 'DATA');
  stalled.send(`X-Kept: ${'x'.repeat(950)}\r\n`);
  let code = 250;
  for (let tries = 0; tries < 100 && code === 250; tries += 1) code = (await submit(again, message())).code;
  expect(code).toBe(452);
  expect((await submit(other, message())).code).toBe(250);
});

test('large messages of one organization are processed one at a time, in parallel with another organization', async () => {
  const { platform, clock, caller, organization, addOrganization } = await openSmtp();
  const { organization: other } = await addOrganization('Other');
  const { engine, callers } = platform;
  const windows = requestWindows(engine.store.database.counters, clock);
  /** Organizations whose messages are being processed, each with a function that ends it. */
  const working: { of: string; end(): void }[] = [];
  const tool = {
    ...submitMessage,
    run: async ({ caller: { organization: of } }: Scope) => {
      await new Promise<void>((end) => working.push({ of: of.name, end }));
      return { ids: ['eml_01kaa0xq5v8m3c2n7r4t6w9yzb'] };
    },
  };
  const submitted = async (of: OrganizationRecord, octets: number): Promise<number> => {
    const everyClientIs = caller('smtp', of);
    const policy = submissionPolicy({ engine, tool, callers, windows, everyClientIs });
    const visit = policy.visit({ ip: '2001:db8::7', tls: true, name: 'me', extended: true });
    const sender = {
      path: 'hello@acme.test',
      smtpUtf8: false,
      returned: null,
      envelopeId: null,
      size: null,
      body: null,
    };
    await visit.sender(sender);
    const recipients = [{ path: 'grace@example.com', notify: null, originalRecipient: null }];
    const { code } = await visit.message(
      { header: 'From: hello@acme.test\r\n', body: 'x'.repeat(octets) },
      { sender, recipients },
    );
    return code;
  };
  const large = 300_000;
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const taken = Promise.all([
    submitted(organization, large),
    submitted(organization, large),
    submitted(organization, 100),
    submitted(other, large),
  ]);
  while (working.length < 3) await settled();
  for (let turn = 0; turn < 20; turn += 1) await settled();
  expect(working.map(({ of }) => of).toSorted()).toEqual(
    [organization.name, organization.name, 'Other'].toSorted(),
  );
  for (let ended = 0; ended < 4; ended += 1) {
    while (working.length === 0) await settled();
    working.shift()!.end();
  }
  expect(await taken).toEqual([250, 250, 250, 250]);
});

test('only the sending organization can read a message', async () => {
  const scene = await openSmtp();
  const { token } = await scene.addOrganization('Other');
  const id = queuedId(await submit(await scene.client(), message()));
  expect((await scene.http('GET', `/api/v2/emails/${id}`)).status).toBe(200);
  expect((await scene.http('GET', `/api/v2/emails/${id}`, { token })).status).toBe(404);
});
