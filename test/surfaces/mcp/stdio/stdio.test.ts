import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metaKeys } from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import { lineCharactersMax, lineReader } from '../../../../src/surfaces/mcp/stdio/line-framing.ts';
import { serveStdio } from '../../../../src/surfaces/mcp/stdio/stdio.ts';
import { verifies } from '../../../spec/verifies.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const _meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} };

function sendNote(id: number, to: string, meta?: object) {
  const params = { name: 'send_note', arguments: { to }, ...(meta && { _meta: meta }) };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

type Answer = {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: object };
};

/**
 * A connection: `ask` sends a message and waits for the next response; `end` closes the input and waits for
 * the rest.
 */
function connect() {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: Answer[] = [];
  let raw = '';
  output.on(
    'data',
    lineReader(
      (line) => {
        raw += `${line}\n`;
        answers.push(JSON.parse(line));
        output.emit('answer');
      },
      () => {},
    ),
  );
  const served = serveStdio(scene.context.engine.world, () => scene.offer, input, output);
  const send = (...messages: unknown[]) => {
    input.write(messages.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''));
  };
  return {
    answers,
    send,
    async ask(message: unknown): Promise<Answer> {
      const next = answers.length;
      send(message);
      while (answers.length === next) await once(output, 'answer');
      return answers[next]!;
    },
    async end() {
      input.end();
      await served;
      return raw;
    },
  };
}

describe('a connection on stdio', () => {
  verifies('mcp.stdio.protocol-only', 'carries only lines of JSON-RPC', async () => {
    const { ask, send, end, answers } = connect();
    await ask(initialize);
    send(initialized, 'this is not JSON', '', '{"jsonrpc":"2.0","id":3,"method":"ping"}');
    const raw = await end();
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [0, undefined],
      [null, -32700],
      [3, undefined],
    ]);
    for (const line of raw.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('answers every request sent before its end, however many there are', async () => {
    const { send, end, answers } = connect();
    send(
      initialize,
      ...Array.from({ length: 1_000 }, (_, index) => sendNote(index + 1, `n${index}@example.com`)),
    );
    await end();
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1_001);
    expect(answers.every(({ error, result }) => error === undefined && result?.isError !== true)).toBe(true);
  });

  it('answers requests handled by the SDK before its end', async () => {
    const { send, end, answers } = connect();
    send(initialize, initialized, { jsonrpc: '2.0', id: 1, method: 'tasks/list' });
    await end();
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [0, undefined],
      [1, -32601],
    ]);
  });

  it('passes unusual requests to the SDK and runs no call twice', async () => {
    const { ask, send, end, answers } = connect();
    const before = scene.sent.length;
    expect((await ask(initialize)).result).toMatchObject({ protocolVersion: '2025-06-18' });
    send(initialized);
    await ask(sendNote(1, 'once@example.com'));
    expect((await ask({ jsonrpc: '2.0', id: 2, method: 'tasks/list' })).error?.code).toBe(-32601);
    expect((await ask(sendNote(3, 'twice@example.com'))).result).toBeDefined();
    expect(
      (await ask({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'unknown' } })).error,
    ).toMatchObject({
      code: -32602,
    });
    await end();
    expect(scene.sent.slice(before)).toEqual(['once@example.com', 'twice@example.com']);
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  });

  it('that started without a handshake rejects a later handshake and runs no call twice', async () => {
    const { ask, end, answers } = connect();
    const before = scene.sent.length;
    await ask({ jsonrpc: '2.0', id: 'd', method: 'server/discover', params: { _meta } });
    await ask(sendNote(1, 'once@example.com', _meta));
    expect((await ask({ ...initialize, id: 2 })).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'] },
    });
    expect((await ask(sendNote(3, 'twice@example.com', _meta))).result).toMatchObject({
      resultType: 'complete',
    });
    await end();
    expect(scene.sent.slice(before)).toEqual(['once@example.com', 'twice@example.com']);
    expect(answers.map(({ id }) => id)).toEqual(['d', 1, 2, 3]);
  });

  it('that only called server/discover may still start with a handshake', async () => {
    const { ask, end } = connect();
    const discovered = await ask({ jsonrpc: '2.0', id: 'd', method: 'server/discover', params: { _meta } });
    expect(discovered.result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    expect((await ask(initialize)).result).toMatchObject({ protocolVersion: '2025-06-18' });
    expect((await ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).result?.tools).toHaveLength(3);
    await end();
  });

  it('names its supported revisions to a client of another revision', async () => {
    const { ask, end } = connect();
    const answer = await ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: { _meta: { ..._meta, [metaKeys.protocolVersion]: '2031-01-01' } },
    });
    expect(answer.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    await end();
  });

  it('refuses an oversized line and continues with the next line', async () => {
    const { send, ask, end, answers } = connect();
    await ask(initialize);
    send(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(lineCharactersMax)}"}}`);
    await ask({ jsonrpc: '2.0', id: 2, method: 'ping' });
    await end();
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [0, undefined],
      [null, -32600],
      [2, undefined],
    ]);
  });
});

describe('line splitting', () => {
  it('gives the same lines however the bytes are cut', () => {
    const text = 'grüße 👍🏽\r\n\n漢字\nlast without end';
    for (let size = 1; size <= 20; size += 1) {
      const lines: string[] = [];
      const read = lineReader(
        (line) => lines.push(line),
        () => {},
      );
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      expect(lines).toEqual(['grüße 👍🏽', '', '漢字']);
    }
  });
});
