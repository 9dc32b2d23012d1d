import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../../src/surfaces/http/request-response.ts';
import { canonicalPath } from '../../../src/surfaces/http/router.ts';
import { openSmallPlatform, type Reply, type SmallPlatform } from './small-platform.ts';

let posthouse: SmallPlatform;
beforeEach(async () => {
  posthouse = await openSmallPlatform();
});
afterEach(async () => {
  await posthouse.close();
});

const rateHeaderNames = [
  'ratelimit-policy',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];
function expectRateHeaders({ headers }: Reply): void {
  for (const name of rateHeaderNames) expect(headers.get(name), name).not.toBeNull();
}

describe('the request id', () => {
  it('is generated when the request has none, and differs between requests', async () => {
    const first = await posthouse.ask('GET', '/api/v2/things');
    const second = await posthouse.ask('GET', '/api/v2/things');
    expect(first.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]+$/);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('is the id from the caller when it is safe', async () => {
    for (const id of ['a', 'trace-1/2:3', 'x'.repeat(128)]) {
      const { headers } = await posthouse.ask('GET', '/api/v2/things', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  it("is generated when the caller's id is empty, too long or has other characters", async () => {
    for (const id of ['', 'x'.repeat(129), 'a b', 'a"b', '<script>', 'a,b']) {
      const { headers } = await posthouse.ask('GET', '/api/v2/things', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id'), id).toMatch(/^req_/);
    }
  });

  it('is part of every kind of response', async () => {
    const replies = [
      await posthouse.ask('GET', '/healthz', { token: null }),
      await posthouse.ask('GET', '/nowhere', { token: null }),
      await posthouse.ask('GET', '/api/v2/things', { token: null }),
      await posthouse.ask('DELETE', '/api/v2/things'),
      await posthouse.ask('POST', '/api/v2/things', { body: '{' }),
      await posthouse.ask('POST', '/api/v2/things/break'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 401, 405, 400, 500]);
    for (const { headers } of replies) expect(headers.get('x-request-id')).toBeTruthy();
  });
});

describe('the network address budget', () => {
  it('refuses with 429 after 500 requests in one second on any path, in the version’s error format', async () => {
    for (let count = 0; count < 500; count++) await posthouse.ask('GET', '/healthz', { token: null });
    const v2 = await posthouse.ask('GET', '/api/v2/things');
    expect(v2.status).toBe(429);
    expect(v2.body).toEqual({ name: 'rate_limit_exceeded', message: 'Too many requests', statusCode: 429 });
    expect(v2.headers.get('retry-after')).toBe('1');
    expect(v2.headers.get('ratelimit')).toBeNull();
    const v1 = await posthouse.ask('GET', '/api/v1/anything');
    expect(v1.body).toEqual({
      message: 'Too many requests',
      docs: 'http://posthouse.example/docs/rate-limits',
    });
    expect((await posthouse.ask('GET', '/healthz', { token: null, peer: '10.0.0.2' })).status).toBe(200);
    await posthouse.clock.advance(1_000);
    expect((await posthouse.ask('GET', '/healthz', { token: null })).status).toBe(200);
  });

  it('cannot be bypassed with a forged X-Forwarded-For', async () => {
    let refused = 0;
    for (let count = 0; count < 600; count++) {
      const headers = { 'x-forwarded-for': `10.1.${count >> 8}.${count & 255}` };
      if ((await posthouse.ask('GET', '/healthz', { token: null, headers })).status === 429) refused++;
    }
    expect(refused).toBe(100);
  });

  it('counts the client address behind a trusted proxy', async () => {
    const proxied = await openSmallPlatform({ trustedProxies: ['10.0.0.0/8'] });
    const from = (client: string) =>
      proxied.ask('GET', '/healthz', {
        token: null,
        peer: '10.0.0.1',
        headers: { 'x-forwarded-for': client },
      });
    for (let count = 0; count < 500; count++) await from('192.0.2.1');
    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.2')).status).toBe(200);
    await proxied.close();
  });
});

describe('routing', () => {
  it("answers an unknown path with 404 in its version's error format", async () => {
    expect((await posthouse.ask('GET', '/api/v2/nothing', { token: null })).body).toEqual({
      name: 'not_found',
      message: 'There is nothing at this path. All paths: http://posthouse.example/docs/reference',
      statusCode: 404,
    });
    expect((await posthouse.ask('GET', '/api/v1/nothing', { token: null })).body).toEqual({
      success: false,
      message: 'There is nothing here by that name',
      error: 'not_found',
      code: 'NOT_FOUND',
    });
    expect((await posthouse.ask('GET', '/api/v1', { token: null })).body.code).toBe('NOT_FOUND');
    expect((await posthouse.ask('GET', '/api/v10/x', { token: null })).body.statusCode).toBe(404);
    expect((await posthouse.ask('GET', '/', { token: null })).body.statusCode).toBe(404);
  });

  it('answers a path with an empty or invalid parameter with 404', async () => {
    for (const path of [
      '/api/v2/things/',
      '/api/v2/things//tags',
      '/api/v2/things/%ff',
      '/api/v2/things/%zz',
    ]) {
      expect((await posthouse.ask('GET', path)).status, path).toBe(404);
    }
  });

  it('answers a known path with another method, including OPTIONS, with 405 and Allow', async () => {
    const reply = await posthouse.ask('PUT', '/api/v2/things', { token: null });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(reply.body).toEqual({
      name: 'method_not_allowed',
      message: 'This path does not support this method',
      statusCode: 405,
    });
    expect((await posthouse.ask('OPTIONS', '/api/v2/things')).headers.get('allow')).toBe('GET, HEAD, POST');
    const v1 = await posthouse.ask('DELETE', '/api/v1/admin/tools', { token: null });
    expect(v1.body.code).toBe('METHOD_NOT_ALLOWED');
  });

  it('answers HEAD like GET, with the length but without the body', async () => {
    const get = await posthouse.ask('GET', '/api/v2/things');
    const head = await posthouse.ask('HEAD', '/api/v2/things');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    expect((await posthouse.ask('HEAD', '/api/v2/things', { token: null })).status).toBe(401);
  });

  it('sends the rate headers with 404 and 405 too, and counts the request', async () => {
    const missing = await posthouse.ask('GET', '/api/v2/nothing');
    expect(missing.status).toBe(404);
    expectRateHeaders(missing);
    const wrong = await posthouse.ask('PUT', '/api/v2/things');
    expectRateHeaders(wrong);
    expect(wrong.headers.get('ratelimit')).toBe('"default";r=1998;t=60');
    expectRateHeaders(await posthouse.ask('GET', '/api/v1/nothing'));
    const outsider = await posthouse.ask('GET', '/api/v2/nothing', { token: 'posthouse_unknown' });
    expect(outsider.status).toBe(404);
    expect(outsider.headers.get('ratelimit')).toBeNull();
  });

  it('rejects two routes for one path and two names for one parameter', async () => {
    const route = (method: Route['method'], path: string): Route => ({
      method,
      path,
      access: 'public',
      envelope: 'v2',
      takes: 'nothing',
      bodyBytesMax: 0,
      answer: async () => ({ status: 200, headers: {}, body: null }),
    });
    const opened = (path: string, method: Route['method'] = 'GET') =>
      openSmallPlatform({ routes: [route(method, path)] });
    await expect(opened('/api/v2/things')).rejects.toThrow('Two routes claim GET /api/v2/things');
    await expect(opened('/api/v2/things/:id', 'DELETE')).rejects.toThrow('differently');
  });

  it('treats a path with other case, a doubled slash or a dot segment as another path', async () => {
    for (const path of ['/API/v2/things', '/api/v2//things', '/api/v2/things/../things/x/y']) {
      expect((await posthouse.ask('GET', path)).status, path).toBe(404);
    }
    expect((await posthouse.ask('GET', '/api/v2/%74hings')).status).toBe(200);
  });

  it('decodes a path before it looks up its caching and methods', async () => {
    const spelled = await posthouse.ask('GET', '/%61pi/v2/things');
    expect(spelled.status).toBe(200);
    expect(spelled.headers.get('cache-control')).toBe('no-store');
    const wrongMethod = await posthouse.ask('DELETE', '/%61pi/v1/admin/tools');
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('cache-control')).toBe('no-store');
    expect(wrongMethod.body.success).toBe(false);
  });

  it('matches an Idempotency-Key for any encoding of the path', async () => {
    const post = (path: string) =>
      posthouse.ask('POST', path, { headers: { 'idempotency-key': 'once' }, body: { name: 'a' } });
    expect((await post('/api/v2/things')).status).toBe(201);
    for (const path of ['/api/v2/%74hings', '/%61pi/v2/things']) {
      const again = await post(path);
      expect(again.headers.get('idempotent-replayed'), path).toBe('true');
    }
  });

  it('distinguishes paths with an encoded slash', () => {
    const path = '/things/:thing/tags';
    expect(canonicalPath(path, { thing: 'a b@c' })).toBe('/things/a b@c/tags');
    const places = [
      canonicalPath(path, { thing: 'a' }),
      canonicalPath('/things/:thing', { thing: 'a/tags' }),
      canonicalPath('/things/:thing', { thing: 'a%2Ftags' }),
    ];
    expect(new Set(places).size).toBe(3);
  });
});

describe('the token', () => {
  it("is required: a request without it gets 401 with a challenge and the free plan's policy", async () => {
    const reply = await posthouse.ask('GET', '/api/v2/things', { token: null });
    expect(reply.status).toBe(401);
    expect(reply.body.name).toBe('missing_api_key');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="posthouse"');
    expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
    expect(reply.headers.get('ratelimit-limit')).toBe('100');
    expect(reply.headers.get('ratelimit')).toBeNull();
    expect(reply.headers.get('ratelimit-remaining')).toBeNull();
  });

  it('that is unknown gets 401 and uses no organization’s budget', async () => {
    const reply = await posthouse.ask('GET', '/api/v2/things', { token: `posthouse_${'x'.repeat(40)}` });
    expect(reply.status).toBe(401);
    expect(reply.body.name).toBe('invalid_api_key');
    expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
    const v1 = await posthouse.ask('GET', '/api/v1/admin/tools', { token: 'posthouse_no' });
    expect(v1.body).toEqual({
      success: false,
      message: 'This API token is unknown, expired or revoked',
      error: 'invalid_api_key',
      code: 'INVALID_API_KEY',
    });
    expect((await posthouse.ask('GET', '/api/v2/things')).headers.get('ratelimit-remaining')).toBe('1999');
  });

  it('is accepted with the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ', 'bEaReR']) {
      const headers = { authorization: `${scheme} ${posthouse.token}` };
      expect((await posthouse.ask('GET', '/api/v2/things', { token: null, headers })).status, scheme).toBe(
        200,
      );
    }
    for (const authorization of ['', 'Basic abc', 'Bearer', posthouse.token, `Bearer ${posthouse.token} x`]) {
      const reply = await posthouse.ask('GET', '/api/v2/things', { token: null, headers: { authorization } });
      expect([reply.status, reply.body.name], authorization).toEqual([401, 'invalid_api_key']);
    }
  });

  it('without the required scope gets 403 with the rate headers', async () => {
    const token = await posthouse.addToken(posthouse.organization, { scopes: ['tags.read'] });
    const reply = await posthouse.ask('POST', '/api/v2/things', { token, body: { name: 'a' } });
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({
      name: 'restricted_api_key',
      message: 'This API token lacks the scope tags.write',
      statusCode: 403,
      details: { scope: 'tags.write' },
    });
    expectRateHeaders(reply);
    expect((await posthouse.ask('GET', '/api/v2/tools', { token })).status).toBe(403);
  });

  it('bound to addresses gets 403 from other addresses and uses no budget', async () => {
    const token = await posthouse.addToken(posthouse.organization, {
      ipAllowlist: ['192.0.2.0/24', '2001:db8::1'],
    });
    const from = (peer: string) => posthouse.ask('GET', '/api/v2/things', { token, peer });
    expect((await from('192.0.2.77')).status).toBe(200);
    expect((await from('::ffff:192.0.2.78')).status).toBe(200);
    expect((await from('2001:db8::1')).status).toBe(200);
    const refused = await from('192.0.3.1');
    expect(refused.status).toBe(403);
    expect(refused.body.name).toBe('restricted_api_key');
    expectRateHeaders(refused);
    expect(refused.headers.get('ratelimit-remaining')).toBe('1997');
    expect((await from('192.0.2.1')).headers.get('ratelimit-remaining')).toBe('1996');
  });
});

describe('the organization’s budget', () => {
  it('is shared by all tokens, and further requests get 429 until the window ends', async () => {
    const organization = await posthouse.addOrganization('free');
    const tokens = [
      await posthouse.addToken(organization),
      await posthouse.addToken(organization, { scopes: ['admin'] }),
    ];
    for (let count = 1; count <= 100; count++) {
      const reply = await posthouse.ask('GET', '/api/v2/things/none', { token: tokens[count % 2]! });
      expect(reply.headers.get('ratelimit')).toBe(`"default";r=${100 - count};t=60`);
    }
    await posthouse.clock.advance(15_500);
    const v2 = await posthouse.ask('GET', '/api/v2/things', { token: tokens[0]! });
    expect(v2.status).toBe(429);
    expect(v2.body).toEqual({ name: 'rate_limit_exceeded', message: 'Too many requests', statusCode: 429 });
    expect(v2.headers.get('retry-after')).toBe('45');
    expect(v2.headers.get('ratelimit')).toBe('"default";r=0;t=45');
    const v1 = await posthouse.ask('GET', '/api/v1/admin/tools', { token: tokens[1]! });
    expect(v1.status).toBe(429);
    expect(v1.body).toEqual({
      message: 'Too many requests',
      docs: 'http://posthouse.example/docs/rate-limits',
    });
    await posthouse.clock.advance(44_500);
    const after = await posthouse.ask('GET', '/api/v2/things', { token: tokens[0]! });
    expect(after.status).toBe(200);
    expect(after.headers.get('ratelimit')).toBe('"default";r=99;t=60');
  });

  it('is exact under concurrent requests', async () => {
    const organization = await posthouse.addOrganization('free');
    const token = await posthouse.addToken(organization);
    const replies = await Promise.all(
      Array.from({ length: 150 }, () => posthouse.ask('GET', '/api/v2/things', { token })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(50);
    const remaining = replies
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('ratelimit-remaining')))
      .sort((a, b) => a - b);
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it('is reported on every authenticated response, whatever the status', async () => {
    const token = await posthouse.addToken(posthouse.organization, { scopes: ['full_access'] });
    const replies: [number, Reply][] = [
      [200, await posthouse.ask('GET', '/api/v2/things', { token })],
      [201, await posthouse.ask('POST', '/api/v2/things', { token, body: { name: 'a' } })],
      [400, await posthouse.ask('POST', '/api/v2/things', { token, body: '{' })],
      [403, await posthouse.ask('GET', '/api/v1/admin/tools', { token })],
      [404, await posthouse.ask('GET', '/api/v2/things/none', { token })],
      [405, await posthouse.ask('PUT', '/api/v2/things', { token })],
      [413, await posthouse.ask('POST', '/api/v2/things/batch', { token, body: 'x'.repeat(5_000) })],
      [
        415,
        await posthouse.ask('POST', '/api/v2/things', {
          token,
          body: 'a=b',
          headers: { 'content-type': 'text/plain' },
        }),
      ],
      [429, await posthouse.ask('POST', '/api/v2/things/send', { token, body: { name: 'too often' } })],
      [500, await posthouse.ask('POST', '/api/v2/things/break', { token })],
    ];
    for (const [status, reply] of replies) {
      expect(reply.status).toBe(status);
      expectRateHeaders(reply);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('a request whose body counts as several requests', () => {
  const routes: Route[] = [
    {
      access: 'token',
      door: 'v2',
      method: 'POST',
      path: '/several',
      envelope: 'v2',
      takes: 'json',
      bodyBytesMax: 100,
      async answer(request) {
        await request.spend((request.json as { more: number }).more);
        return { status: 200, headers: {}, body: 'done' };
      },
    },
  ];

  it('uses the budget for all of them, or none of it if they do not fit', async () => {
    const several = await openSmallPlatform({ plan: 'free', routes });
    try {
      const spend = async (more: number) => {
        const { status, headers } = await several.ask('POST', '/several', { body: { more } });
        return [status, headers.get('ratelimit-remaining'), headers.get('retry-after')];
      };
      expect(await spend(39)).toEqual([200, '60', null]);
      expect(await spend(60)).toEqual([429, '59', '60']);
      expect(await spend(58)).toEqual([200, '0', null]);
      expect(await spend(0)).toEqual([429, '0', '60']);
    } finally {
      await several.close();
    }
  });

  it('never exceeds the budget under concurrent requests', async () => {
    const several = await openSmallPlatform({ plan: 'free', routes });
    try {
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => several.ask('POST', '/several', { body: { more: 19 } })),
      );
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5);
      expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3);
    } finally {
      await several.close();
    }
  });
});

describe('the request body', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    posthouse.ask('POST', '/api/v2/things', { body, headers });

  it('must be declared as JSON in UTF-8', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/json-patch+json',
      'application/jsonx',
      '',
    ]) {
      const reply = await post('{"name":"a"}', { 'content-type': type });
      expect(reply.status, type).toBe(415);
      expect(reply.body.name).toBe('unsupported_media_type');
    }
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json ;',
    ]) {
      expect((await post('{"name":"a"}', { 'content-type': type })).status, type).toBeLessThan(300);
    }
  });

  it('must not have a content encoding', async () => {
    expect((await post('{"name":"a"}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await post('{"name":"a"}', { 'content-encoding': 'identity' })).status).toBe(201);
  });

  it('must be UTF-8, with or without a byte order mark', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect((await post(bytes('\ufeff{"name":"é"}'))).body.name).toBe('é');
    const broken = await post(new Uint8Array([...bytes('{"name":"'), 0xc3, 0x28, ...bytes('"}')]));
    expect(broken.status).toBe(400);
    expect(broken.body).toEqual({
      name: 'validation_error',
      message: 'The body is not valid UTF-8',
      statusCode: 400,
      details: [{ path: '', code: 'invalid', message: 'is not valid UTF-8' }],
    });
  });

  it('gets a specific error when it is not JSON', async () => {
    for (const body of ['{', '{"a":1,}', "{'a':1}", 'nothing', '{"a":1}{', '\u0000', '[', '"']) {
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.body.details, body).toEqual([{ path: '', code: 'invalid', message: 'is not valid JSON' }]);
    }
  });

  it('counts as an empty object when it is missing', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/things');
    expect(reply.body.details).toEqual([{ path: 'name', code: 'required', message: 'is required' }]);
    expect((await post('', { 'content-type': 'text/plain' })).body.details[0].path).toBe('name');
  });

  it('may nest 128 levels deep, not counting brackets in strings', async () => {
    const nested = (depth: number) =>
      `{"name":"a","attributes":{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`;
    expect((await post(nested(128))).status).toBe(201);
    const deep = await post(nested(129));
    expect(deep.status).toBe(400);
    expect(deep.body.message).toBe('The body must not nest objects and arrays more than 128 deep');
    expect((await post('['.repeat(1_000_000))).status).toBe(400);
    expect((await post({ name: 'b', attributes: { a: `\\"${'['.repeat(100)}`, b: '\\' } })).status).toBe(201);
  });

  it('may have as many values as the largest batch, and more if it is longer', async () => {
    const attributes = (amount: number, value: string) =>
      `{"name":"a","attributes":{"a":[${Array(amount).fill(value).join(',')}]}}`;
    expect((await post(attributes(249_000, '1'))).status).toBe(201);
    const dense = await post(attributes(251_000, '1'));
    expect(dense.status).toBe(400);
    expect(dense.body.message).toBe('The body must not have more than 250,000 fields and entries');
    expect((await post(attributes(160_000, '[]'))).status).toBe(400);
    expect((await post(attributes(150_000, '{"type":"bold"}'))).status).toBe(200);
    expect((await post({ name: 'b', attributes: { a: ',['.repeat(300_000) } })).status).toBe(201);
  });

  it('with many invalid names gets an error that lists a few of them, each truncated', async () => {
    const unknown = Array.from({ length: 2_000 }, (_, n) => `"x${n}":1`).join(',');
    const many = await post(`{"name":"a",${unknown}}`);
    expect(many.status).toBe(400);
    expect(many.body.details).toHaveLength(21);
    expect(many.body.details.at(-1).message).toBe('has 1,980 more unknown fields');
    const long = await post({ name: 'a', ['x'.repeat(1_000_000)]: 1 });
    expect(long.status).toBe(400);
    expect(long.body.details[0].path).toBe('x'.repeat(100));
    expect(long.text.length).toBeLessThan(1_000);
    const deep = await post(`{"name":"a","${'x'.repeat(1_000_000)}":{"__proto__":1}}`);
    expect(deep.body.details[0].path).toBe(`${'x'.repeat(100)}.__proto__`);
  });

  it('cannot pollute a prototype', async () => {
    for (const body of [
      '{"name":"a","__proto__":{"polluted":true}}',
      '{"name":"a","attributes":{"__proto__":{"polluted":true}}}',
      '{"name":"a","attributes":[{"\\u005f_proto__":{"polluted":true}}]}',
    ]) {
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.body.details[0].code).toBe('unknown_field');
    }
    expect((await post('{"name":"a","constructor":{"prototype":{"polluted":true}}}')).status).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await post({ name: '__proto__' })).status).toBe(201);
  });

  it('uses the last value of a duplicate key', async () => {
    expect((await post('{"name":"first","name":"last"}')).body.name).toBe('last');
  });

  it('beyond the limit of its path gets 413', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/things/batch', { body: 'x'.repeat(4_097) });
    expect(reply.status).toBe(413);
    expect(reply.body).toMatchObject({ name: 'payload_too_large', details: { bytes_max: 4_096 } });
    expect((await post('x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('an internal error', () => {
  it('in a tool is answered without its cause and logged with the request id', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/things/break', {
      headers: { 'x-request-id': 'mine' },
    });
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      name: 'internal_server_error',
      message: 'Internal error; the request id identifies it in the server log',
      statusCode: 500,
    });
    expect(reply.text).not.toContain('secret inside');
    expect(posthouse.errors).toMatchObject([{ requestId: 'mine', err: { message: 'the secret inside' } }]);
  });

  it('in a route is answered and logged like an error in a tool', async () => {
    const broken: Route = {
      method: 'GET',
      path: '/api/v1/broken',
      access: 'public',
      envelope: 'v1',
      takes: 'nothing',
      bodyBytesMax: 0,
      answer: async () => {
        throw new TypeError('inside');
      },
    };
    const other = await openSmallPlatform({ routes: [broken] });
    const reply = await other.ask('GET', '/api/v1/broken');
    expect(reply.status).toBe(500);
    expect(reply.body.code).toBe('INTERNAL_SERVER_ERROR');
    expect(other.errors).toMatchObject([{ err: { message: 'inside' }, path: '/api/v1/broken' }]);
    await other.close();
  });
});

describe('the health pages', () => {
  it('report liveness and readiness', async () => {
    expect((await posthouse.ask('GET', '/healthz', { token: null })).status).toBe(200);
    for (const [phase, status] of [
      ['starting', 503],
      ['ready', 200],
      ['draining', 503],
    ] as const) {
      posthouse.setPhase(phase);
      expect((await posthouse.ask('GET', '/readyz', { token: null })).status).toBe(status);
      expect((await posthouse.ask('GET', '/healthz', { token: null })).status).toBe(200);
    }
  });

  it('are the only pages until the platform has started', async () => {
    posthouse.setPhase('starting');
    const reply = await posthouse.ask('GET', '/api/v2/things');
    expect(reply.status).toBe(503);
    expect(reply.body.name).toBe('service_unavailable');
    expect(reply.headers.get('retry-after')).toBe('1');
  });
});
