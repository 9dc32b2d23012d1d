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

  const real = 'ada@mailbox.dev';
  const mail = { from: 'Acme <hello@acme.dev>', to: real, subject: 'Hello', markdown: 'Hello' };

  const send = (body: object, headers: Record<string, string> = {}) =>
    posthouse.http('POST', '/api/v2/emails', { body, headers });
  const get = async (id: string) => (await posthouse.http('GET', `/api/v2/emails/${id}`)).body;

  describe('a send to a real mailbox', () => {
    test('is queued and then delivered by the worker', async () => {
      const { status, body } = await send(mail);
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['id']);
      expect(body.id).toMatch(/^eml_[0-9a-z]{26}$/);
      expect(await get(body.id)).toMatchObject({
        last_event: 'queued',
        delivery_mode: 'live',
        sent_at: null,
      });

      await posthouse.deliver();
      expect(posthouse.mailbox.messages).toHaveLength(1);
      expect(posthouse.mailbox.messages[0]).toMatchObject({
        envelopeFrom: 'hello@acme.dev',
        to: { address: real },
        subject: 'Hello',
        messageId: `<${body.id}@acme.dev>`,
      });
      const email = await get(body.id);
      expect(email).toMatchObject({ last_event: 'sent', message_id: `<${body.id}@acme.dev>` });
      expect(email.events.map((event: { type: string }) => event.type)).toEqual(['queued', 'sent']);
    });

    test('is captured while sending is disabled, and is not sent later by itself', async () => {
      const off = await openPlatform({ sendingEnabled: false });
      const { body } = await off.http('POST', '/api/v2/emails', { body: mail });
      await off.deliver();
      expect(off.mailbox.messages).toEqual([]);
      expect((await off.http('GET', `/api/v2/emails/${body.id}`)).body).toMatchObject({
        last_event: 'queued',
        delivery_mode: 'captured',
      });
      await off.close();
    });

    test('fills merge fields from the subscriber, escaped, with defaults', async () => {
      await posthouse.call('create_subscriber', {
        email: real,
        firstName: 'Ada <b>',
        attributes: { plan: 'gold' },
      });
      const { body } = await send({
        ...mail,
        subject: 'Hello {{firstName}}',
        markdown:
          'Dear {{firstName}}, your {{attributes.plan}} plan, {{attributes.seat|no seat}}{{unknown}}.',
      });
      const email = await get(body.id);
      expect(email.subject).toBe('Hello Ada <b>');
      expect(email.html).toContain('Dear Ada &lt;b&gt;, your gold plan, no seat.');
      expect(email.html).not.toContain('{{');
      expect(email.subscriber_id).toMatch(/^sub_/);
      expect(email.events[0].data.warnings).toEqual([
        expect.objectContaining({ field: 'unknown', message: expect.any(String) }),
      ]);
    });

    test('keeps the content rendered at acceptance when the subscriber changes later', async () => {
      await posthouse.call('create_subscriber', { email: real, firstName: 'Ada' });
      const { body } = await send({ ...mail, markdown: 'Dear {{firstName}}' });
      await posthouse.call('update_subscriber', { subscriber: real, firstName: 'Grace' });
      expect((await get(body.id)).text).toContain('Dear Ada');
    });
  });

  describe('a test recipient', () => {
    test.each([
      ['ada@example.com', 'delivered', ['queued', 'sent', 'delivered']],
      ['bounce@example.com', 'bounced', ['queued', 'sent', 'bounced']],
      ['complaint+7@shop.test', 'complained', ['queued', 'sent', 'delivered', 'complained']],
      ['delay@sub.example.org', 'delivery_delayed', ['queued', 'delivery_delayed']],
      ['playwright-test-open+x@mailbox.dev', 'opened', ['queued', 'sent', 'delivered', 'opened']],
    ])('%s simulates %s and is never contacted', async (to, lastEvent, events) => {
      const { status, body } = await send({ ...mail, to });
      expect(status).toBe(200);
      await posthouse.deliver();
      expect(posthouse.mailbox.messages).toEqual([]);
      const email = await get(body.id);
      expect(email).toMatchObject({ last_event: lastEvent, delivery_mode: 'test' });
      expect(email.events.map((event: { type: string }) => event.type)).toEqual(events);
    });

    test('that bounces does so each time, and its subscriber becomes BOUNCED', async () => {
      await posthouse.call('create_subscriber', { email: 'bounce@example.com' });
      for (let round = 0; round < 7; round += 1) {
        const { status, body } = await send({ ...mail, to: 'bounce@example.com' });
        expect(status).toBe(200);
        expect((await get(body.id)).last_event).toBe('bounced');
      }
      const { output } = await posthouse.call('get_subscriber', { subscriber: 'bounce@example.com' });
      expect(output).toMatchObject({ status: 'BOUNCED' });
    });

    test('replaces every recipient of a test-mode token', async () => {
      const { token } = await posthouse.addToken(posthouse.organization, { mode: 'test' });
      const { status, body } = await posthouse.http('POST', '/api/v2/emails', { token, body: mail });
      expect(status).toBe(200);
      await posthouse.deliver();
      expect(posthouse.mailbox.messages).toEqual([]);
      expect((await get(body.id)).delivery_mode).toBe('test');
    });
  });

  describe('the recipient guard', () => {
    test('accepts five sends in ten minutes and refuses the sixth until ten minutes after the first', async () => {
      for (let number = 1; number <= 5; number += 1) {
        expect((await send(mail)).status).toBe(200);
        await posthouse.clock.advance(1_000);
      }
      const refused = await send({ ...mail, to: 'ADA+tag@mailbox.dev' });
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({
        name: 'RECIPIENT_RATE_LIMITED',
        code: 'RECIPIENT_RATE_LIMITED',
        message: 'This recipient is temporarily rate limited',
        statusCode: 429,
        details: { reason: 'short', rule: '5 in 10 minutes', retry_after: 595 },
      });
      expect(refused.headers.get('retry-after')).toBe('595');
      expect((await send({ ...mail, to: 'grace@mailbox.dev' })).status).toBe(200);
      await posthouse.clock.advance(594_000);
      expect((await send(mail)).status).toBe(429);
      await posthouse.clock.advance(1_000);
      expect((await send(mail)).status).toBe(200);
    });

    test('accepts exactly five of fifty concurrent sends over both versions', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const v1 = { from: mail.from, to: real, subject: 'Hello', content: 'Hello' };
          const reply =
            index % 2 === 0 ? await send(mail) : await posthouse.http('POST', '/api/v1/emails', { body: v1 });
          return reply.status;
        }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    });

    test('ignores test recipients', async () => {
      for (let number = 0; number < 25; number += 1) {
        expect((await send({ ...mail, to: 'ada@example.com' })).status).toBe(200);
      }
    });
  });

  describe('an Idempotency-Key', () => {
    test('makes a repeat return the first result without another send', async () => {
      const key = { 'idempotency-key': 'order-1' };
      const first = await send(mail, key);
      const second = await send({ markdown: 'Hello', subject: 'Hello', to: real, from: mail.from }, key);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      await posthouse.deliver();
      expect(posthouse.mailbox.messages).toHaveLength(1);
    });

    test('with another body is rejected, and a key expires after 24 hours', async () => {
      const key = { 'idempotency-key': '"order-2"' };
      const first = await send(mail, key);
      const other = await send({ ...mail, subject: 'Other' }, key);
      expect(other.status).toBe(409);
      expect(other.body.name).toBe('invalid_idempotent_request');
      await posthouse.clock.advance(24 * 60 * 60 * 1_000 + 1);
      const later = await send({ ...mail, subject: 'Other' }, key);
      expect(later.status).toBe(200);
      expect(later.body.id).not.toBe(first.body.id);
    });

    test('gives the second of two concurrent requests 409, and one mail is sent', async () => {
      const key = { 'idempotency-key': 'twice' };
      const replies = await Promise.all([send(mail, key), send(mail, key)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = replies.find(({ status }) => status === 409)!;
      expect(refused.body.name).toBe('concurrent_idempotent_requests');
      expect(refused.headers.get('retry-after')).toBe('1');
      await posthouse.deliver();
      expect(posthouse.mailbox.messages).toHaveLength(1);
    });

    test('can be used again after a refused request', async () => {
      const key = { 'idempotency-key': 'mistake' };
      expect((await send({ ...mail, to: 'no address' }, key)).status).toBe(400);
      expect((await send(mail, key)).status).toBe(200);
    });
  });

  describe('send_email rejects', () => {
    test.each([
      ['no body', {}, 'html', 'required'],
      ['two bodies', { html: '<p>a</p>', markdown: 'a' }, 'html', 'invalid'],
      ['a field of v1', { markdown: 'a', content: 'a' }, 'content', 'unknown_field'],
      ['attachments', { markdown: 'a', attachments: [] }, 'attachments', 'unknown_field'],
      ['two recipients', { markdown: 'a', to: ['a@mailbox.dev', 'b@mailbox.dev'] }, 'to', 'invalid'],
      [
        'several addresses in one string',
        { markdown: 'a', to: 'a@mailbox.dev, b@mailbox.dev' },
        'to',
        'invalid',
      ],
      [
        'a subject with a line break',
        { markdown: 'a', subject: 'a\r\nBcc: b@mailbox.dev' },
        'subject',
        'invalid',
      ],
      ['a long preview', { markdown: 'a', preview: 'x'.repeat(201) }, 'preview', 'invalid'],
      [
        'an unknown tiptap node',
        { tiptap: { type: 'doc', content: [{ type: 'video' }] } },
        'tiptap',
        'invalid',
      ],
    ])('%s by the name of the field', async (_, fields, path, code) => {
      const { markdown: _body, ...rest } = mail;
      const { status, body } = await send({ ...rest, ...fields });
      expect(status).toBe(400);
      expect(body).toMatchObject({ name: 'validation_error', statusCode: 400 });
      const fault = body.details.find((one: { path: string }) => one.path.startsWith(path));
      expect(fault).toMatchObject({ code });
      expect(body.message).toContain(fault.path);
    });

    test('a From without a mailbox under its own error name', async () => {
      const { status, body } = await send({ ...mail, from: 'unknown' });
      expect(status).toBe(400);
      expect(body.name).toBe('invalid_from_address');
    });

    test('a recipient outside a token’s allowed_recipients, and a token over its send_cap', async () => {
      const { token } = await posthouse.addToken(posthouse.organization, {
        allowed_recipients: ['*@mailbox.dev'],
        send_cap: { per_hour: 2, per_day: null },
      });
      const by = (body: object) => posthouse.http('POST', '/api/v2/emails', { token, body });
      const outside = await by({ ...mail, to: 'ada@elsewhere.dev' });
      expect([outside.status, outside.body.name]).toEqual([403, 'restricted_api_key']);
      expect((await by(mail)).status).toBe(200);
      expect((await by(mail)).status).toBe(200);
      const capped = await by(mail);
      expect([capped.status, capped.body.name]).toEqual([429, 'rate_limit_exceeded']);
      expect(Number(capped.headers.get('retry-after'))).toBe(3_600);
    });

    test('an unverified From domain if verification is required', async () => {
      const strict = await openPlatform({ settings: { requireVerifiedDomain: true } });
      const { status, body } = await strict.http('POST', '/api/v2/emails', { body: mail });
      expect([status, body.name]).toEqual([403, 'domain_not_verified']);
      await strict.close();
    });
  });
});
