import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { stdioTo } from './stdio-wire.ts';
import { type Json, type Wire, wireTo } from './wire.ts';

let posthouse: SimulatedPlatform;
let wire: Omit<Wire, 'posthouse' | 'close'>;
beforeAll(async () => {
  posthouse = await openPlatform();
  wire = await wireTo(posthouse);
});
afterAll(() => posthouse.close());

const fields = (amount: number): Json =>
  Object.fromEntries(Array.from({ length: amount }, (_, index) => [`k${index}`, 1]));
const read = (id: number): Json => ({
  jsonrpc: '2.0',
  id,
  method: 'resources/read',
  params: { uri: 'posthouse://openapi.json' },
});
const call = (given: Json, name = 'list_emails'): Json => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const errorOf = async (response: Response): Promise<Json> => {
  expect(response.status).toBe(400);
  return ((await response.json()) as Json).error;
};

describe('a batch of messages', () => {
  it('may read at most four resources', async () => {
    const four = await wire.post([1, 2, 3, 4].map(read));
    expect(four.status).toBe(200);
    expect((await four.text()).match(/"contents"/g)).toHaveLength(4);
    const error = await errorOf(await wire.post([1, 2, 3, 4, 5].map(read)));
    expect(error.code).toBe(-32600);
    expect(error.message).toBe(
      'A batch may have at most 4 of resources/read and tools/list: send the rest one by one',
    );
  });

  it('has the same limit in a session', async () => {
    const session = await wire.open();
    await errorOf(await wire.post([1, 2, 3, 4, 5].map(read), { session }));
  });
});

describe('a message', () => {
  const wide: [string, Json][] = [
    ['names', { method: 'prompts/get', params: { name: 'x', arguments: fields(1_001) } }],
    ['_meta', { method: 'tools/list', params: { _meta: fields(1_001) } }],
    ['resources', { method: 'subscriptions/listen', params: { uris: Array(1_001).fill(1) } }],
    ['top-level fields', { method: 'ping', ...fields(1_001) }],
    [
      'fields next to the arguments',
      { method: 'tools/call', params: { name: 'x', arguments: {}, a: fields(1_001) } },
    ],
  ];
  it.each(wide)('with a thousand %s is rejected', async (_what, message) => {
    const whole = { jsonrpc: '2.0', id: 7, ...message };
    const result = 'A message may have at most 1,000 fields and entries besides tool arguments';
    expect(await errorOf(await wire.post(whole))).toEqual({ code: -32600, message: result });
    expect((await errorOf(await wire.post([whole]))).message).toBe(result);
    const stdio = stdioTo(posthouse);
    expect(await stdio.ask(whole)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32600, message: result },
    });
    await stdio.end();
  });

  it('may have as many and as large arguments as a tool accepts', async () => {
    const subscribers = Array.from({ length: 300 }, (_, index) => ({
      email: `ada${index}@acme.dev`,
      attributes: { city: 'Paris', n: index },
    }));
    const answer = (await (await wire.post(call({ subscribers }, 'save_subscribers'))).json()) as Json;
    expect(answer.result.structuredContent.created).toBe(300);
  });

  it('with too many values in its JSON is rejected before parsing', async () => {
    const result = 'must not have more than 3,000 fields in one object';
    const error = await errorOf(await wire.post(call(fields(3_001))));
    expect(error.message).toBe(`The body ${result}`);
    const stdio = stdioTo(posthouse);
    stdio.send(call(fields(3_001)));
    expect(await stdio.next()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: `A line ${result}` },
    });
    await stdio.end();
  });
});

describe('a call', () => {
  it('with more than 200 arguments is rejected with a clear sentence through every interface', async () => {
    const result = 'must not have more than 200 arguments';
    const answer = (await (await wire.post(call(fields(201), 'track_event'))).json()) as Json;
    expect(answer.result.isError).toBe(true);
    const refusal = JSON.parse(answer.result.content[0].text);
    expect(refusal.name).toBe('validation_error');
    expect(JSON.stringify(refusal.details)).toContain(result);
    const headers = { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' };
    const ask = (path: string, body: Json) =>
      posthouse.platform.http.fetch(
        new Request(`http://posthouse.example${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        }),
      );
    for (const [path, body] of [
      ['/api/v2/tools/track_event', fields(201)],
      ['/api/v2/tools', { name: 'track_event', arguments: fields(201) }],
      ['/api/v1/admin/tools', { tool: 'track_event', args: fields(201) }],
    ] as const) {
      const response = await ask(path, body);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.text()).toContain(result);
    }
    const few = (await (await wire.post(call(fields(200), 'track_event'))).json()) as Json;
    expect(few.result.content[0].text).toContain('k0');
  });
});
