import { Resend } from 'resend';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/concurrency/clock.ts';
import { systemClock } from '../../src/world/clock.ts';
import { open } from '../spec/scene.ts';
import { firstToken, type SimulatedPlatform } from '../world/platform.ts';

/** The published client of Resend against the real server, through a socket. */
async function served(): Promise<Resend> {
  const clock: Clock = systemClock();
  const { platform } = await open({ clock: clock as SimulatedPlatform['clock'] });
  const { port } = await platform.http.listen('127.0.0.1', 0);
  onTestFinished(() => platform.http.drain(0));
  return new Resend(firstToken, { baseUrl: `http://127.0.0.1:${port}/api/v2` });
}

const letter = {
  from: 'Acme <hello@acme.test>',
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>It works</p>',
};

test('the resend package sends a mail and reads it', async () => {
  const resend = await served();
  const sent = await resend.emails.send({ ...letter, replyTo: 'help@acme.test' }, { idempotencyKey: 'one' });
  expect(sent.error).toBeNull();
  const again = await resend.emails.send({ ...letter, replyTo: 'help@acme.test' }, { idempotencyKey: 'one' });
  expect(again.data).toEqual(sent.data);
  const { data, error } = await resend.emails.get(sent.data!.id);
  expect(error).toBeNull();
  expect(data).toMatchObject({ object: 'email', id: sent.data!.id, subject: 'Hello' });
  expect(data!.html).toContain('It works');
});

test('the resend package sends a batch and lists mails', async () => {
  const resend = await served();
  const { data, error } = await resend.batch.send([letter, { ...letter, to: 'bob@example.com' }]);
  expect(error).toBeNull();
  expect(data!.data.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^eml_/),
    expect.stringMatching(/^eml_/),
  ]);
  const listed = await resend.emails.list();
  expect(listed.data!.data.map(({ id }) => id).sort()).toEqual(data!.data.map(({ id }) => id).sort());
});

test.each([
  ['cc', { cc: 'bob@example.com' }],
  ['bcc', { bcc: 'bob@example.com' }],
  ['text', { text: 'It works' }],
  ['attachments', { attachments: [{ filename: 'a.txt', content: 'YQ==' }] }],
  ['headers', { headers: { 'X-Order': '1' } }],
  ['tags', { tags: [{ name: 'kind', value: 'welcome' }] }],
  ['scheduled_at', { scheduledAt: '2030-01-01T00:00:00Z' }],
])('the server refuses a send with %s by the resend package and names the field', async (name, fields) => {
  const { data, error } = await (await served()).emails.send({ ...letter, ...fields });
  expect(data).toBeNull();
  expect(error).toMatchObject({ name: 'validation_error', statusCode: 400 });
  expect(error!.message).toMatch(new RegExp(`^${name} `));
});

test('a send by the resend package to two addresses is refused', async () => {
  const resend = await served();
  const two = await resend.emails.send({ ...letter, to: ['ada@example.com', 'bob@example.com'] });
  expect(two.error).toMatchObject({ name: 'validation_error', message: expect.stringMatching(/^to /) });
});

test('a call of the resend package to a path that differs here returns an error with the right path', async () => {
  const { error } = await (await served()).contacts.list();
  expect(error!.message).toContain('did you mean GET /api/v2/subscribers?');
});
