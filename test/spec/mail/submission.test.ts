import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createTransport, type SendMailOptions } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished } from 'vitest';
import { requestWindows } from '../../../src/engine/auth/request-windows.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { submissionPolicy } from '../../../src/surfaces/smtp/submission.ts';
import { submitMessage } from '../../../tools/emails/submit-message.ts';
import { message, openSmtp, queuedId, type SmtpScene, submit } from '../../surfaces/smtp/scene.ts';
import { authPlain } from '../../world/mail/smtp-client.ts';
import { firstToken } from '../../world/platform.ts';
import { realMailbox } from '../scene.ts';
import { verifies } from '../verifies.ts';

const secondMs = 1_000;
const unknownToken = `posthouse_${'Z9y8X7w6'.repeat(5)}`;

/** Sends as programs do, with a third-party client. */
async function sendMail(
  scene: SmtpScene,
  mail: SendMailOptions,
  { secure = true, password = firstToken } = {},
) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: secure ? scene.tlsPort : scene.starttlsPort,
    secure,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'any user', pass: password },
  });
  try {
    return await transport.sendMail({
      from: 'Acme <hello@acme.test>',
      to: 'Grace <grace@example.com>',
      ...mail,
    });
  } finally {
    transport.close();
  }
}

describe('an SMTP login', () => {
  verifies(['smtp.tls', 'smtp.queued'], 'works over both kinds of TLS, with any user name', async () => {
    const scene = await openSmtp();
    for (const secure of [true, false]) {
      const sent = await sendMail(scene, { subject: `secure ${secure}`, text: 'Hello' }, { secure });
      expect(sent.response).toMatch(/^250 2\.0\.0 Ok: queued as eml_[0-9a-z]{26}$/);
    }
    expect((await scene.mails()).map(({ subject }) => subject)).toEqual(['secure false', 'secure true']);
  });

  verifies(['smtp.auth', 'smtp.tls'], 'is neither offered nor accepted without TLS', async () => {
    const scene = await openSmtp();
    const client = await scene.unauthenticated();
    expect((await client.ask('EHLO me')).text).not.toContain('AUTH');
    expect((await client.ask('MAIL FROM:<hello@acme.test>')).text).toMatch(/^530 5\.7\.0 /);
    expect((await client.ask(authPlain(firstToken))).text).toMatch(/^538 5\.7\.11 /);
    expect((await client.ask('MAIL FROM:<hello@acme.test>')).text).toMatch(/^530 5\.7\.0 /);
  });

  verifies('smtp.auth', 'is required before sending, and succeeds once and with a valid token', async () => {
    const scene = await openSmtp();
    await expect(scene.client(unknownToken)).rejects.toThrow('535 5.7.8');
    await expect((await openSmtp()).client('no token at all')).rejects.toThrow('535 5.7.8');
    const client = await scene.client();
    expect((await client.ask(authPlain(firstToken))).text).toMatch(/^503 5\.5\.1 /);
    const { code } = await submit(client, message());
    expect(code).toBe(250);
  });

  verifies('smtp.auth', 'works with LOGIN too', async () => {
    const scene = await openSmtp();
    const client = await scene.unauthenticated();
    await client.askAll('EHLO me', 'STARTTLS');
    await client.encrypt();
    const lines = ['EHLO me', 'AUTH LOGIN', btoa('me'), btoa(firstToken), 'MAIL FROM:<hello@acme.test>'];
    expect(await client.askAll(...lines)).toEqual([250, 334, 334, 235, 250]);
  });

  verifies('smtp.revoked', 'ends when the token is revoked, also for connected clients', async () => {
    const scene = await openSmtp();
    const { id, token } = await scene.addToken(scene.organization, { scopes: ['emails.send'] });
    const client = await scene.client(token);
    expect((await submit(client, message())).code).toBe(250);
    await scene.call('revoke_token', { id });
    expect((await client.ask('MAIL FROM:<hello@acme.test>')).text).toMatch(/^535 5\.7\.8 /);
    await expect(scene.client(token)).rejects.toThrow('535 5.7.8');
  });

  verifies('smtp.restricted', 'with a token for other client addresses is refused', async () => {
    const scene = await openSmtp();
    const { token } = await scene.addToken(scene.organization, { ip_allowlist: ['203.0.113.0/24'] });
    await expect(scene.client(token)).rejects.toThrow('535 5.7.8');
    const { token: here } = await scene.addToken(scene.organization, { ip_allowlist: ['127.0.0.0/8'] });
    expect((await submit(await scene.client(here), message())).code).toBe(250);
  });

  verifies('smtp.restricted', 'with a token without the scope emails.send allows no mail', async () => {
    const scene = await openSmtp();
    const { token } = await scene.addToken(scene.organization, { scopes: ['emails.read'] });
    const client = await scene.client(token);
    expect((await client.ask('MAIL FROM:<hello@acme.test>')).text).toMatch(/^550 5\.7\.1 .*emails\.send/);
  });

  verifies(
    'smtp.brute-force',
    'slows down and stops a client that guesses passwords, but no other client',
    async () => {
      const scene = await openSmtp();
      const { engine, callers } = scene.platform;
      const windows = requestWindows(engine.store.database.counters, scene.clock);
      const policy = submissionPolicy({ engine, tool: submitMessage, callers, windows });
      const signIn = async (ip: string, password: string) => {
        const visit = policy.visit({ ip, tls: true, name: 'me', extended: true });
        const answer = Promise.resolve(visit.signIn!({ user: 'me', password }));
        await scene.clock.advance(10 * secondMs);
        return (await answer).code;
      };
      const [guesser, another] = ['203.0.113.5', '198.51.100.7'] as const;
      const codes: number[] = [];
      for (let guess = 0; guess < 7; guess += 1) codes.push(await signIn(guesser, unknownToken));
      expect(codes).toEqual([535, 535, 535, 535, 535, 421, 421]);
      expect(await signIn(another, unknownToken)).toBe(535);
      expect(await signIn(another, firstToken)).toBe(235);
      expect(await signIn(guesser, firstToken)).toBe(235);
      await scene.clock.advance(600 * secondMs);
      expect(await signIn(guesser, unknownToken)).toBe(535);
    },
  );

  verifies(
    'smtp.brute-force',
    'ends the connection after five wrong passwords, whatever they are',
    async () => {
      const scene = await openSmtp();
      const client = await scene.unauthenticated();
      await client.askAll('EHLO me', 'STARTTLS');
      await client.encrypt();
      await client.ask('EHLO me');
      const codes: number[] = [];
      for (let guess = 0; guess < 6; guess += 1) {
        const answer = client.ask(authPlain(`guess ${guess}`));
        const wait = [0, 250, 500, 1_000, 2_000][guess] ?? 0;
        if (wait > 0) {
          await scene.clock.waitedFor(wait);
          await scene.clock.advance(wait);
        }
        codes.push((await answer).code);
      }
      expect(codes).toEqual([535, 535, 535, 535, 535, 421]);
      expect(await client.rest()).toBe('');
    },
  );
});

describe('SMTP recipients', () => {
  verifies(
    'fixture.gate.smtp',
    'that are test recipients are simulated, and others get real mail',
    async () => {
      const scene = await openSmtp();
      const answer = await submit(
        await scene.client(),
        message(),
        'grace@example.com',
        'bounce@example.com',
        realMailbox,
      );
      expect(answer.code).toBe(250);
      const fates = (await scene.mails()).map(({ to, delivery_mode, last_event }) => [
        to,
        delivery_mode,
        last_event,
      ]);
      expect(fates).toEqual([
        [[realMailbox], 'live', 'queued'],
        [['bounce@example.com'], 'test', 'bounced'],
        [['"Grace" <grace@example.com>'], 'test', 'delivered'],
      ]);
    },
  );

  verifies('smtp.recipients', 'get one mail each, however often they are named', async () => {
    const scene = await openSmtp();
    const answer = await submit(
      await scene.client(),
      message(),
      'grace@example.com',
      'ada@example.com',
      'Grace@Example.COM',
    );
    const mails = await scene.mails();
    expect(mails.map(({ to }) => to)).toEqual([['ada@example.com'], ['"Grace" <grace@example.com>']]);
    expect(queuedId(answer)).toBe(mails[1]!.id);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
  });

  verifies('smtp.recipients', 'are limited to fifty', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    await client.ask('MAIL FROM:<hello@acme.test>');
    for (let count = 0; count < 50; count += 1) {
      expect((await client.ask(`RCPT TO:<person${count}@example.com>`)).code).toBe(250);
    }
    expect((await client.ask('RCPT TO:<one@example.com>')).text).toMatch(/^452 4\.5\.3 /);
    await client.ask('DATA');
    client.send(`${message()}.\r\n`);
    expect((await client.reply()).code).toBe(250);
    expect(await scene.mails()).toHaveLength(50);
  });

  verifies('smtp.recipients', 'must be one mailbox each', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    await client.ask('MAIL FROM:<hello@acme.test>');
    for (const path of [
      'grace',
      'a@b@example.com',
      '"a b"@example.com',
      '@relay.example:a@example.com',
      'a%b@example.com',
      'a@[127.0.0.1]',
      '',
    ]) {
      expect((await client.ask(`RCPT TO:<${path}>`)).text, path).toMatch(/^553 5\.1\.3 /);
    }
  });

  verifies(
    'smtp.guard',
    'that reached their limit are refused temporarily, and the others are accepted',
    async () => {
      const scene = await openSmtp();
      const client = await scene.client();
      for (let count = 0; count < 5; count += 1) {
        expect((await submit(client, message(), realMailbox)).code).toBe(250);
      }
      await client.ask('MAIL FROM:<hello@acme.test>');
      const refused = await client.ask(`RCPT TO:<${realMailbox}>`);
      expect(refused.text).toBe(
        '450 4.7.1 This recipient is temporarily rate limited (RECIPIENT_RATE_LIMITED); try again in 600 s',
      );
      expect(await client.askAll('RCPT TO:<grace@example.com>', 'DATA')).toEqual([250, 354]);
      client.send(`${message()}.\r\n`);
      expect((await client.reply()).code).toBe(250);
      await scene.clock.advance(600 * secondMs);
      expect((await submit(await scene.client(), message(), realMailbox)).code).toBe(250);
    },
  );

  verifies('smtp.guard', 'are counted over all interfaces and within one transaction', async () => {
    const scene = await openSmtp();
    const body = {
      from: 'hello@acme.test',
      to: 'grace+1@takes-mail.com',
      subject: 'Hello',
      text: undefined,
      html: '<p>Hello</p>',
    };
    for (let count = 0; count < 3; count += 1) await scene.http('POST', '/api/v2/emails', { body });
    const client = await scene.client();
    await client.ask('MAIL FROM:<hello@acme.test>');
    const lines = ['a', 'b', 'c'].map((tag) => `RCPT TO:<grace+${tag}@takes-mail.com>`);
    expect(await client.askAll(...lines)).toEqual([250, 250, 450]);
  });

  verifies(
    'smtp.guard',
    'are all refused temporarily if one of them reached its limit in the meantime',
    async () => {
      const scene = await openSmtp();
      const [one, other] = [await scene.client(), await scene.client()];
      for (let count = 0; count < 4; count += 1) await submit(one, message(), realMailbox);
      for (const client of [one, other]) {
        await client.askAll(
          'MAIL FROM:<hello@acme.test>',
          `RCPT TO:<${realMailbox}>`,
          'RCPT TO:<ada@example.com>',
          'DATA',
        );
      }
      one.send(`${message()}.\r\n`);
      expect((await one.reply()).code).toBe(250);
      const before = (await scene.mails()).length;
      other.send(`${message()}.\r\n`);
      expect((await other.reply()).text).toMatch(/^450 4\.7\.1 /);
      expect(await scene.mails()).toHaveLength(before);
    },
  );

  verifies('smtp.suppressed', 'that are suppressed are accepted and recorded as suppressed', async () => {
    const scene = await openSmtp();
    await scene.call('add_suppression', { email: realMailbox });
    const answer = await submit(await scene.client(), message(), realMailbox);
    expect(answer.code).toBe(250);
    expect((await scene.mails())[0]).toMatchObject({ last_event: 'suppressed', source: 'smtp' });
    await scene.deliver();
    expect(scene.mailbox.messages).toEqual([]);
  });

  verifies('smtp.restricted', 'that a token may not mail are refused', async () => {
    const scene = await openSmtp();
    const { token } = await scene.addToken(scene.organization, { allowed_recipients: ['*@acme.test'] });
    const client = await scene.client(token);
    await client.ask('MAIL FROM:<hello@acme.test>');
    expect((await client.ask('RCPT TO:<grace@example.com>')).text).toMatch(/^550 5\.7\.1 /);
    expect((await client.ask('RCPT TO:<ada@acme.test>')).code).toBe(250);
  });
});

describe('under the SMTP limits,', () => {
  verifies('smtp.organization-limit', 'one message counts as one request of the organization', async () => {
    const scene = await openSmtp({ plan: 'free' });
    const client = await scene.client();
    const codes: number[] = [];
    for (let count = 0; count < 101; count += 1) {
      codes.push((await client.ask('MAIL FROM:<hello@acme.test>')).code);
      await client.ask('RSET');
    }
    expect(codes.filter((code) => code === 250)).toHaveLength(100);
    expect((await client.ask('MAIL FROM:<hello@acme.test>')).text).toMatch(/^451 4\.7\.0 Too many requests/);
    expect((await scene.http('GET', '/api/v2/emails')).status).toBe(429);
    await scene.clock.advance(60 * secondMs);
    expect((await client.ask('MAIL FROM:<hello@acme.test>')).code).toBe(250);
  });

  verifies(
    'smtp.size',
    'a message may have 10 MB, which EHLO announces and the server enforces',
    async () => {
      const scene = await openSmtp();
      const client = await scene.client();
      expect((await client.ask('EHLO me')).text).toContain('250-SIZE 10485760\r\n');
      expect((await client.ask('MAIL FROM:<hello@acme.test> SIZE=10485761')).text).toMatch(/^552 5\.3\.4 /);
      const line = `${'x'.repeat(998)}\r\n`;
      const lines = Math.floor((10_485_760 - message().length) / line.length);
      expect((await submit(client, message() + line.repeat(lines))).code).toBe(250);
      expect((await submit(client, message() + line.repeat(lines + 1))).text).toMatch(/^552 5\.3\.4 /);
      expect((await submit(client, message())).code).toBe(250);
      expect(await scene.mails()).toHaveLength(2);
    },
  );
});

describe('an SMTP sender', () => {
  verifies('smtp.from-domain', 'with a token bound to a domain must use that domain', async () => {
    const scene = await openSmtp();
    const { output } = await scene.call('add_domain', { name: 'acme.test' });
    const { id } = output as { id: string };
    const { token } = await scene.addToken(scene.organization, { domain_id: id } as object);
    const client = await scene.client(token);
    expect((await submit(client, message())).code).toBe(250);
    const other = message().replace('hello@acme.test', 'hello@other.test');
    expect((await submit(client, other)).text).toMatch(/^550 5\.7\.1 /);
    expect(await scene.mails()).toHaveLength(1);
  });

  verifies('smtp.from-domain', 'needs a verified domain if one is required', async () => {
    const scene = await openSmtp({ settings: { requireVerifiedDomain: true } });
    expect((await submit(await scene.client(), message())).text).toMatch(/^550 5\.7\.1 .*not verified/);
    expect(await scene.mails()).toEqual([]);
  });

  verifies('smtp.sender', 'in the envelope may be empty or one mailbox', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    expect((await client.ask('MAIL FROM:<>')).code).toBe(250);
    await client.ask('RSET');
    expect((await client.ask('MAIL FROM:<root@localhost.>')).code).toBe(250);
    await client.ask('RSET');
    expect((await client.ask('MAIL FROM:<a b@acme.test>')).text).toMatch(/^553 5\.1\.7 /);
  });
});

describe('an SMTP message', () => {
  verifies('smtp.durable', 'is on disk when the client gets its 250', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthouse-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'posthouse.sqlite');
    const scene = await openSmtp({ database: openSqlite(file) });
    const id = queuedId(await submit(await scene.client(), message(), realMailbox));
    const disk = new DatabaseSync(file, { readOnly: true });
    const row = disk
      .prepare(
        'SELECT raw.header, raw.body FROM emails JOIN raw_messages raw ON raw.id = emails.body WHERE emails.id = ?',
      )
      .get(id);
    disk.close();
    expect(row).toMatchObject({ body: 'Hello Grace\r\n' });
  });

  verifies('smtp.fidelity', 'keeps attachments, inline parts and visible recipients unchanged', async () => {
    const scene = await openSmtp();
    const content = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7) % 256));
    const sent = await sendMail(scene, {
      subject: 'Grüße {{firstName}}',
      text: '.\n..\nHello {{firstName}}\n',
      html: '<p>Hello <img src="cid:logo"></p>',
      cc: 'Ada <ada@example.com>',
      bcc: 'secret@example.com',
      attachments: [
        { filename: 'report.bin', content },
        { filename: 'logo.png', content: content.subarray(0, 500), cid: 'logo' },
      ],
    });
    expect(sent.accepted).toEqual(['grace@example.com', 'ada@example.com', 'secret@example.com']);
    const mails = await scene.mails();
    expect(mails.map(({ to }) => to)).toEqual([
      ['secret@example.com'],
      ['"Ada" <ada@example.com>'],
      ['"Grace" <grace@example.com>'],
    ]);
    expect(new Set(mails.map(({ subject, message_id }) => `${subject} ${message_id}`))).toEqual(
      new Set([`Grüße {{firstName}} ${sent.messageId}`]),
    );
    const { output } = await scene.call('get_email', { id: mails[0]!.id });
    expect((output as { attachments: unknown[] }).attachments).toEqual([
      { filename: 'logo.png', content_type: 'image/png', size: 500, content_id: 'logo' },
      { filename: 'report.bin', content_type: 'application/octet-stream', size: 50_000 },
    ]);
    const { header, body } = await scene.kept(String(mails[0]!.id));
    const read = await PostalMime.parse(Buffer.from(`${header}\r\n${body}`, 'latin1'));
    expect(read.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))).toEqual([
      content.subarray(0, 500),
      content,
    ]);
    expect(read.text?.trimEnd()).toBe('.\n..\nHello {{firstName}}');
    expect(read.cc).toMatchObject([{ address: 'ada@example.com' }]);
    // The octets of signatures and attachments may contain the field name by chance.
    expect(header).not.toMatch(/^(resent-)?bcc:/im);
    expect(`${header}${body}`).not.toContain('secret@');
  });

  verifies('smtp.headers', 'loses only the header fields meant for this server', async () => {
    const scene = await openSmtp();
    const lines = [
      'bcc: secret@example.com,',
      '\tmore-secret@example.com',
      'Resent-Bcc: secret@example.com',
      'Return-Path: <secret@example.com>',
      'X-Tags: welcome, first',
      'X-Preview: What is inside',
      'X-Track: no',
      'Idempotency-Key: secret-key',
      'X-Mailer: mine',
      'Message-ID: <mine@acme.test>',
      'Cc: "Ada, Countess" <ada@example.com>',
      'List-Unsubscribe: <https://acme.test/u>',
    ];
    const id = queuedId(await submit(await scene.client(), message(...lines), 'ada@example.com'));
    const { header } = await scene.kept(id);
    expect(header.split('\r\n')).toEqual([
      expect.stringMatching(
        /^Received: by posthouse\.example \(Posthouse\) with ESMTPSA id raw_[0-9a-z]{26};$/,
      ),
      '\tThu, 01 Jan 2026 00:00:00 +0000',
      'From: Acme <hello@acme.test>',
      'To: Grace <grace@example.com>',
      'Subject: Hello',
      'X-Mailer: mine',
      'Message-ID: <mine@acme.test>',
      'Cc: "Ada, Countess" <ada@example.com>',
      'List-Unsubscribe: <https://acme.test/u>',
      '',
    ]);
    expect((await scene.mails())[0]).toMatchObject({
      message_id: '<mine@acme.test>',
      preview: 'What is inside',
      to: ['"Ada, Countess" <ada@example.com>'],
    });
  });

  verifies('smtp.headers', 'gets a Message-ID if it has no valid Message-ID', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    for (const line of ['Message-ID: none', 'Message-ID: <a b@acme.test>', 'X-A: 1']) {
      const id = queuedId(await submit(client, message('Resent-Message-ID: none', line)));
      const { header } = await scene.kept(id);
      expect(header).not.toMatch(/^Message-ID/m);
      expect(header).toContain('Subject: Hello\r\nResent-Message-ID: none\r\n');
      expect((await scene.mails())[0]!.message_id).toMatch(/^<raw_[0-9a-z]{26}@acme\.test>$/);
    }
  });

  const received = Array.from(
    { length: 100 },
    (_, hop) => `Received: by hop${hop}.example; Thu, 01 Jan 2026 00:00:00 +0000`,
  );
  const noFrom = message().replace(/^From.*\r\n/, '');
  for (const { says, text, start } of [
    { says: 'without From', text: noFrom, start: '554 5.6.0 header.From is missing' },
    {
      says: 'of several authors',
      text: message().replace('<hello@acme.test>', '<a@acme.test>, <b@acme.test>'),
      start: '554 5.6.0 The From field is not one mailbox',
    },
    {
      says: 'with two subjects',
      text: message('subject: Other'),
      start: '554 5.6.0 header.subject occurs more than once',
    },
    {
      says: 'with two senders of the header',
      text: message('From: <other@acme.test>'),
      start: '554 5.6.0 header.From occurs more than once',
    },
    {
      says: 'with a line that is no field',
      text: message('no field'),
      start: '554 5.6.0 header has a line that is no header field, line 4',
    },
    {
      says: 'with a blank before a colon',
      text: message('Bcc : secret@example.com'),
      start: '554 5.6.0 header has a line that is no header field, line 4',
    },
    {
      says: 'that begins with a fold',
      text: ` folded\r\n${message()}`,
      start: '554 5.6.0 header has a line that is no header field, line 1',
    },
    { says: 'that went round in circles', text: message(...received), start: '554 5.4.6 header.Received' },
    {
      says: 'with a key that is none',
      text: message('Idempotency-Key:'),
      start: '554 5.6.0 Idempotency-Key must be',
    },
    { says: 'with an octet 0', text: message('X-A: \0'), start: '554 5.6.0 The message holds an octet 0' },
    {
      says: 'with a header field that cannot be folded',
      text: message(`X-A: ${'x'.repeat(995)}`),
      start: '554 5.6.0 header has a line longer than 998 octets without a blank to fold it at, in X-A',
    },
  ]) {
    verifies('smtp.well-formed', `${says} is refused with the reason`, async () => {
      const scene = await openSmtp();
      const client = await scene.client();
      expect((await submit(client, text)).text.slice(0, start.length)).toBe(start);
      expect(await scene.mails()).toEqual([]);
      expect((await submit(client, message())).code).toBe(250);
    });
  }

  verifies('smtp.well-formed', 'in UTF-8 is kept unchanged', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const text = message('Subject: Grüße', 'Reply-To: Jürgen <j@acme.test>').replace(
      'Subject: Hello\r\n',
      '',
    );
    expect(
      await client.askAll(
        'MAIL FROM:<hello@acme.test> SMTPUTF8 BODY=8BITMIME',
        'RCPT TO:<grace@example.com>',
        'DATA',
      ),
    ).toEqual([250, 250, 354]);
    client.send(`${Buffer.from(text).toString('latin1')}.\r\n`);
    const id = queuedId(await client.reply());
    expect((await scene.mails())[0]).toMatchObject({ subject: 'Grüße', reply_to: '"Jürgen" <j@acme.test>' });
    const { header } = await scene.kept(id);
    expect(header).toContain('with UTF8SMTPSA id');
    expect(Buffer.from(header, 'latin1').toString('utf8')).toContain('Subject: Grüße\r\n');
  });

  verifies(
    'smtp.well-formed',
    'with a bare line feed is refused, and the reply names the fix for common clients',
    async () => {
      const scene = await openSmtp();
      const { text } = await submit(
        await scene.client(),
        message().replace('Hello Grace\r\n', 'Hello Grace\n'),
      );
      for (const words of ['CR LF', 'smtplib: send_message()', '--crlf', 'PHPMailer', 'Client.Data()']) {
        expect(text).toContain(words);
      }
      for (const line of text.split('\r\n')) expect(line).toMatch(/^554[ -]5\.6\.0 .{1,120}$/);
      expect(await scene.mails()).toEqual([]);
    },
  );

  const falseEnds = ['\n.\n', '\n.\r\n', '\r.\r', '\r.\r\n', '\r\n.\n', '\r\n.\r', '\n.\r', '\r.\n'];
  for (const end of falseEnds) {
    verifies('smtp.smuggling', `cannot smuggle a second message behind ${JSON.stringify(end)}`, async () => {
      const scene = await openSmtp();
      const client = await scene.client();
      await client.askAll('MAIL FROM:<hello@acme.test>', 'RCPT TO:<grace@example.com>', 'DATA');
      const hidden = `MAIL FROM:<evil@acme.test>\r\nRCPT TO:<evil@example.com>\r\nDATA\r\n${message()}.\r\n`;
      client.send(`${message()}x${end}${hidden}`);
      expect((await client.reply()).text).toMatch(/^554[ -]5\.6\.0 /);
      client.send('QUIT\r\n');
      expect(await client.rest()).not.toMatch(/^(250|354)/m);
      expect(await scene.mails()).toEqual([]);
    });
  }

  verifies('smtp.idempotency', 'that is sent again with its key is the same mail', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const text = message('Idempotency-Key: order-42');
    const first = await submit(client, text, realMailbox);
    const second = await submit(client, text, realMailbox);
    expect(second).toEqual(first);
    expect(await scene.mails()).toHaveLength(1);
    const other = await submit(client, text.replace('Hello Grace', 'Goodbye'), realMailbox);
    expect(other.text).toMatch(/^554 5\.6\.0 This Idempotency-Key was used/);
    expect(await scene.mails()).toHaveLength(1);
  });

  verifies(
    'smtp.idempotency',
    'that a client composes again is the same mail despite another date, id and boundaries',
    async () => {
      const scene = await openSmtp();
      const mail = {
        headers: { 'Idempotency-Key': 'order-43' },
        subject: 'Your receipt',
        text: 'Hello Grace',
        html: '<p>Hello Grace</p>',
        attachments: [{ filename: 'receipt.bin', content: Buffer.from([0, 1, 2, 250]) }],
      };
      const first = await sendMail(scene, { ...mail, date: new Date(1_700_000_000_000) });
      const second = await sendMail(scene, mail);
      expect(second.response).toBe(first.response);
      expect(await scene.mails()).toHaveLength(1);
      await expect(sendMail(scene, { ...mail, text: 'Goodbye' })).rejects.toThrow(
        '554 5.6.0 This Idempotency-Key',
      );
    },
  );

  verifies('smtp.erasure', 'is deleted with its last recipient', async () => {
    const scene = await openSmtp();
    const people = [realMailbox, 'ada@takes-mail.com'];
    for (const email of people) await scene.call('create_subscriber', { email });
    const shared = queuedId(await submit(await scene.client(), message(), ...people));
    const { source } = (await scene.platform.engine.store
      .forOrganization(scene.organization.key)
      .emails.byId(shared))!.body;
    const { rawMessages } = scene.platform.engine.store.forOrganization(scene.organization.key);
    await scene.call('delete_subscriber', { subscriber: people[0] });
    expect(await rawMessages.byId(source)).toBeDefined();
    await scene.call('delete_subscriber', { subscriber: people[1] });
    expect(await rawMessages.byId(source)).toBeUndefined();
  });

  verifies('version.smtp', 'is submitted by a tool that no other interface offers', async () => {
    const scene = await openSmtp();
    const { body } = await scene.http('GET', '/api/v2/tools');
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('submit_message');
    expect((await scene.http('POST', '/api/v2/tools/submit_message', { body: {} })).status).toBe(404);
  });
});
