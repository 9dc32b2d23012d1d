import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metaKeys } from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import { verifies, verifiesThrough } from '../../../spec/verifies.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const home = 'https://mail.acme.test';

type Sent = { headers?: Record<string, string | undefined>; at?: string; method?: string };

/** Posts a message as a client of a revision with a handshake; `undefined` omits a header. */
async function post(message: unknown, { headers = {}, at = `${home}/mcp`, method = 'POST' }: Sent = {}) {
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${scene.secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return await scene.http.fetch(
    new Request(at, { method, headers: sent, ...(method === 'POST' && { body }) }),
  );
}

const envelope = {
  [metaKeys.protocolVersion]: '2026-07-28',
  [metaKeys.clientCapabilities]: {},
  [metaKeys.clientInfo]: { name: 'a test', version: '1' },
};

function stateless(method: string, params: Record<string, unknown> = {}) {
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } };
}

function statelessHeaders(method: string, name?: string): Record<string, string | undefined> {
  return { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': name };
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
async function bodyOf(response: Response): Promise<any> {
  return await response.json();
}

async function errorOf(response: Response) {
  return { status: response.status, ...(await bodyOf(response)).error };
}

describe('a request to /mcp', () => {
  it.each([
    [undefined, ''],
    ['Basic x', ''],
    ['Bearer', ''],
    ['Bearer posthouse_unknown', ', error="invalid_token"'],
    ['Bearer pha_unknown', ', error="invalid_token"'],
  ])(
    'without a valid token is refused, and the challenge names the metadata: Authorization %s',
    async (authorization, error) => {
      const response = await post(listTools, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer realm="posthouse", resource_metadata="${home}/.well-known/oauth-protected-resource/mcp"${error}`,
      );
    },
  );

  verifies('mcp.auth.bearer', 'with the token in the URL is refused', async () => {
    const response = await post(listTools, {
      headers: { authorization: undefined },
      at: `${home}/mcp?token=${scene.secret}&access_token=${scene.secret}`,
    });
    expect(response.status).toBe(401);
  });

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'gets metadata without a token at %s',
    async (path) => {
      const response = await scene.http.fetch(new Request(home + path));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        resource: `${home}/mcp`,
        bearer_methods_supported: ['header'],
      });
    },
  );

  it.each([
    ['https://evil.test', 403],
    ['http://mail.acme.test', 403],
    ['https://mail.acme.test.evil.test', 403],
    ['https://localhost.evil.test', 403],
    ['null', 403],
    ['https://mail.acme.test', 200],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1:8080', 200],
    ['http://[::1]:8080', 200],
    [undefined, 200],
  ])('from a page with the Origin %s gets %i', async (origin, status) => {
    expect((await post(listTools, { headers: { origin } })).status).toBe(status);
  });

  it.each([
    ['http://evil.test', 403],
    ['http://169.254.169.254', 403],
    ['http://localhost.evil.test', 403],
    ['http://mail.acme.test', 200],
    ['http://localhost:3025', 200],
    ['http://127.0.0.1:3025', 200],
    ['http://[::1]:3025', 200],
  ])('for the Host %s gets %i', async (base, status) => {
    expect((await post(listTools, { at: `${base}/mcp` })).status).toBe(status);
  });

  it("counts against the organization's budget", async () => {
    const remaining = async () => Number((await post(listTools)).headers.get('ratelimit-remaining'));
    const before = await remaining();
    expect(await remaining()).toBe(before - 1);
  });

  verifies('mcp.auth.budget', 'with a batch counts every message of the batch', async () => {
    const remaining = (response: Response) => Number(response.headers.get('ratelimit-remaining'));
    const before = remaining(await post(listTools));
    const pings = Array.from({ length: 10 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const response = await post(pings);
    expect(response.status).toBe(200);
    expect(remaining(response)).toBe(before - 10);
  });

  it('with a batch that exceeds the budget is refused as a whole', async () => {
    const small = await openScene();
    try {
      const send = async (message: unknown) =>
        await small.http.fetch(
          new Request(`${home}/mcp`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${small.secret}`,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
            },
            body: JSON.stringify(message),
          }),
        );
      const call = (id: number) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'send_note', arguments: { to: 'ann@example.com' } },
      });
      // The address may make 500 requests a second, and the clock stands still.
      for (let times = 0; times < 4; times += 1) {
        await send(Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
      }
      await send(Array.from({ length: 60 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
      const refused = await send(Array.from({ length: 50 }, (_, id) => call(id)));
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(small.sent).toEqual([]);
    } finally {
      await small.close();
    }
  });

  it('with a batch may have at most a hundred messages', async () => {
    const before = Number((await post(listTools)).headers.get('ratelimit-remaining'));
    const refused = await post(Array.from({ length: 101 }, (_, id) => ({ ...listTools, id })));
    expect(refused.headers.get('ratelimit-remaining')).toBe(String(before - 1));
    expect(await errorOf(refused)).toMatchObject({ status: 400, code: -32600 });
  });

  it('gets a response that may not be cached', async () => {
    for (const message of [listTools, [listTools], { jsonrpc: '2.0', id: 1, method: 'nothing' }]) {
      expect((await post(message)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('MCP over HTTP', () => {
  verifiesThrough(
    'mcp.http.post-only',
    ['GET', 'DELETE'],
    'returns 405 for this method without a session',
    async (method) => {
      const response = await post('', { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    },
  );

  it.each(['PUT', 'PATCH'])('rejects %s with 405', async (method) => {
    const response = await post('', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, DELETE');
  });

  it('accepts only JSON', async () => {
    expect((await post(listTools, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect(await errorOf(await post('{"jsonrpc":'))).toMatchObject({ status: 400, code: -32700 });
  });

  it('rejects JSON with too many values as an invalid request, not as a parse error', async () => {
    const { params } = stateless('tools/list');
    const wide = Object.fromEntries(Array.from({ length: 3_001 }, (_, index) => [`k${index}`, 1]));
    for (const message of [
      '['.repeat(100_000),
      { ...listTools, params: { wide } },
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":1}}',
    ]) {
      expect(await errorOf(await post(message))).toMatchObject({ status: 400, code: -32600 });
    }
    const message = { ...stateless('tools/list'), params: { ...params, wide } };
    const answer = await errorOf(await post(message, { headers: statelessHeaders('tools/list') }));
    expect(answer).toMatchObject({ status: 400, code: -32600 });
  });

  it.each([
    [{}],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }],
    ['"hi"'],
    [[]],
  ])('rejects an invalid JSON-RPC message: %j', async (message) => {
    expect(await errorOf(await post(message))).toMatchObject({ status: 400, code: -32600 });
  });

  verifies('mcp.http.notification', 'accepts a notification with 202 and no body', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/progress']) {
      const response = await post({
        jsonrpc: '2.0',
        method,
        params: { requestId: 1, progressToken: 1, progress: 1 },
      });
      expect(response.status).toBe(202);
      expect(await response.text()).toBe('');
    }
    const response = await post(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { headers: statelessHeaders('notifications/cancelled') },
    );
    expect(response.status).toBe(202);
  });

  verifies('mcp.http.unknown-method', 'answers an unknown method with 404', async () => {
    const response = await post(stateless('tools/destroy'), { headers: statelessHeaders('tools/destroy') });
    expect(await errorOf(response)).toMatchObject({ status: 404, code: -32601 });
  });

  verifies('mcp.revision.unknown', 'answers an unknown revision with the supported revisions', async () => {
    const message = stateless('tools/list');
    message.params._meta = { ...envelope, [metaKeys.protocolVersion]: '2031-01-01' };
    const response = await post(message, {
      headers: { ...statelessHeaders('tools/list'), 'mcp-protocol-version': '2031-01-01' },
    });
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2031-01-01' },
    });
  });

  it.each([
    ['method', { ...statelessHeaders('tools/list'), 'mcp-method': 'tools/call' }],
    ['method left out', { ...statelessHeaders('tools/list'), 'mcp-method': undefined }],
    ['revision', { ...statelessHeaders('tools/list'), 'mcp-protocol-version': '2025-11-25' }],
    ['revision left out', { ...statelessHeaders('tools/list'), 'mcp-protocol-version': undefined }],
  ])('rejects headers that contradict the message: %s', async (_what, headers) => {
    expect(await errorOf(await post(stateless('tools/list'), { headers }))).toMatchObject({
      status: 400,
      code: -32020,
    });
  });

  verifies(
    'mcp.http.header-mismatch',
    'rejects a call whose header names another tool, and sends nothing',
    async () => {
      const call = stateless('tools/call', { name: 'send_note', arguments: { to: 'ann@example.com' } });
      const before = scene.sent.length;
      for (const name of ['get_note', undefined]) {
        const response = await post(call, { headers: statelessHeaders('tools/call', name) });
        expect(await errorOf(response)).toMatchObject({ status: 400, code: -32020 });
      }
      expect(scene.sent).toHaveLength(before);
      const named = await post(call, {
        headers: statelessHeaders('tools/call', `=?base64?${Buffer.from('send_note').toString('base64')}?=`),
      });
      expect(named.status).toBe(200);
      expect(scene.sent).toHaveLength(before + 1);
    },
  );

  it('includes the cache lifetime and scope in a list', async () => {
    for (const method of ['tools/list', 'server/discover']) {
      const response = await post(stateless(method), { headers: statelessHeaders(method) });
      const { result } = await bodyOf(response);
      expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
      expect(result._meta[metaKeys.serverInfo]).toMatchObject({ name: 'posthouse' });
    }
  });

  it('answers a batch of revision 2025-03-26', async () => {
    const response = await post([listTools, { jsonrpc: '2.0', id: 2, method: 'ping' }]);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('"id":1');
    expect(text).toContain('"id":2');
  });

  verifies(
    ['cancel.nothing-or-all', 'cancel.retry'],
    'completes a send exactly once when the client disconnects',
    async () => {
      const before = scene.sent.length;
      const stop = new AbortController();
      const call = {
        jsonrpc: '2.0',
        id: 9,
        method: 'tools/call',
        params: { name: 'send_note', arguments: { to: 'gone@example.com', idempotency_key: 'gone' } },
      };
      const response = scene.http.fetch(
        new Request(`${home}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${scene.secret}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify(call),
          signal: stop.signal,
        }),
      );
      stop.abort();
      await response.catch(() => {});
      const again = await post({ ...call, id: 10 });
      expect((await bodyOf(again)).result.isError).toBeFalsy();
      expect(scene.sent.slice(before)).toEqual(['gone@example.com']);
    },
  );
});
