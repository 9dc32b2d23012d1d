import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stdioTo } from './stdio-wire.ts';
import { answerOf, envelope, type Json, openWire, request, toolCall, type Wire } from './wire.ts';

/**
 * Responses that do not depend on the caller are byte-identical on every path, and every path rejects invalid
 * messages.
 */
let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

const lists: [string, string][] = [
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
];

describe.each(lists)('%s', (method, field) => {
  const listed = (answer: Json) => JSON.stringify(answer.result[field]);

  it('is byte-identical over connections, paths, revisions and transports, and after other calls', async () => {
    const session = await wire.open();
    const [first, second] = await Promise.all([wire.ask(method), wire.ask(method)]);
    const whole = await first.text();
    expect(await second.text()).toBe(whole);
    const bytes = listed(JSON.parse(whole));
    expect(bytes.length).toBeGreaterThan(20);
    await (await wire.post(toolCall('create_tag', { name: method }), { session })).text();
    // The fast path answers neither requests with a log level nor batches.
    const logged = await wire.ask(method, { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } });
    const arrayed = await wire.post([request(method)], { session });
    const stdio = stdioTo(wire.posthouse);
    const answers = [
      await answerOf(logged),
      await answerOf(arrayed),
      await answerOf(await wire.post(request(method))),
      await answerOf(await wire.post(request(method), { session })),
      await stdio.ask({ jsonrpc: '2.0', id: 3, method, params: { _meta: envelope() } }),
      await stdio.ask({
        jsonrpc: '2.0',
        id: 4,
        method,
        params: { _meta: { ...envelope(), 'io.modelcontextprotocol/logLevel': 'info' } },
      }),
    ];
    await stdio.end();
    for (const answer of answers) expect(listed(answer)).toBe(bytes);
  });

  it('states its cache lifetime and private scope', async () => {
    expect((await answerOf(await wire.ask(method))).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 300_000,
      cacheScope: 'private',
    });
    expect((await answerOf(await wire.post(request(method)))).result).not.toHaveProperty('ttlMs');
  });

  it('has a single page', async () => {
    const response = await wire.ask(method, { cursor: 'bmV4dA' });
    expect((await answerOf(response)).error.code).toBe(-32602);
  });
});

describe('a read resource states its cache lifetime', () => {
  it.each([
    ['posthouse://openapi', 'public'],
    ['posthouse://openapi.json', 'public'],
    ['posthouse://docs/mcp', 'public'],
  ])('%s', async (uri, cacheScope) => {
    const { result, error } = await answerOf(await wire.ask('resources/read', { uri }));
    if (error) expect(error.code).toBe(-32602);
    else expect(result).toMatchObject({ cacheScope, ttlMs: expect.any(Number) });
  });
});

describe('an invalid message', () => {
  it('beyond 5 MB is refused while it is read, also in a session', async () => {
    const session = await wire.open();
    const long = JSON.stringify(request('ping', { text: 'x'.repeat(5 * 1024 * 1024) }));
    for (const sent of [{}, { session }]) {
      const response = await wire.post(long, sent);
      expect(response.status).toBe(413);
      await response.text();
    }
  });

  it('is refused in a session as it is without a session', async () => {
    const session = await wire.open();
    const faults: [unknown, Record<string, string>, number][] = [
      ['{"jsonrpc":', {}, 400],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}, 400],
      [[], {}, 400],
      [{}, {}, 400],
      [request('ping'), { 'content-type': 'text/plain' }, 415],
      [request('ping'), { accept: 'text/html' }, 406],
      [request('ping'), { 'mcp-protocol-version': '2031-01-01' }, 400],
      [request('ping'), { origin: 'https://evil.test' }, 403],
      [Array.from({ length: 101 }, (_, id) => request('ping', {}, id)), {}, 400],
    ];
    for (const [message, headers, status] of faults) {
      for (const sent of [{ headers }, { headers, session }]) {
        const response = await wire.post(message, sent);
        expect([headers, response.status]).toEqual([headers, status]);
        expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
      }
    }
    for (const response of [
      await wire.get(session, { headers: { origin: 'https://evil.test' } }),
      await wire.end(session, { headers: { origin: 'https://evil.test' } }),
    ]) {
      expect(response.status).toBe(403);
      await response.text();
    }
    expect((await wire.get(session, { headers: { accept: 'application/json' } })).status).toBe(406);
    expect((await wire.post(request('ping'), { session })).status).toBe(200);
  });

  it('with deeply nested tool arguments gets a validation error on each path', async () => {
    const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_subscriber","arguments":{"email":"a@mailbox.dev","attributes":${deep}},"_meta":META}}`;
    for (const meta of ['{}', '{"progressToken":"p"}']) {
      const response = await wire.post(body.replace('META', meta));
      expect(response.status).toBeLessThan(500);
      const { result } = await answerOf(response);
      expect(JSON.parse(result.content[0].text).name).toBe('validation_error');
    }
  });

  it('that names another Host is not served', async () => {
    const { port } = new URL(wire.url);
    const status = await new Promise((resolve, reject) => {
      const asked = httpRequest(
        { port, host: '127.0.0.1', path: '/mcp', method: 'GET', headers: { host: 'rebound.test' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.on('error', reject);
      asked.end();
    });
    // A client without a token learns nothing more.
    expect(status).toBe(401);
  });
});
