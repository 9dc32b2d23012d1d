import { describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/concurrency/clock.ts';
import { Posthouse } from '../../src/sdk/index.ts';
import { createTestInbox, posthouseFixtures } from '../../src/sdk/testing.ts';
import { systemClock } from '../../src/world/clock.ts';
import { open } from '../spec/scene.ts';
import { firstToken, type SimulatedPlatform } from '../world/platform.ts';
import { clientOf } from './client-scene.ts';

/** A platform in real time behind a port, because requests are held open there. */
async function served(): Promise<{ client: Posthouse; asked: string[] }> {
  const clock: Clock = systemClock();
  const simulated = await open({ clock: clock as SimulatedPlatform['clock'] });
  const { port } = await simulated.platform.http.listen('127.0.0.1', 0);
  onTestFinished(() => simulated.platform.http.drain(0));
  const asked: string[] = [];
  const client = new Posthouse(firstToken, {
    baseUrl: `http://127.0.0.1:${port}`,
    onResponse: ({ method, path }) => asked.push(`${method} ${path.split('?')[0]}`),
  });
  return { client, asked };
}

const letter = { from: 'Acme <hello@acme.test>', subject: 'Welcome' };

test('sixteen parallel tests each get their own mail with one request', async () => {
  const { client, asked } = await served();
  await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const inbox = createTestInbox(client, { runner: 'vitest' });
      const waiting = inbox.waitForEmail();
      const markdown = `The code of ${index} is ${4_000 + index}.`;
      await client.emails.send({ ...letter, to: inbox.address, markdown }).orThrow();
      const mail = await waiting;
      expect(mail.to).toEqual([inbox.address]);
      expect(mail.code()).toBe(String(4_000 + index));
    }),
  );
  expect(asked.filter((path) => path === 'GET /emails/wait')).toHaveLength(16);
  expect(asked).toHaveLength(32);
});

describe('a mail', () => {
  const html = `<p>Hello &amp; welcome</p>
    <a href="https://acme.dev/reset?token=1&amp;u=2"><b>Reset</b> your password</a>
    <a class="x" href='https://acme.dev/leave'>Leave</a>`;

  test('finds links by address or text and lists all links if none matches', async () => {
    const { client } = await served();
    const inbox = createTestInbox(client, { runner: 'vitest' });
    await client.emails.send({ ...letter, to: inbox.address, html }).orThrow();
    const mail = await inbox.waitForEmail();
    expect(mail.link('reset your')).toBe('https://acme.dev/reset?token=1&u=2');
    expect(mail.link(/leave$/g)).toBe('https://acme.dev/leave');
    expect(mail.link()).toBe('https://acme.dev/reset?token=1&u=2');
    expect(() => mail.link('/missing')).toThrow('https://acme.dev/leave');
    expect(() => mail.code()).toThrow('No code');
    expect(await mail.headers()).toMatchObject({ subject: 'Welcome', 'message-id': mail.message_id });
  });

  test.each([
    ['Your code is 123456.', undefined, '123456'],
    ['Order 12, code 9876', undefined, '9876'],
    ['Version 1.2345, call 555-1234, code 4321', undefined, '4321'],
    ['Code: AB-12', /Code: ([A-Z]+-\d+)/, 'AB-12'],
  ])('finds the code in “%s”', async (text, pattern, code) => {
    const { client } = await served();
    const inbox = createTestInbox(client, { runner: 'vitest' });
    await client.emails.send({ ...letter, to: inbox.address, markdown: text }).orThrow();
    expect((await inbox.waitForEmail()).code(pattern)).toBe(code);
  });
});

test('mails are returned once and in order, and a mail that one wait skipped stays available', async () => {
  const { client } = await served();
  const inbox = createTestInbox(client, { runner: 'vitest' });
  for (const subject of ['First', 'Second', 'Third']) {
    await client.emails.send({ ...letter, subject, to: inbox.address, markdown: 'Hello' }).orThrow();
  }
  expect((await inbox.waitForEmail({ subject: /^second$/i })).subject).toBe('Second');
  expect((await inbox.waitForEmail()).subject).toBe('First');
  expect((await inbox.waitForEmail({ subject: 'thi' })).subject).toBe('Third');
  await inbox.expectNoEmail({ within: 1 });
});

test('waiting for a mail that never arrives fails with a list of the arrived mails', async () => {
  const { client } = await served();
  const inbox = createTestInbox(client, { runner: 'vitest' });
  await expect(inbox.waitForEmail({ timeout: 1 })).rejects.toThrow('None arrived');
  await client.emails.send({ ...letter, to: inbox.address, markdown: 'Hello' }).orThrow();
  await expect(inbox.waitForEmail({ subject: 'Reset', timeout: 1 })).rejects.toThrow('“Welcome” from "Acme"');
  await expect(inbox.expectNoEmail()).rejects.toThrow('Welcome');
});

test.each([
  ['bounces', 'bounced'],
  ['complains', 'complained'],
  ['opens', 'opened'],
] as const)('mail to an address of the inbox that %s ends as %s', async (method, event) => {
  const simulated = await open();
  const client = clientOf(simulated);
  const to = createTestInbox(client)[method]();
  const { id } = await client.emails.send({ ...letter, to, markdown: 'Hello' }).orThrow();
  await simulated.deliver();
  expect((await client.emails.get(id).orThrow()).last_event).toBe(event);
});

test('the fixtures of Playwright provide a client and separate inboxes', async () => {
  const client = clientOf(await open());
  const { posthouse, inbox } = posthouseFixtures({ client, runner: 'cypress' });
  const [makeClient, { scope }] = posthouse;
  expect(scope).toBe('worker');
  const addresses: string[] = [];
  await makeClient({}, async (given) => {
    expect(given).toBe(client);
    for (let each = 0; each < 2; each += 1) {
      await inbox({ posthouse: given }, async ({ address }) => {
        addresses.push(address);
      });
    }
  });
  expect(addresses[0]).toMatch(/^cypress-test-[0-9a-f]{20}@example\.com$/);
  expect(new Set(addresses).size).toBe(2);
});
