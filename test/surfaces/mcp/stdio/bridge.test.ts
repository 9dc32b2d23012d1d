import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { metaKeys, statelessRevision } from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import { bridgeStdio } from '../../../../src/surfaces/mcp/stdio/bridge.ts';
import { lineReader } from '../../../../src/surfaces/mcp/stdio/line-framing.ts';

/** A server with sessions of 2025-11-25 and scripted tool calls. */
type Message = { id?: unknown; method?: string; params?: Record<string, unknown>; result?: unknown };
type Exchange = { message: Message; request: IncomingMessage; response: ServerResponse };

class Remote {
  readonly seen: { method: string; headers: IncomingMessage['headers']; message: Message | null }[] = [];
  session = 'first';
  /** Statuses of the coming handshakes and GETs; later ones succeed. */
  handshakes: number[] = [];
  listens: number[] = [];
  #stream: ServerResponse | null = null;
  #streamOpened = Promise.withResolvers<void>();
  #answers = new Map<unknown, (message: Message) => void>();
  onCall: (exchange: Exchange) => void | Promise<void> = ({ message, response }) =>
    Remote.answer(response, { id: message.id, result: { content: [] } });

  static answer(response: ServerResponse, message: object): void {
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  static event(response: ServerResponse, message: object): void {
    response.write(`id: 1\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  async open(): Promise<string> {
    const server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Sends a request to the client on the session's stream. */
  async ask(id: string, method: string): Promise<Message> {
    await this.#streamOpened.promise;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    Remote.event(this.#stream!, { id, method, params: {} });
    return await answer;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = request.method === 'POST' ? ((await json(request)) as Message) : null;
    this.seen.push({ method: request.method!, headers: request.headers, message });
    const refusal =
      message?.method === 'initialize'
        ? this.handshakes.shift()
        : request.method === 'GET'
          ? this.listens.shift()
          : undefined;
    if (refusal !== undefined) {
      response.statusCode = refusal;
      return Remote.answer(response, { id: null, error: { code: -32_000, message: 'Refused' } });
    }
    if (message?.method === 'initialize') {
      response.setHeader('Mcp-Session-Id', this.session);
      return Remote.answer(response, { id: message.id, result: { protocolVersion: '2025-11-25' } });
    }
    const stateless = request.headers['mcp-protocol-version'] === statelessRevision;
    if (!stateless && request.headers['mcp-session-id'] !== this.session) {
      response.statusCode = 404;
      return Remote.answer(response, { id: null, error: { code: -32_001, message: 'Session not found' } });
    }
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'text/event-stream').flushHeaders();
      this.#stream = response;
      this.#streamOpened.resolve();
      return;
    }
    if (message?.id !== undefined && message.method === undefined) this.#answers.get(message.id)?.(message);
    if (message?.id !== undefined && message.method !== undefined)
      return void (await this.onCall({ message, request, response }));
    response.writeHead(202).end();
  }
}

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x' } });

async function bridged(remote: Remote, headers: Record<string, string> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const lines: Message[] = [];
  const waiting: (() => void)[] = [];
  const read = lineReader(
    (line) => {
      if (line === '') return;
      lines.push(JSON.parse(line) as Message);
      for (const look of waiting) look();
    },
    () => {},
  );
  output.on('data', read);
  const running = bridgeStdio({ url: await remote.open(), token: 'a token', headers }, input, output);
  return {
    lines,
    say: (message: object) => void input.write(`${JSON.stringify(message)}\n`),
    /** Waits for the first line that fits. */
    async heard(fits: (message: Message) => boolean): Promise<Message> {
      for (;;) {
        const found = lines.find(fits);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async end() {
      input.end();
      await running;
    },
  };
}

it("the bridge passes a server's elicitation to the client and the response back while a call waits", async () => {
  const remote = new Remote();
  remote.onCall = async ({ message, response }) => {
    const { result } = await remote.ask('q1', 'elicitation/create');
    Remote.answer(response, { id: message.id, result });
  };
  const client = await bridged(remote);
  client.say(initialize);
  client.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  client.say(call(1));
  expect(await client.heard(({ method }) => method === 'elicitation/create')).toMatchObject({ id: 'q1' });
  client.say({ jsonrpc: '2.0', id: 'q1', result: { action: 'accept', content: { confirm: true } } });
  expect(await client.heard(({ id }) => id === 1)).toMatchObject({
    result: { action: 'accept', content: { confirm: true } },
  });
  await client.end();
  const answer = remote.seen.find(({ message }) => message?.id === 'q1');
  expect(answer?.headers).toMatchObject({ 'mcp-session-id': 'first', 'mcp-protocol-version': '2025-11-25' });
  expect(remote.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'first' } });
});

it('the bridge passes on every message of an event stream, and the response last', async () => {
  const remote = new Remote();
  remote.onCall = ({ message, response }) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write(': a comment\n\nid: 0\ndata: \n\n');
    Remote.event(response, { method: 'notifications/progress', params: { progress: 1 } });
    Remote.event(response, { method: 'notifications/message', params: {} });
    Remote.event(response, { id: message.id, result: { done: true } });
    response.end();
  };
  const client = await bridged(remote);
  client.say(initialize);
  client.say(call(1));
  await client.heard(({ id }) => id === 1);
  await client.end();
  expect(client.lines.map(({ id, method }) => method ?? id)).toEqual([
    0,
    'notifications/progress',
    'notifications/message',
    1,
  ]);
});

it('the bridge answers a call whose stream ended without a response', async () => {
  const remote = new Remote();
  remote.onCall = ({ response }) => {
    response.setHeader('Content-Type', 'text/event-stream');
    Remote.event(response, { method: 'notifications/progress', params: {} });
    response.end();
  };
  const client = await bridged(remote);
  client.say(initialize);
  client.say(call(1));
  expect(await client.heard(({ id }) => id === 1)).toMatchObject({ error: { code: -32_000 } });
  await client.end();
});

it('the bridge repeats the handshake for a server that was restarted', async () => {
  const remote = new Remote();
  const client = await bridged(remote);
  client.say(initialize);
  client.say(call(1));
  await client.heard(({ id }) => id === 1);
  remote.session = 'second';
  client.say(call(2));
  client.say(call(3));
  expect(await client.heard(({ id }) => id === 2)).toMatchObject({ result: { content: [] } });
  expect(await client.heard(({ id }) => id === 3)).toMatchObject({ result: { content: [] } });
  await client.end();
  expect(client.lines.filter(({ id }) => id === 0)).toHaveLength(1);
  const handshakes = remote.seen.filter(({ message }) => message?.method === 'initialize');
  expect(handshakes).toHaveLength(2);
});

it('the bridge sends its filters with every request, with and without a session', async () => {
  const remote = new Remote();
  const client = await bridged(remote, { 'X-MCP-Toolsets': 'core', 'X-MCP-Read-Only': 'true' });
  client.say(initialize);
  client.say(call(1));
  client.say({ ...call(2), params: { name: 'x', _meta: { [metaKeys.protocolVersion]: statelessRevision } } });
  await client.heard(({ id }) => id === 1);
  await client.heard(({ id }) => id === 2);
  await client.end();
  expect(remote.seen.length).toBeGreaterThan(3);
  for (const { headers } of remote.seen) {
    expect(headers).toMatchObject({
      'x-mcp-toolsets': 'core',
      'x-mcp-read-only': 'true',
      authorization: 'Bearer a token',
    });
  }
  const stateless = remote.seen.find(({ message }) => message?.id === 2);
  expect(stateless?.headers).toMatchObject({ 'mcp-method': 'tools/call', 'mcp-name': 'x' });
  expect(stateless?.headers).not.toHaveProperty('mcp-session-id');
});

it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
  'the bridge names the task of %s in the headers',
  async (method) => {
    const remote = new Remote();
    const client = await bridged(remote);
    client.say({
      ...call(1),
      method,
      params: { taskId: 'tsk_1', _meta: { [metaKeys.protocolVersion]: statelessRevision } },
    });
    await client.heard(({ id }) => id === 1);
    await client.end();
    const [asked] = remote.seen;
    expect(asked?.headers).toMatchObject({ 'mcp-method': method, 'mcp-name': 'tsk_1' });
  },
);

it('the bridge cancels by notification in a session and otherwise by closing the stream, and drops late messages', async () => {
  const remote = new Remote();
  const closed = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  remote.onCall = ({ response }) => {
    response.on('close', () => closed.resolve());
    began.resolve();
  };
  const client = await bridged(remote);
  client.say({ ...call(7), params: { name: 'x', _meta: { [metaKeys.protocolVersion]: statelessRevision } } });
  await began.promise;
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  await closed.promise;
  remote.onCall = ({ message, response }) => Remote.answer(response, { id: message.id, result: {} });
  client.say(initialize);
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } });
  await client.heard(({ id }) => id === 0);
  await client.end();
  expect(client.lines.map(({ id }) => id)).toEqual([0]);
  const result = remote.seen.filter(({ message }) => message?.method === 'notifications/cancelled');
  expect(result.map(({ message }) => message?.params)).toEqual([{ requestId: 99 }]);
});

it('the bridge reopens a refused stream, unless the server does not support it', async () => {
  for (const [status, listens] of [
    [503, 2],
    [429, 2],
    [405, 1],
  ] as const) {
    const remote = new Remote();
    remote.listens = [status];
    const client = await bridged(remote);
    client.say(initialize);
    await client.heard(({ id }) => id === 0);
    client.say(call(1));
    await client.heard(({ id }) => id === 1);
    if (listens > 1) {
      // Sends whichever message comes first after the refusal.
      for (let id = 2; remote.seen.filter(({ method }) => method === 'GET').length < listens; id += 1) {
        client.say(call(id));
        await client.heard((message) => message.id === id);
      }
      const asked = remote.ask('q', 'elicitation/create');
      await client.heard(({ method }) => method === 'elicitation/create');
      client.say({ jsonrpc: '2.0', id: 'q', result: { action: 'decline' } });
      expect(await asked).toMatchObject({ result: { action: 'decline' } });
    }
    await client.end();
    expect(remote.seen.filter(({ method }) => method === 'GET')).toHaveLength(listens);
  }
});

it('the bridge retries a refused handshake', async () => {
  const remote = new Remote();
  const client = await bridged(remote);
  client.say(initialize);
  client.say(call(1));
  await client.heard(({ id }) => id === 1);
  remote.session = 'second';
  remote.handshakes = [503];
  client.say(call(2));
  expect(await client.heard(({ id }) => id === 2)).toHaveProperty('error');
  client.say(call(3));
  expect(await client.heard(({ id }) => id === 3)).toMatchObject({ result: { content: [] } });
  await client.end();
});

it('the bridge reads responses and cancellations however many calls wait', async () => {
  const remote = new Remote();
  const calls = Array.from({ length: 70 }, (_, index) => index + 1);
  remote.onCall = async ({ message, response }) => {
    const { result } = await remote.ask(`q${message.id}`, 'elicitation/create');
    Remote.answer(response, { id: message.id, result });
  };
  const client = await bridged(remote);
  client.say(initialize);
  await client.heard(({ id }) => id === 0);
  for (const id of calls) client.say(call(id));
  await client.heard(({ id }) => id === 'q64');
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 69 } });
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
  for (const id of calls.filter((one) => one !== 69)) {
    await client.heard((message) => message.id === `q${id}`);
    client.say({ jsonrpc: '2.0', id: `q${id}`, result: { action: 'accept' } });
    await client.heard((message) => message.id === id);
  }
  await client.end();
  const ids = remote.seen.filter(({ message }) => message?.method === 'tools/call');
  expect(ids.map(({ message }) => message?.id)).not.toContain(69);
  const result = remote.seen.filter(({ message }) => message?.method === 'notifications/cancelled');
  expect(result.map(({ message }) => message?.params)).toEqual([{ requestId: 5 }]);
});
