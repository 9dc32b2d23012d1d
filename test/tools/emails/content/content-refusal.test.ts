import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine, doors, outputThrough } from '../../../spec/doors.ts';
import { openSmtp, submit } from '../../../surfaces/smtp/scene.ts';
import { baseUrl, firstToken, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { cold, docsPage, odd, phishing, receipt } from '../../verification/scene.ts';

let posthouse: SimulatedPlatform;
beforeAll(async () => {
  posthouse = await openPlatform();
});
afterAll(() => posthouse.close());

const to = 'ada@example.com';
const badge = {
  id: 'phishing.unsafe_link',
  label: expect.any(String),
  severity: 'block',
  path: 'content',
  host: '192.168.7.9',
};
const fields = {
  code: 'CONTENT_BLOCKED',
  blockReasons: expect.arrayContaining(['PHISHING']),
  badges: expect.arrayContaining([badge]),
  documentationUrl: expect.stringMatching(`^${docsPage}#phishing\\.`),
  guidance: expect.stringMatching(/\w/),
};
/** v1 keeps its original badge fields. */
const { host: _host, ...badgeInV1 } = badge;
const fieldsInV1 = { ...fields, badges: expect.arrayContaining([badgeInV1]) };
const impersonation = expect.objectContaining({ id: 'phishing.brand_impersonation', severity: 'warn' });
const message = 'The content looks like cold email or phishing, which this server does not send';
const messageInV1 = 'The content looks like cold e-mail or phishing, which is not sent from here';

async function kept(): Promise<unknown[]> {
  const { output } = await posthouse.call('list_emails', { limit: 100 });
  return (output as { data: unknown[] }).data;
}

describe('a transactional phishing mail is refused', () => {
  test('by v2 with its fields at the top level and in the details', async () => {
    const { status, body } = await posthouse.http('POST', '/api/v2/emails', { body: { ...phishing, to } });
    expect(status).toBe(400);
    expect(body).toEqual({
      name: 'content_verification_failed',
      message,
      statusCode: 400,
      ...fields,
      details: fields,
    });
  });

  test('by v1 with its fields only at the top level', async () => {
    const { from, subject, html } = phishing;
    const { status, body } = await posthouse.http('POST', '/api/v1/emails', {
      body: { to, from, subject, content: html, contentType: 'HTML' },
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      message: messageInV1,
      error: 'content_verification_failed',
      ...fieldsInV1,
    });
  });

  test('by MCP with the next step', async () => {
    const client = new Client({ name: 'a test of refusals', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${firstToken}` } },
        fetch: async (url, init) => await posthouse.platform.http.fetch(new Request(url, init)),
      }),
    );
    const result = await client.callTool({ name: 'send_email', arguments: { ...phishing, to } });
    await client.close();
    expect(result.isError).toBe(true);
    const [first] = result.content;
    expect(JSON.parse(first?.type === 'text' ? first.text : '')).toEqual({
      name: 'content_verification_failed',
      message,
      ...fields,
      next: expect.stringContaining('verify_content'),
    });
  });

  test('by the tools over REST', async () => {
    const { status, body } = await posthouse.http('POST', '/api/v2/tools/send_email', {
      body: { ...phishing, to },
    });
    expect(status).toBe(200);
    expect(body.is_error).toBe(true);
    expect(body.structured_content).toEqual({ name: 'content_verification_failed', message, ...fields });
  });

  test("by the operator’s tools in v1's format", async () => {
    const { status, body } = await posthouse.http('POST', '/api/v1/admin/tools', {
      body: { tool: 'send_email', args: { ...phishing, to } },
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      message: messageInV1,
      error: 'content_verification_failed',
      ...fieldsInV1,
    });
  });

  test('by the command line as JSON on stderr', async () => {
    const json = JSON.stringify({ ...phishing, to });
    const { code, out, err } = await commandLine(posthouse, ['run', 'send_email', '--json', json]);
    expect([code, out]).toEqual([1, '']);
    expect(JSON.parse(err)).toEqual({ name: 'content_verification_failed', message, ...fields });
  });

  test('as a test mail, before it is sent', async () => {
    const { status, body } = await posthouse.http('POST', '/api/v2/emails/test', {
      body: { ...phishing, to: [to, 'bob@example.com'] },
    });
    expect([status, body.code]).toEqual([400, 'CONTENT_BLOCKED']);
  });

  test.each(['markdown', 'tiptap'])('in %s', async (kind) => {
    const { html: _, ...rest } = phishing;
    const words =
      'Dear customer, your PayPal account is suspended. Verify your password now or it will be closed: ';
    const href = 'http://192.168.7.9/login';
    const text = 'https://paypal.com/login';
    const body =
      kind === 'markdown'
        ? { markdown: `${words}[${text}](${href})` }
        : {
            tiptap: {
              type: 'doc',
              content: [
                {
                  type: 'paragraph',
                  content: [
                    { type: 'text', text: words },
                    { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] },
                  ],
                },
              ],
            },
          };
    const reply = await posthouse.http('POST', '/api/v2/emails', { body: { ...rest, ...body, to } });
    expect([reply.status, reply.body.code]).toEqual([400, 'CONTENT_BLOCKED']);
  });

  test('without storing a mail or counting in the recipient limit or the batch', async () => {
    const before = (await kept()).length;
    const reader = 'grace@takes-mail.com';
    for (let tries = 0; tries < 10; tries += 1) {
      const { body } = await posthouse.http('POST', '/api/v2/emails', { body: { ...phishing, to: reader } });
      expect(body.code).toBe('CONTENT_BLOCKED');
    }
    for (let sends = 0; sends < 5; sends += 1) {
      expect(
        (await posthouse.http('POST', '/api/v2/emails', { body: { ...receipt, to: reader } })).status,
      ).toBe(200);
    }
    expect((await kept()).length).toBe(before + 5);
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toHaveLength(5);
  });

  test('under an Idempotency-Key, which can be used again', async () => {
    const headers = { 'idempotency-key': 'mended' };
    const first = await posthouse.http('POST', '/api/v2/emails', { body: { ...phishing, to }, headers });
    expect(first.body.code).toBe('CONTENT_BLOCKED');
    const mended = await posthouse.http('POST', '/api/v2/emails', { body: { ...receipt, to }, headers });
    expect(mended.status).toBe(200);
  });
});

describe('a phishing mail in a batch', () => {
  const batch = [
    { ...receipt, to },
    { ...phishing, to },
    { ...receipt, to },
    { ...phishing, to, subject: 'Your other account is suspended' },
  ];

  test('blocks a strict batch, and the error names each such mail', async () => {
    const before = (await kept()).length;
    const { status, body } = await posthouse.http('POST', '/api/v2/emails/batch', { body: batch });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      name: 'content_verification_failed',
      message: `emails[1]: ${message} (2 are refused for what they say)`,
      ...fields,
      badges: expect.any(Array),
    });
    const paths = new Set(body.details.badges.map(({ path }: { path: string }) => path.split('.')[0]));
    expect([...paths]).toEqual(['emails[1]', 'emails[3]']);
    expect((await kept()).length).toBe(before);
  });

  test('is reported in the errors of a permissive batch, and the other mails are sent', async () => {
    const { status, body } = await posthouse.http('POST', '/api/v2/emails/batch', {
      body: batch,
      headers: { 'x-batch-validation': 'permissive' },
    });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(2);
    expect(body.errors).toMatchObject([
      { index: 1, name: 'content_verification_failed', statusCode: 400, code: 'CONTENT_BLOCKED' },
      { index: 3, guidance: expect.stringMatching(/\w/), badges: expect.any(Array) },
    ]);
    expect(body.errors[1].badges[0].path).toMatch(/^emails\[3\]\./);
  });
});

describe.each(doors.all)('content sent through %s', (door) => {
  test('is accepted with a badge if it is only suspicious', async () => {
    const { id } = await outputThrough(door, posthouse, 'send_email', { ...odd, to });
    const { output } = await posthouse.call('get_email', { id });
    expect(output).toMatchObject({
      badges: expect.arrayContaining([impersonation]),
    });
  });

  test('is accepted for one recipient even if verification would block it as a campaign', async () => {
    const { id } = await outputThrough(door, posthouse, 'send_email', { ...cold, to });
    const { output } = await posthouse.call('get_email', { id });
    expect(output).toMatchObject({ badges: [] });
  });
});

describe('content sent over SMTP', () => {
  const header = (subject: string, ...more: string[]) =>
    [`From: ${phishing.from}`, `To: ${to}`, `Subject: ${subject}`, 'MIME-Version: 1.0', ...more, ''].join(
      '\r\n',
    );
  const base64 = (text: string) =>
    (
      Buffer.from(text)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n');
  const quoted = (text: string) =>
    text
      .replace(/=/g, '=3D')
      .replace(/password/g, 'pass=\r\nword')
      .replace(/suspended/g, '=73uspended');
  const html = 'Content-Type: text/html; charset=utf-8';
  const part = (lines: string[], body: string) => `--b\r\n${lines.join('\r\n')}\r\n\r\n${body}\r\n`;
  const wrapped = (parts: string) => `${parts}--b--\r\n`;
  const mixed = 'Content-Type: multipart/mixed; boundary=b';

  const spellings: [string, string][] = [
    ['without an encoding', `${header(phishing.subject, html)}\r\n${phishing.html}\r\n`],
    [
      'in base64',
      `${header(phishing.subject, html, 'Content-Transfer-Encoding: base64')}\r\n${base64(phishing.html)}\r\n`,
    ],
    [
      'in base64 that is said on two lines',
      `${header(phishing.subject, html, 'Content-Transfer-Encoding:', ' base64')}\r\n${base64(phishing.html)}\r\n`,
    ],
    [
      'in quoted-printable',
      `${header(phishing.subject, html, 'Content-Transfer-Encoding: quoted-printable')}\r\n${quoted(phishing.html)}\r\n`,
    ],
    [
      'in UTF-16',
      `${header(phishing.subject, 'Content-Type: text/html; charset=utf-16le', 'Content-Transfer-Encoding: base64')}\r\n${(
        Buffer.from(phishing.html, 'utf16le')
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\r\n')}\r\n`,
    ],
    [
      'after an attachment',
      `${header(phishing.subject, mixed)}\r\n${wrapped(
        part(['Content-Type: image/png', 'Content-Transfer-Encoding: base64'], base64('\0'.repeat(200))) +
          part([html, 'Content-Transfer-Encoding: base64'], base64(phishing.html)),
      )}`,
    ],
    [
      'in a large message',
      `${header(phishing.subject, mixed)}\r\n${wrapped(
        part(['Content-Type: image/png', 'Content-Transfer-Encoding: base64'], base64('\0'.repeat(300_000))) +
          part([html], phishing.html),
      )}`,
    ],
  ];

  test.each(spellings)('is refused as phishing %s, and nothing is stored', async (_, text) => {
    const scene = await openSmtp();
    const client = await scene.client();
    const reply = await submit(client, text, to);
    expect(reply.code).toBe(550);
    expect(reply.text).toMatch(/^550-5\.7\.1 The content looks like/);
    expect(reply.text).toContain(`${docsPage}#phishing.`);
    expect(await scene.mails()).toEqual([]);
  });

  test('is accepted with a badge if it is only suspicious', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const text = `${header(odd.subject, html)}\r\n${odd.html}\r\n`;
    expect((await submit(client, text, to)).code).toBe(250);
    const [mail] = await scene.mails();
    const { output } = await scene.call('get_email', { id: mail!.id });
    expect(output).toMatchObject({ badges: expect.arrayContaining([impersonation]) });
  });
});
