import { describe, expect } from 'vitest';
import { doors, outputThrough } from './doors.ts';
import { dayMs, mail, open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

const key = { 'idempotency-key': 'order-1' };

/** Every POST of the table that has a body, in each of its versions. */
const posts: [string, unknown][] = [
  [
    '/api/v1/emails',
    { from: 'hello@acme.test', to: 'grace@example.com', subject: 'Hello', content: 'Hello' },
  ],
  ['/api/v1/subscribers', { email: 'grace@example.com' }],
  ['/api/v1/subscribers/ada%40example.com/unsubscribe', {}],
  ['/api/v1/subscribers/ada%40example.com/tags', { tags: ['red'] }],
  ['/api/v1/events', { name: 'x', email: 'grace@example.com' }],
  ['/api/v1/tags', { name: 'red' }],
  ['/api/v2/emails', mail()],
  ['/api/v2/emails/batch', [mail(), mail()]],
  ['/api/v2/subscribers', { email: 'alan@example.com' }],
  ['/api/v2/subscribers/ada%40example.com/unsubscribe', {}],
  ['/api/v2/subscribers/ada%40example.com/tags', { tags: ['blue'] }],
  ['/api/v2/events', { name: 'x', email: 'grace@example.com' }],
  ['/api/v2/tags', { name: 'green' }],
  ['/api/v2/domains', { name: 'acme.com' }],
  ['/api/v2/tokens', { name: 'another', scopes: ['tags.read'] }],
];

describe('an Idempotency-Key', () => {
  verifies('idempotency.replay', 'makes every POST return the first response again', async () => {
    const { http, call } = await open();
    await call('create_subscriber', { email: 'ada@example.com' });
    for (const [path, body] of posts) {
      const first = await http('POST', path, { body, headers: key });
      expect([path, first.status < 300, first.headers.get('idempotent-replayed')]).toEqual([
        path,
        true,
        null,
      ]);
      const again = await http('POST', path, { body, headers: key });
      expect([path, again.status, again.text]).toEqual([path, first.status, first.text]);
      expect([path, again.headers.get('idempotent-replayed')]).toEqual([path, 'true']);
    }
  });

  verifies('idempotency.replay', 'sends a repeated mail only once', async () => {
    const platform = await open();
    for (let count = 0; count < 3; count++) {
      await platform.http('POST', '/api/v2/emails', { body: mail(), headers: key });
    }
    expect((await outputThrough('v2', platform, 'list_emails', {})).data).toHaveLength(1);
  });

  verifiesThrough(
    'idempotency.other-body',
    doors.rest,
    'used with another body causes a 409',
    async (version) => {
      const { http } = await open();
      const path = `/api/${version}/tags`;
      await http('POST', path, { body: { name: 'red' }, headers: key });
      const { status, body } = await http('POST', path, { body: { name: 'blue' }, headers: key });
      expect([status, body.error ?? body.name]).toEqual([409, 'invalid_idempotent_request']);
      const reordered = { description: null, name: 'green' };
      await http('POST', path, { body: reordered, headers: { 'idempotency-key': 'order-2' } });
      const sameFields = { name: 'green', description: null };
      const again = await http('POST', path, { body: sameFields, headers: { 'idempotency-key': 'order-2' } });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    },
  );

  verifies('idempotency.in-flight', 'of a running request causes a 409', async () => {
    const { http } = await open();
    const ask = () => http('POST', '/api/v2/emails', { body: mail(), headers: key });
    const replies = await Promise.all([ask(), ask(), ask()]);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    for (const { status, body, headers } of replies) {
      if (status !== 409) continue;
      expect([body.name, headers.get('retry-after')]).toEqual(['concurrent_idempotent_requests', '1']);
    }
  });

  verifiesThrough(
    'idempotency.key-form',
    doors.rest,
    'must have 1 to 256 printable characters',
    async (version) => {
      const { http } = await open();
      const ask = async (text: string) => {
        const { status, body } = await http('POST', `/api/${version}/tags`, {
          body: { name: 'red' },
          headers: { 'idempotency-key': text },
        });
        return status < 300 ? 'taken' : (body.error ?? body.name);
      };
      expect(await ask('k'.repeat(256))).toBe('taken');
      expect(await ask('k'.repeat(257))).toBe('invalid_idempotency_key');
      expect(await ask('""')).toBe('invalid_idempotency_key');
      expect(await ask('café')).toBe('invalid_idempotency_key');
    },
  );

  verifies('idempotency.key-form', 'is the same with and without quotes', async () => {
    const { http } = await open();
    const ask = (text: string) =>
      http('POST', '/api/v2/tags', { body: { name: 'red' }, headers: { 'idempotency-key': text } });
    await ask('order-1');
    expect((await ask('"order-1"')).headers.get('idempotent-replayed')).toBe('true');
  });

  verifies('idempotency.scope', 'is valid for one organization, method and path', async () => {
    const platform = await open();
    const other = await platform.addOrganization('Other');
    const replayed = async (path: string, body: unknown, token?: string) => {
      const reply = await platform.http('POST', path, { body, headers: key, ...(token && { token }) });
      return [reply.status < 300, reply.headers.get('idempotent-replayed')];
    };
    const body = { name: 'red' };
    expect(await replayed('/api/v2/tags', body)).toEqual([true, null]);
    expect(await replayed('/api/v2/tags', body)).toEqual([true, 'true']);
    expect(await replayed('/api/v2/tags', body, other.token)).toEqual([true, null]);
    expect(await replayed('/api/v1/tags', body)).toEqual([true, null]);
    expect(await replayed('/api/v2/events', { name: 'red', email: 'a@example.com' })).toEqual([true, null]);
    const { token } = await platform.addToken(platform.organization);
    expect(await replayed('/api/v2/tags', body, token)).toEqual([true, 'true']);
  });

  verifies('idempotency.kept', 'is stored for a day', async () => {
    const { http, clock } = await open();
    const replayed = async () => {
      const reply = await http('POST', '/api/v2/emails', { body: mail(), headers: key });
      return reply.headers.get('idempotent-replayed');
    };
    expect(await replayed()).toBeNull();
    await clock.advance(dayMs - 1_000);
    expect(await replayed()).toBe('true');
    await clock.advance(1_001);
    expect(await replayed()).toBeNull();
  });

  verifiesThrough(
    'idempotency.failures-not-kept',
    doors.rest,
    'can be used again after a refusal',
    async (version) => {
      const { http } = await open();
      const path = `/api/${version}/tags`;
      expect((await http('POST', path, { body: { name: '' }, headers: key })).status).toBe(400);
      const { status, headers } = await http('POST', path, { body: { name: 'red' }, headers: key });
      expect([status < 300, headers.get('idempotent-replayed')]).toEqual([true, null]);
    },
  );
});
