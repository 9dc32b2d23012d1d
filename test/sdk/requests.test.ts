import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { type ClientOptions, Posthouse, PosthouseError } from '../../src/sdk/index.ts';
import { mail, open } from '../spec/scene.ts';
import { clientAnswered, clientOf, refused } from './client-scene.ts';

const letter = { from: 'Acme <hello@acme.test>', to: 'ada@example.com', subject: 'Hello', markdown: 'Hello' };
const accepted = (): Response => Response.json({ id: 'eml_1' });
/** The first wait between two attempts is below half a second. */
const atOnce = { 'retry-after': '0' };

describe('a result', () => {
  test('has data or an error, and facts about the request from the server', async () => {
    const client = clientOf(await open({ plan: 'free' }));
    const sent = await client.emails.send(letter);
    expect(sent).toMatchObject({
      data: { id: expect.stringMatching(/^eml_/) },
      error: null,
      meta: { status: 200, replayed: false, retries: 0, rateLimit: { limit: 100, remaining: 99 } },
    });
    const missing = await client.emails.get('eml_missing');
    expect(missing.data).toBeNull();
    expect(missing.error).toBeInstanceOf(PosthouseError);
    expect(missing.error).toMatchObject({
      name: 'not_found',
      statusCode: 404,
      requestId: missing.meta.requestId,
    });
    expect(missing.error?.docs).toMatch(/\/docs\/errors\/not_found$/);
  });

  test('lists every error of a request with its field', async () => {
    const client = clientOf(await open());
    const { error } = await client.emails.send({ ...letter, to: 'no address', from: 'neither' });
    expect(error?.name).toBe('validation_error');
    if (error?.name !== 'validation_error') return;
    expect(error.details.map(({ path }) => path).sort()).toEqual(['from', 'to']);
  });

  test('throws its error only through orThrow', async () => {
    const client = clientOf(await open());
    const { id } = await client.emails.send(letter).orThrow();
    expect((await client.emails.get(id).orThrow()).subject).toBe('Hello');
    await expect(client.emails.get('eml_missing').orThrow()).rejects.toMatchObject({ name: 'not_found' });
  });

  test('does not reveal the token when printed', async () => {
    const { client } = clientAnswered([refused(404, 'not_found')]);
    const { inspect } = await import('node:util');
    expect(inspect([client, await client.emails.get('eml_1')], { depth: 9, showHidden: true })).not.toContain(
      'posthouse_token',
    );
  });
});

describe('a retry', () => {
  test('uses the same key and body as the first POST', async () => {
    const { client, requests } = clientAnswered([
      refused(503, 'service_unavailable', atOnce),
      refused(429, 'rate_limit_exceeded', atOnce),
      accepted(),
    ]);
    const { data, meta } = await client.emails.send(letter);
    expect(data).toEqual({ id: 'eml_1' });
    expect(meta.retries).toBe(2);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  test('keeps the caller’s key, and two calls without a key have different keys', async () => {
    const { client, requests } = clientAnswered([accepted]);
    await client.emails.send(letter, { idempotencyKey: 'order-1' });
    await client.emails.send(letter);
    await client.emails.send(letter);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe('order-1');
    expect(new Set(keys).size).toBe(3);
  });

  test('is not made if the server asks to wait a day', async () => {
    const { client, requests } = clientAnswered([
      refused(429, 'RECIPIENT_RATE_LIMITED', { 'retry-after': '86400' }),
    ]);
    const { error } = await client.emails.send(letter);
    expect(error).toMatchObject({ name: 'RECIPIENT_RATE_LIMITED', retryAfter: 86_400 });
    expect(requests).toHaveLength(1);
  });

  test('accepts a date as the time to retry', async () => {
    const at = new Date(Date.now() + 3_600_000).toUTCString();
    const { client } = clientAnswered([refused(503, 'service_unavailable', { 'retry-after': at })]);
    const { error } = await client.emails.get('eml_1');
    expect(error?.retryAfter).toBeGreaterThan(3_500);
  });

  test.each([400, 401, 403, 404, 409, 413])('is not made after a %i', async (status) => {
    const { client, requests } = clientAnswered([refused(status, 'conflict', atOnce)]);
    expect((await client.emails.send(letter)).error?.statusCode).toBe(status);
    expect(requests).toHaveLength(1);
  });

  test('is made while the first request with the same key still runs', async () => {
    const { client, requests } = clientAnswered([
      refused(409, 'concurrent_idempotent_requests', atOnce),
      accepted(),
    ]);
    expect((await client.emails.send(letter)).data).toEqual({ id: 'eml_1' });
    expect(requests).toHaveLength(2);
  });

  test('is made for a PATCH only if the server refused it unread', async () => {
    const patch = (answers: Parameters<typeof clientAnswered>[0]) => {
      const { client, requests } = clientAnswered(answers, { maxRetries: 1 });
      return client.subscribers.update('ada@example.com', { firstName: 'Ada' }).then(() => requests.length);
    };
    expect(await patch([refused(503, 'service_unavailable', atOnce)])).toBe(1);
    expect(await patch([new Error('socket closed')])).toBe(1);
    expect(await patch([refused(429, 'rate_limit_exceeded', atOnce)])).toBe(2);
  });

  test('stops after maxRetries and is counted', async () => {
    const { client, requests } = clientAnswered([refused(500, 'internal_server_error', atOnce)]);
    const { meta } = await client.emails.get('eml_1', undefined, { maxRetries: 4 });
    expect(meta.retries).toBe(4);
    expect(requests).toHaveLength(5);
  });
});

describe('a response of another server', () => {
  test.each([
    ['a page of a proxy', new Response('<html>Bad gateway</html>', { status: 200 })],
    ['an empty body', new Response('', { status: 200 })],
    ['a number', new Response('42', { status: 200 })],
    ['null', new Response('null', { status: 200 })],
    ['an error of another program', Response.json({ error: 'no' }, { status: 400 })],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })],
  ])('is an error: %s', async (_, answer) => {
    const { client } = clientAnswered([answer]);
    const { error } = await client.emails.get('eml_1');
    expect(error).toMatchObject({ name: 'unreadable_answer', statusCode: answer.status });
  });

  test('is a network error that keeps its cause', async () => {
    const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
    const { client } = clientAnswered([cause], { maxRetries: 0 });
    const { error } = await client.emails.get('eml_1');
    expect(error).toMatchObject({ name: 'network_error', statusCode: 0, cause });
    expect(error?.message).toContain('ECONNREFUSED');
  });
});

describe('a timeout', () => {
  const never: ClientOptions['fetch'] = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });

  test('ends an attempt', async () => {
    const client = new Posthouse('posthouse_token', { fetch: never, timeout: 5, maxRetries: 0 });
    expect((await client.emails.get('eml_1')).error?.name).toBe('timeout');
  });

  test('is longer for a request that the server holds open', async () => {
    const client = new Posthouse('posthouse_token', {
      timeout: 1,
      maxRetries: 0,
      fetch: async (_, init) => {
        await later(20);
        init?.signal?.throwIfAborted();
        return Response.json({ object: 'email', id: null });
      },
    });
    expect((await client.emails.get('eml_1')).error?.name).toBe('timeout');
    expect((await client.emails.wait({ timeout_seconds: 1 })).data?.id).toBeNull();
    expect((await client.emails.wait()).data?.id).toBeNull();
  });

  test('has no effect after the caller aborts, before, during or between attempts', async () => {
    const reason = new Error('not needed');
    const { client, requests } = clientAnswered([
      refused(503, 'service_unavailable', { 'retry-after': '30' }),
    ]);
    const before = await client.emails.send(letter, { signal: AbortSignal.abort(reason) });
    expect(before.error).toMatchObject({ name: 'aborted', cause: reason });
    expect(requests).toHaveLength(0);
    const stop = new AbortController();
    const between = client.emails.send(letter, { signal: stop.signal });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    stop.abort(reason);
    expect((await between).error).toMatchObject({ name: 'aborted', cause: reason });
    expect(requests).toHaveLength(1);
  });
});

describe('a request', () => {
  test('stays on its path whatever the id contains', async () => {
    const { client, requests } = clientAnswered([accepted]);
    await client.emails.get('../tokens?x=1#y');
    expect(requests[0]?.url).toBe('http://posthouse.example/api/v2/emails/..%2Ftokens%3Fx%3D1%23y');
  });

  test('goes below the path of the base URL, with or without a trailing slash or version', async () => {
    for (const base of [
      'https://acme.test/mail',
      'https://acme.test/mail/',
      'https://acme.test/mail/api/v2/',
    ]) {
      const { client, requests } = clientAnswered([accepted], { baseUrl: base });
      await client.organization.get();
      expect(requests[0]?.url).toBe('https://acme.test/mail/api/v2/organization');
    }
    expect(() => new Posthouse('x', { baseUrl: 'no url' })).toThrow(TypeError);
  });

  test('encodes lists and numbers in the query as the server reads them', async () => {
    const { client, requests } = clientAnswered([accepted]);
    await client.subscribers.list({ tag: ['a', 'b'], limit: 5, after: undefined });
    expect(requests[0]?.url.split('?')[1]).toBe('tag=a&tag=b&limit=5');
  });

  test('sends an option of a batch as a header', async () => {
    const simulated = await open();
    const client = clientOf(simulated);
    const wrong = { ...letter, to: 'no address' };
    expect((await client.emails.batch([letter, wrong])).error?.name).toBe('validation_error');
    const { data } = await client.emails.batch([letter, wrong], { validation: 'permissive' });
    expect(data?.data).toHaveLength(1);
    expect(data?.errors?.[0]?.index).toBe(1);
  });

  test('reports its outcome once for each call', async () => {
    const reported: unknown[] = [];
    const onResponse = (about: unknown) => reported.push(about);
    const { client } = clientAnswered([refused(503, 'service_unavailable', atOnce), accepted()], {
      onResponse,
    });
    await client.emails.send(letter);
    expect(reported).toMatchObject([{ method: 'POST', path: '/emails', error: null, meta: { retries: 1 } }]);
  });
});

describe('a list', () => {
  test('returns a page when awaited, iterates over every item, and sends no request before', async () => {
    const simulated = await open();
    const client = clientOf(simulated);
    for (let index = 0; index < 7; index += 1)
      await simulated.call('send_email', mail({ subject: `Mail ${index}` }));
    const page = await client.emails.list({ limit: 3 });
    expect(page.data?.data.map(({ subject }) => subject)).toEqual(['Mail 6', 'Mail 5', 'Mail 4']);
    const subjects: string[] = [];
    for await (const { subject } of client.emails.list({ limit: 3 })) subjects.push(subject);
    expect(subjects).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Mail ${index}`));
    const sizes: number[] = [];
    for await (const { data } of client.emails.list({ limit: 3 }).pages())
      sizes.push(data?.data.length ?? -1);
    expect(sizes).toEqual([3, 3, 1]);
    const { client: quiet, requests } = clientAnswered([accepted]);
    quiet.emails.list();
    await later(0);
    expect(requests).toHaveLength(0);
  });

  test('throws from an iteration but not from pages', async () => {
    const { client } = clientAnswered([refused(403, 'restricted_api_key')]);
    await expect(async () => {
      for await (const _ of client.emails.list());
    }).rejects.toBeInstanceOf(PosthouseError);
    const errors: unknown[] = [];
    for await (const { error } of client.emails.list().pages()) errors.push(error?.name);
    expect(errors).toEqual(['restricted_api_key']);
  });

  test('stops if a server returns the same page forever', async () => {
    const { client, requests } = clientAnswered([
      () => Response.json({ object: 'list', data: [{ id: 'eml_1' }], has_more: true }),
    ]);
    let count = 0;
    for await (const _ of client.emails.list()) count += 1;
    expect(count).toBe(2);
    expect(requests).toHaveLength(2);
  });

  test('follows the link of an empty page', async () => {
    const { client, requests } = clientAnswered([
      Response.json(
        { object: 'list', data: [], has_more: true },
        { headers: { link: '<https://mail.acme.test/api/v2/emails?query=rare&after=eml_9>; rel="next"' } },
      ),
      Response.json({ object: 'list', data: [{ id: 'eml_1' }], has_more: false }),
    ]);
    const ids: string[] = [];
    for await (const { id } of client.emails.list({ query: 'rare' })) ids.push(id);
    expect(ids).toEqual(['eml_1']);
    expect(requests[1]?.url).toContain('query=rare&after=eml_9');
  });
});

describe('a save of many subscribers', () => {
  test('is sent in batches of a thousand, with each failure at its index', async () => {
    const client = clientOf(await open());
    const people = Array.from({ length: 2_300 }, (_, index) => ({ email: `p${index}@example.com` }));
    people[1_700] = { email: 'no address' };
    const done: number[] = [];
    const { data } = await client.subscribers.upsertMany(people, {
      onProgress: (step) => done.push(step.done),
    });
    expect(data).toMatchObject({ done: 2_300, created: 2_299, updated: 0, failed: 1 });
    expect(data?.failures).toMatchObject([{ index: 1_700, error: { name: 'validation_error' } }]);
    expect(done).toEqual([1_000, 2_000, 2_300]);
  });

  test('can read a CSV file, and an export writes one', async () => {
    const platform = await open();
    const client = clientOf(platform);
    const started = await client.subscribers.import({
      csv: 'email,plan\nada@example.com,pro\ngrace@example.com,free\n',
      consent: { source: 'Sign-up sheet' },
    });
    expect(started.data).toMatchObject({ object: 'import', id: expect.stringMatching(/^imp_/) });
    await platform.deliver();
    expect((await client.imports.get(started.data!.id)).data).toMatchObject({
      status: 'completed',
      result: { created: 2 },
    });
    const file = await client.subscribers.export({ columns: ['email', 'attributes.plan'], query: 'ada' });
    expect(await new Response(file.data).text()).toBe('email,attributes.plan\r\nada@example.com,pro\r\n');
  });

  test('continues where an error stopped it', async () => {
    const batch = (): Response =>
      Response.json({ object: 'subscriber_batch', created: 1_000, updated: 0, failed: 0, data: [] });
    const people = Array.from({ length: 3_000 }, (_, index) => ({ email: `p${index}@example.com` }));
    const { client, requests } = clientAnswered([batch, refused(403, 'restricted_api_key'), batch]);
    const first = await client.subscribers.upsertMany(people, { idempotencyKey: 'import-1' });
    expect(first).toMatchObject({ error: { name: 'restricted_api_key' }, done: 1_000 });
    const second = await client.subscribers.upsertMany(people, { from: first.done });
    expect(second.data?.done).toBe(3_000);
    expect(JSON.parse(requests[2]!.body).subscribers[0]).toEqual({ email: 'p1000@example.com' });
    expect(requests.map(({ headers }) => headers.get('idempotency-key')).slice(0, 2)).toEqual([
      'import-1-0',
      'import-1-1000',
    ]);
  });

  test('waits for the next minute when only a tenth of the request budget is left', async () => {
    const headers = { 'ratelimit-limit': '100', 'ratelimit-remaining': '10', 'ratelimit-reset': '41' };
    const batch = (): Response =>
      Response.json(
        { object: 'subscriber_batch', created: 1_000, updated: 0, failed: 0, data: [] },
        { headers },
      );
    const { client, requests } = clientAnswered([batch]);
    const stop = new AbortController();
    const people = Array.from({ length: 1_001 }, (_, index) => ({ email: `p${index}@example.com` }));
    const asked = client.subscribers.upsertMany(people, { signal: stop.signal });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    for (let turn = 0; turn < 20; turn += 1) await later(0);
    expect(requests).toHaveLength(1);
    stop.abort();
    expect(await asked).toMatchObject({ error: { name: 'aborted' }, done: 1_000 });
  });
});

describe('a domain', () => {
  test('is checked until it is verified, or reports the missing records', async () => {
    const domain = (status: string) => Response.json({ object: 'domain', id: 'dom_1', status });
    const { client, requests } = clientAnswered([domain('pending'), domain('pending'), domain('verified')]);
    const { data } = await client.domains.waitUntilVerified('acme.dev', { interval: 1 });
    expect(data?.status).toBe('verified');
    expect(requests).toHaveLength(3);
    const { client: other } = clientAnswered([domain('failed')]);
    const { error } = await other.domains.waitUntilVerified('acme.dev', { interval: 10, timeout: 5 });
    expect(error).toMatchObject({ name: 'timeout', details: { status: 'failed' } });
  });
});
