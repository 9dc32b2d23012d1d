import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase() });
  });
  afterEach(async () => {
    await posthouse.close();
  });

  const mailTo = (to: string) => ({ from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' });
  const batch = (body: unknown, headers: Record<string, string> = {}) =>
    posthouse.http('POST', '/api/v2/emails/batch', { body, headers });
  const total = async () =>
    (await posthouse.http('GET', '/api/v2/emails?limit=100')).body.data.length as number;

  test('a strict batch returns an id for each mail, in order', async () => {
    const { status, body } = await batch([mailTo('a@mailbox.dev'), mailTo('b@example.com')]);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data).toHaveLength(2);
    const first = await posthouse.http('GET', `/api/v2/emails/${body.data[0].id}`);
    expect(first.body.to).toEqual(['a@mailbox.dev']);
    await posthouse.deliver();
    expect(posthouse.mailbox.messages.map(({ to }) => to.address)).toEqual(['a@mailbox.dev']);
  });

  test('a strict batch with one invalid mail sends nothing and names the invalid mail', async () => {
    const { status, body } = await batch([
      mailTo('a@mailbox.dev'),
      { ...mailTo('b@mailbox.dev'), to: 'unknown' },
    ]);
    expect(status).toBe(400);
    expect(body.details).toEqual([expect.objectContaining({ path: '[1].to', code: 'invalid' })]);
    expect(await total()).toBe(0);
  });

  test('a strict batch whose sixth mail exceeds the recipient limit sends and counts nothing', async () => {
    const six = Array.from({ length: 6 }, () => mailTo('a@mailbox.dev'));
    const { status, body } = await batch(six);
    expect([status, body.name]).toEqual([429, 'RECIPIENT_RATE_LIMITED']);
    expect(body.details).toMatchObject({ index: 5, to: 'a@mailbox.dev', rule: '5 in 10 minutes' });
    expect(await total()).toBe(0);
    expect((await batch(six.slice(1))).status).toBe(200);
  });

  test('a permissive batch sends the valid mails and reports the invalid mails', async () => {
    const { status, body } = await batch(
      [
        mailTo('a@mailbox.dev'),
        mailTo('unknown'),
        ...Array.from({ length: 5 }, () => mailTo('a@mailbox.dev')),
      ],
      { 'x-batch-validation': 'permissive' },
    );
    expect(status).toBe(200);
    expect(body.data).toHaveLength(5);
    expect(body.errors).toEqual([
      {
        index: 1,
        to: 'unknown',
        name: 'validation_error',
        message: expect.any(String),
        statusCode: 400,
        details: [expect.objectContaining({ path: 'emails[1].to' })],
      },
      {
        index: 6,
        to: 'a@mailbox.dev',
        name: 'RECIPIENT_RATE_LIMITED',
        message: 'This recipient is temporarily rate limited',
        statusCode: 429,
        details: { reason: 'short', rule: '5 in 10 minutes', retry_after: 600 },
      },
    ]);
  });

  test.each([
    ['no mail', []],
    ['101 mails', Array.from({ length: 101 }, () => mailTo('a@example.com'))],
    ['an object', { emails: [] }],
  ])('a batch with %s is rejected', async (_, body) => {
    const reply = await batch(body);
    expect([reply.status, reply.body.name]).toEqual([400, 'validation_error']);
  });

  test('one idempotency key covers the whole batch', async () => {
    const key = { 'idempotency-key': 'newsletter' };
    const first = await batch([mailTo('a@mailbox.dev')], key);
    const second = await batch([mailTo('a@mailbox.dev')], key);
    expect(second.body).toEqual(first.body);
    expect(await total()).toBe(1);
  });
});
