import { describe, expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '../../../../src/model/instant.ts';
import { lookEveryMs } from '../../../../src/world/watched-child.ts';
import { callThrough, doors, outputThrough } from '../../../spec/doors.ts';
import { openSmtp, submit } from '../../../surfaces/smtp/scene.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { docsPage, phishing, receipt } from '../../verification/scene.ts';

const to = 'ada@example.com';
const tooLarge = 'system.content_too_large';
const unreadable = 'system.content_unreadable';
const { markdown: _, ...letter } = receipt;

async function open(options: OpenOptions = {}): Promise<SimulatedPlatform> {
  const posthouse = await openPlatform(options);
  onTestFinished(() => posthouse.close());
  return posthouse;
}

async function badgesOf(
  posthouse: SimulatedPlatform,
  id: string,
): Promise<{ id: string; severity: string }[]> {
  const { output } = await posthouse.call('get_email', { id });
  return (output as { badges: { id: string; severity: string }[] }).badges;
}

const links = (amount: number) =>
  Array.from({ length: amount }, (_, index) => `<a href="https://acme.example/${index}">${index}</a> `).join(
    '',
  );
const moreThanAreFollowed = links(20_001);

describe('a transactional mail too large to verify completely', () => {
  test.each(['v2', 'mcp'] as const)('is sent with a warning through %s', async (door) => {
    const posthouse = await open();
    const { id } = await outputThrough(door, posthouse, 'send_email', {
      ...letter,
      html: moreThanAreFollowed,
      to,
    });
    expect(await badgesOf(posthouse, id)).toMatchObject([{ id: tooLarge, severity: 'warn' }]);
  });

  test.each([
    ['before', `${phishing.html}${moreThanAreFollowed}`],
    ['in the middle of', `${links(10_001)}${phishing.html}${links(10_001)}`],
    ['after', `${moreThanAreFollowed}${phishing.html}`],
    [
      'in an attribute around',
      `${links(10_001)}<a title="${'<'.repeat(400_000)}" ${phishing.html.slice(3)}${links(10_001)}`,
    ],
  ])('is blocked when a phishing lure is %s the rest of the mail', async (_, html) => {
    const posthouse = await open();
    const { status, body } = await posthouse.http('POST', '/api/v2/emails', {
      body: { ...phishing, html, to },
    });
    expect([status, body.code]).toEqual([400, 'CONTENT_BLOCKED']);
    expect(body.badges.map(({ id }: { id: string }) => id)).not.toContain(tooLarge);
  });

  test('is sent with a warning when its text is full of control characters', async () => {
    const posthouse = await open();
    const html = `<p>${'Itâ\u0080\u0099s on its way. '.repeat(150)}</p>`;
    const { id } = await outputThrough('v2', posthouse, 'send_email', { ...letter, html, to });
    expect(await badgesOf(posthouse, id)).toMatchObject([{ id: unreadable, severity: 'warn' }]);
  });

  test('is blocked when control characters hide the words of a lure', async () => {
    const posthouse = await open();
    const html = phishing.html.replace(/(?<=>[^<]*)[a-z]/g, '$&\u0001'.repeat(3));
    const { body } = await posthouse.http('POST', '/api/v2/emails', { body: { ...phishing, html, to } });
    expect(body).toMatchObject({
      code: 'CONTENT_BLOCKED',
      blockReasons: expect.arrayContaining(['PHISHING']),
    });
  });
});

describe('content that uses up its processor time', () => {
  const long = (word: string) => `<p>${word} <b>and</b> another</p>\n`.repeat(40_000);
  /** Starts the child process first, so that the next content is measured. */
  async function openSlow() {
    const usage = { processorMs: 0, memoryOctets: 0 };
    const posthouse = await open({ readUsage: async () => usage });
    await posthouse.call('verify_content', { ...letter, html: '<p>One</p>\n'.repeat(3_000) });
    return { posthouse, usage };
  }

  test('has no verdict as a campaign until the machine has time to verify it', async () => {
    const { posthouse, usage } = await openSlow();
    const asked = posthouse.http('POST', '/api/v2/verify/content', {
      body: { ...letter, html: long('Two') },
    });
    await posthouse.clock.waitedFor(lookEveryMs);
    usage.processorMs = minuteMs;
    await posthouse.clock.advance(lookEveryMs);
    expect((await asked).body).toMatchObject({
      name: 'content_verification_unavailable',
      code: 'VERIFICATION_UNAVAILABLE',
      blockReasons: [],
      badges: [{ id: 'system.verification_unavailable', severity: 'block' }],
      guidance: expect.stringContaining('Try again'),
    });
    usage.processorMs = 0;
    const { body } = await posthouse.http('POST', '/api/v2/verify/content', {
      body: { ...letter, html: long('Two') },
    });
    expect(body).toMatchObject({ verdict: 'pass' });
  });

  test('is refused as a transactional mail, and accepted by a later request', async () => {
    const { posthouse, usage } = await openSlow();
    const body = { ...letter, html: long('password'), to };
    const sent = posthouse.http('POST', '/api/v2/emails', { body });
    await posthouse.clock.waitedFor(lookEveryMs);
    usage.processorMs = minuteMs;
    await posthouse.clock.advance(lookEveryMs);
    const refused = await sent;
    expect([refused.status, refused.body.name]).toEqual([503, 'service_unavailable']);
    usage.processorMs = 0;
    expect((await posthouse.http('POST', '/api/v2/emails', { body })).status).toBe(200);
  });
});

describe('a campaign that cannot be verified completely', () => {
  test.each(doors.current)('stays a draft with that problem and cannot be sent through %s', async (door) => {
    const posthouse = await open();
    const content = { html: `<p>${'\u0080'.repeat(300)}</p><a href="{{unsubscribeUrl}}">Leave</a>` };
    const campaign = {
      name: 'May',
      subject: 'May',
      fromName: 'Acme',
      fromEmail: 'hello@acme.example',
      ...content,
    };
    const { id, badges, problem } = await outputThrough(door, posthouse, 'create_campaign', campaign);
    expect(badges).toMatchObject([{ id: unreadable, severity: 'block' }]);
    expect(problem).toContain('cannot be verified completely');
    await outputThrough(door, posthouse, 'save_subscribers', { subscribers: [{ email: to }] });
    expect(await callThrough(door, posthouse, 'send_campaign', { campaignId: id })).toMatchObject({
      ok: false,
      name: 'content_verification_unavailable',
    });
    const { output } = await posthouse.call('get_campaign', { campaignId: id });
    expect(output).toMatchObject({ status: 'DRAFT' });
  });
});

describe('an SMTP message', () => {
  const head = (...more: string[]) =>
    [`From: ${phishing.from}`, `To: ${to}`, 'Subject: Hello', 'MIME-Version: 1.0', ...more, ''].join('\r\n');
  const lines = (octets: number) => `${'A'.repeat(76)}\r\n`.repeat(Math.ceil(octets / 78));
  const part = (type: string, body: string, ...more: string[]) =>
    `--b\r\nContent-Type: ${type}\r\n${more.map((line) => `${line}\r\n`).join('')}\r\n${body}\r\n`;
  const attachment = part('application/pdf', lines(6_000_000), 'Content-Transfer-Encoding: base64');
  const mixed = (...parts: string[]) =>
    `${head('Content-Type: multipart/mixed; boundary=b')}\r\n${parts.join('')}--b--\r\n`;
  const html = 'text/html; charset=utf-8';

  test('with a large attachment is accepted without a badge', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const text = mixed(part(html, '<p>Your order is on its way.</p>'), attachment).replace(
      phishing.from,
      receipt.from,
    );
    expect((await submit(client, text, to)).code).toBe(250);
    const [mail] = await scene.mails();
    expect(await badgesOf(scene, String(mail!.id))).toEqual([]);
  });

  test('with phishing after a large attachment is refused', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const reply = await submit(client, mixed(attachment, part(html, phishing.html)), to);
    expect(reply.code).toBe(550);
    expect(reply.text).toContain(`${docsPage}#phishing.`);
  });

  test.each([
    [
      'that cannot be parsed',
      unreadable,
      () => {
        let body = 'password';
        for (let depth = 0; depth < 60; depth += 1) {
          body = `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth - 1}\r\n\r\n${body}`;
        }
        return `${head('Content-Type: multipart/mixed; boundary=b59')}\r\n${body}\r\n`;
      },
    ],
    [
      'with a text too long to be verified',
      tooLarge,
      () => mixed(part('text/plain', `password\r\n${'word '.repeat(15)}\r\n`.repeat(35_000))),
    ],
  ])('%s is deferred, not blocked, and has no cached verdict', async (_, badge, text) => {
    const scene = await openSmtp();
    const client = await scene.client();
    for (const _ of ['first', 'again']) {
      const reply = await submit(client, text(), to);
      expect(reply.code).toBe(451);
      expect(reply.text).toContain('4.7.1 The content cannot be verified completely, so it is not sent');
      expect(reply.text).toContain(badge);
    }
    expect(await scene.mails()).toEqual([]);
  });
});
