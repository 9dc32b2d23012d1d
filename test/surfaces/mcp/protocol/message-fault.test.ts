import { PassThrough } from 'node:stream';
import * as sdk from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOfMessage } from '../../../../src/surfaces/mcp/protocol/message-fault.ts';
import { handshakeRevisions, metaKeys } from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import { bridgeStdio } from '../../../../src/surfaces/mcp/stdio/bridge.ts';
import { lineReader } from '../../../../src/surfaces/mcp/stdio/line-framing.ts';
import { firstToken } from '../../../world/platform.ts';
import { type StdioWire, stdioTo } from './stdio-wire.ts';
import { answerOf, envelope, initialize, type Json, openWire, request, toolCall, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const listTags = (id: unknown) => toolCall('list_tags', {}, id);
const stateless = (method: string, id: unknown) => request(method, { _meta: envelope() }, id);
const readContract = (id: unknown) => request('resources/read', { uri: 'posthouse://openapi.json' }, id);

async function onStdio(revision: string | null): Promise<StdioWire> {
  const stdio = stdioTo(wire.posthouse);
  if (revision === '2026-07-28') await stdio.ask(stateless('tools/list', 'opening'));
  else if (revision !== null) {
    expect((await stdio.ask(initialize({}, revision))).result.protocolVersion).toBe(revision);
    stdio.send(initialized);
  }
  return stdio;
}

/** Connects through the bridge to the same platform. */
function bridged(to: { url?: string; token?: string } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: Json[] = [];
  output.on(
    'data',
    lineReader(
      (line) => answers.push(JSON.parse(line)),
      () => {},
    ),
  );
  const server = { url: wire.url.replace(/mcp$/, ''), token: firstToken, ...to };
  const served = bridgeStdio(server, input, output);
  return {
    send: (message: unknown) => void input.write(`${JSON.stringify(message)}\n`),
    async end(): Promise<Json[]> {
      input.end();
      await served;
      return answers;
    },
  };
}

const id = 'id must be a string or an integer';
const jsonrpc = 'jsonrpc must be "2.0"';
const kind = 'A message must have a method, or a result or error if it is a response';
/** An invalid message, the id of its error response, and the reason. */
const faults: [Json, Json, string][] = [
  [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, 1.5, id],
  [{ jsonrpc: '2.0', id: null, method: 'ping' }, null, id],
  [{ jsonrpc: '2.0', id: {}, method: 'ping' }, null, id],
  [{ jsonrpc: '2.0', id: 5 }, 5, kind],
  [{ id: 5, method: 'ping' }, 5, jsonrpc],
  [{ jsonrpc: '1.0', id: 'one', method: 'ping' }, 'one', jsonrpc],
  [{}, null, jsonrpc],
  [{ jsonrpc: '2.0', id: 5, method: 7 }, 5, 'method must be a string'],
  [{ jsonrpc: '2.0', id: 5, method: 'ping', params: [] }, 5, 'params must be an object'],
  [request('ping', { _meta: 1 }, 5), 5, '_meta must be an object'],
  [
    request('ping', { _meta: { progressToken: 0.5 } }, 5),
    5,
    '_meta.progressToken must be a string or an integer',
  ],
  [
    { ...request('ping', {}, 5), more: 1 },
    5,
    'A request or notification may have only jsonrpc, id, method and params',
  ],
  ['ping', null, 'A message must be an object'],
  [7, null, 'A message must be an object'],
  [[], null, 'A batch must contain messages'],
  [[request('ping'), { id: 5, method: 'ping' }], null, jsonrpc],
  [[request('ping', {}, 1), [request('ping', {}, 2)]], null, 'A message must be an object'],
  [
    Array.from({ length: 101 }, (_, index) => request('ping', {}, index)),
    null,
    'A batch may have at most 100 messages',
  ],
  [[initialize()], null, 'initialize must be sent alone, not in a batch'],
  [[request('ping'), request('ping')], null, 'The requests of a batch must have different ids'],
  [
    [request('ping'), stateless('tools/list', 2)],
    null,
    'Revision 2026-07-28 has no batches: send the messages one by one',
  ],
];

describe('an invalid message is rejected with -32600 and with its id if readable', () => {
  it.each(faults)('%j', async (message, of, why) => {
    const refusal = { jsonrpc: '2.0', id: of, error: { code: -32600, message: why } };
    const session = await wire.open();
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' };
    const ways = Array.isArray(message) ? [{}, { session }] : [{}, { session }, { headers }];
    for (const way of ways) {
      const response = await wire.post(JSON.stringify(message), way);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual(refusal);
    }
    const revisions = [null, '2024-11-05', '2025-03-26', '2025-11-25'];
    for (const revision of Array.isArray(message) ? revisions : [...revisions, '2026-07-28']) {
      const stdio = await onStdio(revision);
      stdio.send(
        message,
        revision === '2026-07-28' ? stateless('tools/list', 'after') : request('ping', {}, 'after'),
      );
      expect(await stdio.next(), `${revision}`).toEqual(refusal);
      expect(await stdio.next()).toMatchObject({ id: 'after', result: expect.any(Object) });
      expect(await stdio.end()).toEqual([]);
    }
    const bridge = bridged();
    bridge.send(message);
    expect(await bridge.end()).toMatchObject([{ error: refusal.error }]);
  });

  it('unless it is a response on stdio, which gets no response', async () => {
    const stdio = await onStdio('2025-11-25');
    for (const answer of [
      { id: 1, result: null },
      { id: null, error: {} },
      { id: 1, result: {}, more: 1 },
    ]) {
      stdio.send({ jsonrpc: '2.0', ...answer });
      expect((await wire.post({ jsonrpc: '2.0', ...answer })).status).toBe(400);
    }
    expect(await stdio.end()).toEqual([]);
  });

  it('if and only if the SDK rejects it', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(1, -0, 1.5, 1e21, 2 ** 53, '', 'x', null, true, [], {}, { a: 1 }),
      fc.record({ _meta: fc.constantFrom<unknown>({}, 1, null, [], { progressToken: 1.5 }) }),
      fc.record({
        _meta: fc.record({ [metaKeys.relatedTask]: fc.constantFrom<unknown>({}, 1, { taskId: 't' }) }),
      }),
      fc.record({ _meta: fc.record({ progressToken: fc.constantFrom<unknown>(1, 'x', null, {}) }) }),
      fc.record(
        {
          code: fc.constantFrom<unknown>(-32600, 1.5, '1'),
          message: fc.constantFrom<unknown>('m', 1),
          data: fc.constant(1),
        },
        { requiredKeys: [] },
      ),
    );
    const jsonrpc = fc.constantFrom<unknown>('2.0', '2.0', '2.0', '1.0', 2);
    const id = fc.oneof(fc.constantFrom<unknown>(1, 'x'), value);
    const method = fc.oneof(fc.constant('ping'), value);
    const rarely: Record<string, fc.Arbitrary<unknown>> = { more: value, result: value, error: value };
    const shapes: Record<string, fc.Arbitrary<unknown>>[] = [
      { jsonrpc, id, method, params: value },
      { jsonrpc, id, result: value },
      { jsonrpc, id, error: value },
    ];
    const message = fc.oneof(
      ...shapes.map((shape) => fc.record(shape, { requiredKeys: ['jsonrpc'] })),
      ...shapes.map((shape) => fc.record({ ...rarely, ...shape }, { requiredKeys: ['jsonrpc'] })),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(message, value), (one) => {
        const known =
          sdk.isJSONRPCRequest(one) ||
          sdk.isJSONRPCNotification(one) ||
          sdk.isJSONRPCResultResponse(one) ||
          sdk.isJSONRPCErrorResponse(one);
        expect(faultOfMessage(one, false) === null).toBe(known);
        if (known) taken += 1;
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(50);
  });
});

const byId = (answers: Json[]) => answers.map((answer) => answer.id).toSorted();

describe('a batch on stdio', () => {
  it.each([...handshakeRevisions])('gets one batch response in %s', async (revision) => {
    const stdio = await onStdio(revision);
    // The fast path answers the first two, the SDK the others.
    stdio.send([
      request('ping', {}, 'ping'),
      listTags('call'),
      initialized,
      readContract('read'),
      request('tasks/list', {}, 'unknown'),
    ]);
    const answers: Json[] = await stdio.next();
    expect(byId(answers)).toEqual(['call', 'ping', 'read', 'unknown']);
    const of = (wanted: string) => answers.find((answer) => answer.id === wanted);
    expect(of('ping').result).toEqual({});
    expect(of('call').result.structuredContent).toMatchObject({ object: 'list' });
    expect(of('read').result.contents).toHaveLength(1);
    expect(of('unknown').error.code).toBe(-32601);
    expect(await stdio.ask(request('ping', {}, 'ping'))).toMatchObject({ result: {} });
    expect(await stdio.end()).toEqual([]);
  });

  it('gets the same responses as over HTTP', async () => {
    const messages = [request('ping', {}, 1), listTags(2), request('tools/list', {}, 3)];
    const stdio = await onStdio('2025-03-26');
    stdio.send(messages);
    const answers: Json[] = await stdio.next();
    await stdio.end();
    for (const one of messages) {
      const alone = await answerOf(await wire.post([one]));
      expect(answers.find((answer) => answer.id === one.id)).toEqual(alone);
    }
  });

  it('may precede the handshake, as over HTTP', async () => {
    const stdio = stdioTo(wire.posthouse);
    stdio.send([request('ping', {}, 1), request('tools/list', {}, 2)]);
    expect(byId(await stdio.next())).toEqual([1, 2]);
    expect((await stdio.ask(initialize())).result.protocolVersion).toBe('2025-11-25');
    await stdio.end();
  });

  it('of only notifications and responses gets no response', async () => {
    const stdio = await onStdio('2025-03-26');
    stdio.send([initialized, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(await stdio.end()).toEqual([]);
  });

  it('gets no response for its cancelled requests', async () => {
    const stdio = await onStdio('2025-03-26');
    const cancel = (requestId: unknown) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    stdio.send([listTags('kept'), listTags('left'), cancel('left')]);
    expect(byId(await stdio.next())).toEqual(['kept']);
    stdio.send([listTags('all'), cancel('all')]);
    expect(await stdio.end()).toEqual([]);
  });

  it.each([
    ['answered directly', () => stateless('tools/list', 'opening')],
    ['answered by the SDK', () => request('resources/list', { _meta: envelope() }, 'opening')],
  ])('is rejected after a message of 2026-07-28 that was %s', async (_, opening) => {
    const stdio = stdioTo(wire.posthouse);
    await stdio.ask(opening());
    stdio.send([request('ping', {}, 1)]);
    expect(await stdio.next()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'Revision 2026-07-28 has no batches: send the messages one by one',
      },
    });
    await stdio.end();
  });

  it('is rejected over HTTP with the header of 2026-07-28', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    const response = await wire.post([request('ping')], { headers });
    expect(response.status).toBe(400);
    expect(((await response.json()) as Json).error.code).toBe(-32600);
  });

  it('goes through the bridge to a running server and gets one batch response', async () => {
    const bridge = bridged();
    bridge.send(initialize({}, '2025-03-26'));
    bridge.send([request('ping', {}, 1), listTags(2), readContract(3)]);
    const answers = await bridge.end();
    expect(answers).toHaveLength(2);
    expect(byId(answers[1])).toEqual([1, 2, 3]);
  });
});

describe('a batch that the bridge cannot deliver', () => {
  // No process listens on the discard port.
  it.each([
    ['to a stopped server', { url: 'http://127.0.0.1:9/' }, /cannot be reached/],
    ['with a rejected token', { token: 'posthouse_unknown' }, /HTTP 401/],
  ])('%s is refused with an error for each of its requests', async (_, to, why) => {
    const bridge = bridged(to);
    bridge.send([request('ping', {}, 1), initialized, request('ping', {}, 2)]);
    const [answers, ...more] = await bridge.end();
    expect(more).toEqual([]);
    expect(byId(answers)).toEqual([1, 2]);
    for (const { error } of answers) expect(error.message).toMatch(why);
  });
});

describe('a refusal has the id of its request', () => {
  const toolsets = { 'x-mcp-toolsets': 'nothing' };

  it('when a header asks for an unknown toolset', async () => {
    for (const response of [
      await wire.post(request('tools/list', {}, 'mine'), { headers: toolsets }),
      await wire.ask('tools/list', {}, { id: 'mine', headers: toolsets }),
      await wire.post(request('tools/list', {}, 'mine'), { session: await wire.open(), headers: toolsets }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ id: 'mine', error: { code: -32602 } });
    }
  });

  it('when a message has too many fields', async () => {
    const params = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1]));
    for (const response of [
      await wire.post(request('ping', params, 'mine')),
      await wire.ask('tools/list', params, { id: 'mine' }),
    ]) {
      expect(await response.json()).toMatchObject({ id: 'mine', error: { code: -32600 } });
    }
  });

  it('when its session is over', async () => {
    const response = await wire.post(request('ping', {}, 'mine'), { session: 'unknown' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 'mine', error: { code: -32001 } });
  });
});
