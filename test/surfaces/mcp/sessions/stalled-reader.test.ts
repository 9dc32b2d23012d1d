import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { posthouseServer } from '../../../../src/surfaces/mcp/offer/posthouse-server.ts';
import { lookEveryMs } from '../../../../src/surfaces/mcp/sessions/watch-resources.ts';
import { waitingCharactersMax } from '../../../../src/surfaces/mcp/stdio/backpressure.ts';
import { bridgeStdio } from '../../../../src/surfaces/mcp/stdio/bridge.ts';
import { lineReader, waitingBytesMax } from '../../../../src/surfaces/mcp/stdio/line-framing.ts';
import { serveStdio } from '../../../../src/surfaces/mcp/stdio/stdio.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { heldBatch, heldVerdicts, initialize, type Json, request, toolCall } from '../protocol/wire.ts';

/** Sends requests and reads no responses until the test reads them. */
let posthouse: SimulatedPlatform;
let verdicts: ReturnType<typeof heldVerdicts>;
beforeAll(async () => {
  posthouse = await openPlatform({ confirm: 'never' });
  verdicts = heldVerdicts(posthouse);
});
afterAll(() => posthouse.close());

type Serve = (input: PassThrough, output: PassThrough) => Promise<void>;

const onStdio: Serve = (input, output) => {
  const caller = posthouse.platform.operator('mcp');
  const offer = () => posthouseServer(posthouse.platform.mcpContext, caller);
  return serveStdio(posthouse.platform.engine.world, offer, input, output);
};

/** Concurrent calls, plus the call read when no room is left. */
const underWayMax = 65;
const turn = (): Promise<void> => new Promise((next) => setImmediate(next));
/** Waits far more turns than any immediate response needs. */
async function rest(): Promise<void> {
  for (let turns = 0; turns < 1_000; turns += 1) await turn();
}

/** A client whose responses stay in the pipe until `read`. */
function stalled(serve: Serve) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: Json[] = [];
  const hear = lineReader(
    (line) => {
      answers.push(JSON.parse(line));
      output.emit('answer');
    },
    () => {},
  );
  const served = serve(input, output);
  return {
    input,
    send: (...messages: unknown[]) => {
      input.write(messages.map((one) => `${JSON.stringify(one)}\n`).join(''));
    },
    /** Unread bytes; the first bytes, already in the pipe, count twice. */
    waitingBytes: () => Math.max(output.writableLength, output.readableLength),
    /** Waits until no room is left and nothing moves. */
    async filled() {
      while (this.waitingBytes() <= waitingBytesMax) await turn();
      await rest();
    },
    read() {
      output.on('data', hear);
      output.resume();
    },
    readNoMore() {
      output.off('data', hear);
      output.pause();
    },
    async heard(id: unknown): Promise<Json> {
      for (;;) {
        const found = answers.find((answer) => answer.id === id);
        if (found) return found;
        await once(output, 'answer');
      }
    },
    /** Closes the input and returns all responses. */
    async end() {
      input.end();
      await served;
      return answers;
    },
  };
}

const idsOf = (answers: Json[]) => new Set(answers.map(({ id }) => id));
const cancel = (id: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: id },
});

describe('a stdio client that does not read', () => {
  const lists = (amount: number) =>
    Array.from({ length: amount }, (_, index) => request('tools/list', {}, index + 1));

  it('gets responses up to the buffer limit, and the rest when it reads again', async () => {
    const client = stalled(onStdio);
    client.send(initialize(), ...lists(300));
    await client.filled();
    const held = client.waitingBytes();
    expect(held).toBeGreaterThan(waitingBytesMax);
    client.send(...lists(300).map((one, index) => ({ ...one, id: 301 + index })));
    await rest();
    expect(client.waitingBytes()).toBe(held);
    client.read();
    const answers = await client.end();
    expect(idsOf(answers).size).toBe(601);
    const [list] = answers.filter(({ id }) => id === 1);
    const listBytes = JSON.stringify(list).length;
    // Calls in flight at the limit are still answered, and no new one starts.
    expect(held).toBeLessThan(waitingBytesMax + underWayMax * listBytes);
  });

  it('gets no more responses when its calls take longer', async () => {
    const client = stalled(onStdio);
    client.send(initialize(), { jsonrpc: '2.0', method: 'notifications/initialized' });
    const uri = 'posthouse://openapi.json';
    client.send(...Array.from({ length: 100 }, (_, index) => request('resources/read', { uri }, index + 1)));
    await client.filled();
    const held = client.waitingBytes();
    client.read();
    const answers = await client.end();
    expect(idsOf(answers).size).toBe(101);
    const readBytes = JSON.stringify(answers.find(({ id }) => id === 1)).length;
    expect(held).toBeGreaterThan(waitingBytesMax);
    expect(held).toBeLessThan(waitingBytesMax + underWayMax * readBytes);
  });

  it('is no longer read after it has written too much', async () => {
    const client = stalled(onStdio);
    client.send(initialize(), ...lists(300));
    await client.filled();
    const large = { text: 'x'.repeat(1024 * 1024) };
    const amount = 2 * Math.ceil(waitingCharactersMax / large.text.length);
    for (let id = 0; id < amount; id += 1) client.send(request('ping', large, `large ${id}`));
    await rest();
    expect(client.input.isPaused()).toBe(true);
    expect(client.input.writableLength + client.input.readableLength).toBeGreaterThan(
      waitingCharactersMax / 2,
    );
    client.read();
    await client.heard(`large ${amount - 1}`);
    expect(client.input.isPaused()).toBe(false);
    expect(idsOf(await client.end()).size).toBe(301 + amount);
  });

  it.each([
    ['one by one', 'stalled.dev', [cancel('held'), cancel('late')]],
    ['by an array', 'arrayed.dev', [[cancel('held'), cancel('late')]]],
  ])('can cancel running and queued calls: %s', async (_, domain, cancels) => {
    const client = stalled(onStdio);
    client.send(initialize());
    client.send(toolCall('send_email_batch', heldBatch(domain), 'held'));
    await verdicts.reached();
    client.send(...lists(300), toolCall('create_tag', { name: 'late' }, 'late'));
    await client.filled();
    client.send(...cancels);
    await client.filled();
    verdicts.release();
    await rest();
    client.read();
    const ids = idsOf(await client.end());
    expect(ids.size).toBe(301);
    expect([ids.has('held'), ids.has('late')]).toEqual([false, false]);
    const sent = await posthouse.call('list_emails', { to: `person-0@${domain}` });
    expect(sent.output).toMatchObject({ data: [] });
    expect((await posthouse.call('list_tags', {})).output).toMatchObject({ data: [] });
  });

  it('gets one notification for repeated changes', async () => {
    const client = stalled(onStdio);
    const { id } = (await posthouse.call('create_campaign', { name: 'Spring' })).output as { id: string };
    client.send(initialize(), { jsonrpc: '2.0', method: 'notifications/initialized' });
    const uri = `posthouse://campaigns/${id}`;
    client.send(request('resources/subscribe', { uri }, 'watch'));
    client.read();
    await client.heard('watch');
    client.readNoMore();
    client.send(...lists(300));
    await client.filled();
    for (let change = 0; change < 3; change += 1) {
      await posthouse.call('update_campaign', { campaignId: id, name: `Spring ${change}` });
      await posthouse.clock.advance(2 * lookEveryMs);
      await rest();
    }
    client.read();
    const answers = await client.end();
    const news = answers.filter(({ method }) => method === 'notifications/resources/updated');
    expect(news).toHaveLength(1);
  });
});

describe('a bridge client that does not read', () => {
  /** Server with a long response to every call. */
  const answerBytes = 100_000;
  async function remote(): Promise<{ url: string; calls: unknown[] }> {
    const calls: unknown[] = [];
    const take = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { id } = (await json(asked)) as Json;
      calls.push(id);
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'x'.repeat(answerBytes) } }));
    };
    const server = createServer((asked, response) => void take(asked, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
  }

  it('keeps its requests queued and gets every response when it reads again', async () => {
    const { url, calls } = await remote();
    const client = stalled((input, output) => bridgeStdio({ url, token: 'a token' }, input, output));
    const amount = 400;
    const ids = Array.from({ length: amount }, (_, index) => index + 1);
    for (const id of ids) client.send(toolCall('x', {}, id));
    await client.filled();
    expect(client.waitingBytes()).toBeLessThan(waitingBytesMax + underWayMax * (answerBytes + 100));
    // Calls with waiting responses, plus calls in flight.
    expect(calls.length).toBeLessThan(waitingBytesMax / answerBytes + 2 * underWayMax);
    client.send(cancel(amount));
    await rest();
    client.read();
    const answered = idsOf(await client.end());
    expect([...answered]).toHaveLength(amount - 1);
    expect([calls.includes(amount), answered.has(amount)]).toEqual([false, false]);
  });
});
