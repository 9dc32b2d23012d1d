import { expect, onTestFinished, test } from 'vitest';
import { createSmtpDoor } from '../../src/surfaces/smtp/submission.ts';
import { submitMessage } from '../../tools/emails/submit-message.ts';
import { authPlain, smtpClient } from '../world/mail/smtp-client.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { envelope, request } from './mcp/protocol/wire.ts';
import { message, submit, testTlsPair } from './smtp/scene.ts';

/** Too large to render on the event loop and not cleared by the quick scan. */
const large = `${'Dear reader, this is what we made this year. '.repeat(400)}\n\n*Thank* <b>you</b>\n`;
const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown: large };

/** Opens a platform whose renderer is saturated, with one large mail accepted earlier. */
async function busy(): Promise<SimulatedPlatform & { id: string; webVersion: string }> {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  const markdown = `[Look]({{webVersionUrl}})\n\n${large}`;
  const { id } = (await posthouse.call('send_email', { ...mail, markdown })).output as { id: string };
  await posthouse.deliver();
  const { html } = posthouse.mailbox.messages.at(-1)!;
  await posthouse.platform.engine.world.rendering.close();
  return { ...posthouse, id, webVersion: /href="http:\/\/posthouse\.example(\/v\/[^"]+)"/.exec(html)![1]! };
}

const errorsOf = ({ log }: SimulatedPlatform) => log.filter(({ level }) => level === 'error');

test('REST answers 503 with Retry-After and logs no error while the renderer is busy', async () => {
  const posthouse = await busy();
  const answers = [
    await posthouse.http('POST', '/api/v2/emails', { body: mail }),
    await posthouse.http('POST', '/api/v2/emails/batch', { body: [mail, { ...mail, subject: '2' }] }),
    await posthouse.http('GET', `/api/v2/emails/${posthouse.id}`),
    await posthouse.http('POST', '/api/v2/tools/send_email', { body: mail }),
    await posthouse.http('POST', '/api/v1/emails', {
      body: { from: mail.from, to: mail.to, subject: 'Hello', content: large },
    }),
  ];
  for (const { status, headers } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  }
  expect(answers[0]!.body).toMatchObject({ name: 'service_unavailable', statusCode: 503 });
  expect(errorsOf(posthouse)).toEqual([]);
});

test('a web version asks the reader to come back while the renderer is busy', async () => {
  const posthouse = await busy();
  const page = await posthouse.http('GET', posthouse.webVersion, { token: null });
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect((await posthouse.http('HEAD', posthouse.webVersion, { token: null })).status).toBe(200);
  expect(errorsOf(posthouse)).toEqual([]);
});

test('an assistant is advised to call again while the renderer is busy', async () => {
  const posthouse = await busy();
  const { body } = await posthouse.http('POST', '/mcp', {
    body: request('tools/call', { name: 'send_email', arguments: mail, _meta: envelope({}) }),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'send_email',
    },
  });
  expect(body.result.isError).toBe(true);
  expect(body.result.content[0].text).toMatch(/service_unavailable.*call send_email again/s);
  expect(errorsOf(posthouse)).toEqual([]);
});

test('SMTP answers a large message with 451 while the renderer is busy', async () => {
  const posthouse = await busy();
  const { engine, callers, windows } = posthouse.platform;
  const door = createSmtpDoor({ engine, tool: submitMessage, callers, windows, tls: testTlsPair() });
  const { tls } = await door.listen({ host: '127.0.0.1', tlsPort: 0 });
  const client = await smtpClient(tls!.port, { tls: true });
  onTestFinished(async () => {
    client.close();
    await door.drain(0);
  });
  await client.reply();
  await client.ask('EHLO client.example');
  await client.ask(authPlain(firstToken));
  const link = '<p><a href="https://pay.example/">https://bank.example/</a></p>\r\n'.repeat(600);
  const written = message().replace(/\r\n\r\n.*$/s, `\r\nContent-Type: text/html\r\n\r\n${link}\r\n`);
  const { text } = await submit(client, written);
  expect(text).toMatch(/^451[ -]4\.3\.0 /);
  expect(errorsOf(posthouse)).toEqual([]);
});

test('a delivery that cannot be rendered yet is postponed without an error, and the mail is kept', async () => {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  const { id } = (await posthouse.call('send_email', mail)).output as { id: string };
  await posthouse.platform.engine.world.rendering.close();
  await posthouse.deliver();
  expect(posthouse.mailbox.messages).toEqual([]);
  expect(errorsOf(posthouse)).toEqual([]);
  const store = posthouse.platform.engine.store.forOrganization(posthouse.organization.key);
  expect((await store.emails.byId(id))!.lastEvent).toBe('queued');
});
