import { describe, expect, onTestFinished, test } from 'vitest';
import { grantId, makeSecret } from '../../src/engine/auth/oauth/grant-secrets.ts';
import { publicLink } from '../../src/engine/content/public-links.ts';
import { createReturnPath } from '../../src/engine/delivery/return-path.ts';
import { secondMs } from '../../src/model/instant.ts';
import { createInboundDoor } from '../../src/surfaces/smtp/inbound.ts';
import { createSmtpDoor } from '../../src/surfaces/smtp/submission.ts';
import { recordReturn } from '../../tools/emails/record-return.ts';
import { submitMessage } from '../../tools/emails/submit-message.ts';
import { unreachable } from '../world/mail/capture-mail.ts';
import { authPlain, smtpClient } from '../world/mail/smtp-client.ts';
import { baseUrl, firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type BreakableDatabase, breakableDatabases } from '../world/postgres/breakable-databases.ts';
import { envelope, request } from './mcp/protocol/wire.ts';
import { clientId, doorway } from './oauth/scene.ts';
import { message, submit, testTlsPair } from './smtp/scene.ts';

const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown: 'Hello' };
const bounceDomain = 'bounces.example';

type Scene = SimulatedPlatform & { database: BreakableDatabase };

async function open(make: () => BreakableDatabase): Promise<Scene> {
  const database = make();
  const posthouse = await openPlatform({ database: await database.open(), settings: { bounceDomain } });
  // Restores the database at the end because pending writes need it.
  onTestFinished(async () => {
    await posthouse.clock.advance(10 * secondMs);
    await posthouse.close();
  });
  return { ...posthouse, database };
}

const ready = async ({ http }: Scene) => (await http('GET', '/readyz', { token: null })).status;

/**
 * Advances the simulated clock until the platform reports ready. A real database recovers in its own time.
 */
async function readyAgain(scene: Scene): Promise<void> {
  while ((await ready(scene)) !== 200) {
    await scene.clock.advance(secondMs);
    await scene.platform.engine.store.database.check();
  }
}

describe.each(breakableDatabases)('while %s cannot be reached,', (name, make) => {
  test('every interface answers 503 with Retry-After, and the first send after the recovery succeeds', async () => {
    const scene = await open(make);
    const { http, clock } = scene;
    expect(await ready(scene)).toBe(200);
    await scene.database.fail();

    const v2 = await http('POST', '/api/v2/emails', { body: mail });
    expect([v2.status, v2.headers.get('retry-after')]).toEqual([503, '5']);
    expect(v2.body).toMatchObject({ name: 'service_unavailable', statusCode: 503 });
    await clock.advance(10);
    const v1 = await http('POST', '/api/v1/emails', {
      body: { from: mail.from, to: mail.to, subject: 'Hello', content: 'Hello' },
    });
    expect([v1.status, v1.headers.get('retry-after')]).toEqual([503, '5']);
    await clock.advance(10);
    const byName = await http('POST', '/api/v2/tools/send_email', { body: mail });
    expect([byName.status, byName.headers.get('retry-after')]).toEqual([503, '5']);
    await clock.advance(10);
    await expect(scene.call('send_email', mail)).rejects.toMatchObject({ failure: 'service_unavailable' });

    await scene.database.mend();
    await readyAgain(scene);
    expect((await http('POST', '/api/v2/emails', { body: mail })).status).toBe(200);
  });

  test('readiness fails until a write succeeds, and the log has one line for the start of the outage', async () => {
    const scene = await open(make);
    await scene.database.fail();
    for (let times = 0; times < 20; times += 1) {
      expect((await scene.http('POST', '/api/v2/emails', { body: mail })).status).toBe(503);
      await scene.clock.advance(50);
    }
    await scene.clock.advance(5 * secondMs);
    const { status, body } = await scene.http('GET', '/readyz', { token: null });
    expect([status, body]).toEqual([503, { status: 'unavailable' }]);
    expect((await scene.http('GET', '/healthz', { token: null })).status).toBe(200);
    expect(scene.log.filter(({ level }) => level === 'error')).toHaveLength(1);
    await scene.database.mend();
    await readyAgain(scene);
    expect(scene.log.filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(scene.log.map((line) => line.message)).toContain('The database accepts writes again');
  });

  test('an assistant is advised to wait and call again', async () => {
    const scene = await open(make);
    await scene.database.fail();
    const call = request('tools/call', { name: 'send_email', arguments: mail, _meta: envelope({}) });
    const { status, body } = await scene.http('POST', '/mcp', {
      body: call,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'send_email',
      },
    });
    if (name === 'PostgreSQL') {
      expect(status).toBe(503);
    } else {
      expect(status).toBe(200);
      expect(body.result.isError).toBe(true);
      expect(body.result.content[0].text).toMatch(/service_unavailable.*call send_email again/s);
    }
    await scene.database.mend();
    await readyAgain(scene);
  });

  test('SMTP answers a submitted message and a bounce with 451 4.3.0', async () => {
    const scene = await open(make);
    const { engine, callers, windows } = scene.platform;
    const doors = {
      submission: createSmtpDoor({ engine, tool: submitMessage, callers, windows, tls: testTlsPair() }),
      inbound: createInboundDoor({ engine, tool: recordReturn, tls: testTlsPair() }),
    };
    const { tls } = await doors.submission.listen({ host: '127.0.0.1', tlsPort: 0 });
    const { port } = await doors.inbound.listen({ host: '127.0.0.1', port: 0 });
    const { id } = (await scene.call('send_email', mail)).output as { id: string };
    await scene.deliver();
    const path = createReturnPath(engine, { id, organization: scene.organization.key }, bounceDomain);
    const sender = await smtpClient(tls!.port, { tls: true });
    const mx = await smtpClient(port);
    onTestFinished(async () => {
      for (const client of [sender, mx]) client.close();
      await Promise.all([doors.submission.drain(0), doors.inbound.drain(0)]);
    });
    await sender.reply();
    await sender.ask('EHLO client.example');
    expect((await sender.ask(authPlain(firstToken))).code).toBe(235);
    await mx.reply();
    await mx.ask('EHLO mx.example.net');

    await scene.database.fail();
    const submitted = await submit(sender, message());
    expect(submitted.text).toMatch(/^451[ -]4\.3\.0 /);
    await mx.ask('MAIL FROM:<>');
    const named = await mx.ask(`RCPT TO:<${path}>`);
    if (named.code === 250) {
      await mx.ask('DATA');
      mx.send(`${bounceOf(path)}\r\n.\r\n`);
      expect((await mx.reply()).text).toMatch(/^451[ -]4\.3\.0 /);
    } else expect(named.text).toMatch(/^451[ -]4\.3\.0 /);
    await scene.database.mend();
    await readyAgain(scene);
  });

  test('a reader who unsubscribes sees a page that asks them to come back later', async () => {
    const scene = await open(make);
    const { id } = (await scene.call('send_email', mail)).output as { id: string };
    const subject = { organization: scene.organization.key, id };
    const { engine } = scene.platform;
    const path = publicLink(engine, 'unsubscribe', subject).slice(baseUrl.length);
    await scene.database.fail();
    const answer = await scene.http('POST', path, {
      token: null,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('kann gerade nicht angezeigt werden');
    await scene.database.mend();
    await readyAgain(scene);
  });
});

test('an OAuth client gets temporarily_unavailable while PostgreSQL is unreachable', async () => {
  const scene = await open(breakableDatabases[1]![1]);
  const { engine } = scene.platform;
  await scene.database.fail();
  const answer = await doorway(scene, { kind: 'embedded' }).post('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: makeSecret(engine, 'refresh', grantId(engine)).secret,
    client_id: clientId,
  });
  expect([answer.status, answer.headers.get('retry-after'), answer.body.error]).toEqual([
    503,
    '5',
    'temporarily_unavailable',
  ]);
  await scene.database.mend();
  await readyAgain(scene);
});

test('an unreachable relay does not affect readiness', async () => {
  const scene = await open(breakableDatabases[0]![1]);
  scene.mailbox.script = () => unreachable();
  await scene.call('send_email', mail);
  await scene.deliver();
  expect(await ready(scene)).toBe(200);
});

function bounceOf(path: string): string {
  return [
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${path}`,
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'No such user.',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; ada@mailbox.dev',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--x--',
  ].join('\r\n');
}
