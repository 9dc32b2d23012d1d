import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPosthouse, startPosthouse } from '../world/programs/running-posthouse.ts';

/**
 * Small bodies that grow during parsing, through each door. The program runs as a separate process, because
 * the test is whether it survives.
 */

/** Maximum length of a body. */
const octetsMax = 2_000_000;
/** Maximum length of a body that gets a quick check first. */
const quickCharacters = 190_000;

const bodies: [name: string, html: string][] = [
  ['styles that never close', `${'<style>'.repeat(2_600)}${'a{b:c} '.repeat(24_000)}`],
  ['comments that never close in a style', `<style>${'/*a{'.repeat(octetsMax / 4 - 2)}`],
  ['so few that one look is enough', `<style>${'/*a{'.repeat(quickCharacters / 4)}`],
  ['raw text inside raw text', '<title><textarea><style>'.repeat(Math.floor(octetsMax / 24))],
];

let folder: string;
let posthouse: RunningPosthouse;
let testToken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-hostile-'));
  posthouse = await startPosthouse(folder, {
    POSTHOUSE_DELIVERY: 'capture',
    POSTHOUSE_SENDING_ENABLED: 'false',
  });
  const { token } = await posthouse.api<{ token: string }>('POST', '/tokens', {
    name: 'tests',
    mode: 'test',
    scopes: ['emails.send'],
  });
  testToken = token;
});

afterAll(async () => {
  await posthouse?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Expects a client error or success, and that the program still responds. */
async function expectAnswer(status: number): Promise<void> {
  expect(status).toBeLessThan(500);
  expect((await posthouse.request('GET', '/tags')).status).toBe(200);
}

test.each(bodies)('a send by a test-mode token is answered: %s', async (_, html) => {
  // Several seconds each would exceed the test's time.
  for (const subject of ['One', 'Two', 'Three', 'Four']) {
    const { status } = await posthouse.request(
      'POST',
      '/emails',
      { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject, html },
      testToken,
    );
    await expectAnswer(status);
  }
});

test.each(bodies)('a verification is answered: %s', async (_, html) => {
  const { status } = await posthouse.request('POST', '/verify/content', { subject: 'Hello', html });
  await expectAnswer(status);
});

test.each(bodies)('a campaign is answered: %s', async (_, html) => {
  const created = await posthouse.request('POST', '/campaigns', {
    subject: 'Hello',
    fromName: 'Acme',
    fromEmail: 'hello@acme.dev',
    html: `<a href="{{unsubscribeUrl}}">Leave</a>${html}`.slice(0, octetsMax),
  });
  await expectAnswer(created.status);
  const { id } = (await created.json()) as { id: string };
  const { status } = await posthouse.request('POST', `/campaigns/${id}/send`, {});
  await expectAnswer(status);
});

test.each(bodies)('an SMTP message is answered: %s', async (_, html) => {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: posthouse.ports.implicit,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'posthouse', pass: testToken },
  });
  const code = await transport
    .sendMail({ from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', html })
    .then(
      () => 250,
      (error: { responseCode?: number }) => error.responseCode,
    );
  transport.close();
  expect(code).toBeDefined();
  await expectAnswer(200);
});
