import * as sdk from '@modelcontextprotocol/server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directAnswer, directRequest, readyAnswer } from '../../../../src/surfaces/mcp/protocol/fast-path.ts';
import {
  errorCodes,
  handshakeRevisions,
  metaKeys,
  statelessRevision,
} from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import { sdkServer } from '../../../../src/surfaces/mcp/protocol/sdk-server.ts';
import { noElicitation } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const envelope = {
  [metaKeys.protocolVersion]: statelessRevision,
  [metaKeys.clientCapabilities]: { elicitation: {}, sampling: { tools: {} } },
};

const requests: [string, Record<string, unknown>][] = [
  ['tools/list', {}],
  ['tools/call', { name: 'list_notes' }],
  ['tools/call', { name: 'list_notes', arguments: {} }],
  ['tools/call', { name: 'list_notes', arguments: { limit: 3 }, _meta: { 'com.example/note': 7 } }],
  ['tools/call', { name: 'list_notes', arguments: { limit: 3, extra: 'x\u{202E}' } }],
  ['tools/call', { name: 'get_note', arguments: { id: 'note_1' } }],
  ['tools/call', { name: 'get_note', arguments: { id: 'note_2' } }],
  ['tools/call', { name: 'get_note', arguments: { id: 'note_broken' } }],
  ['tools/call', { name: 'send_note', arguments: { to: 'busy@acme.com' } }],
  ['tools/call', { name: 'send_note', arguments: { to: 'ann@example.com', idempotency_key: 'one' } }],
  ['tools/call', { name: 'send_note', arguments: { idempotency_key: 5 } }],
];

describe('the preserialized list of tools', () => {
  it.each([
    ['in 2026-07-28', { _meta: envelope }],
    ['in the revisions with a handshake', {}],
  ])('equals the text response for every id: %s', async (_, params) => {
    const { offer } = scene;
    for (const id of [0, 'a "1" ⟦é⟧']) {
      const request = directRequest(
        offer,
        { jsonrpc: '2.0', id, method: 'tools/list', params },
        noElicitation,
      )!;
      const text = await directAnswer(offer, request, { client: '', signal: new AbortController().signal });
      expect(Buffer.concat(readyAnswer(offer, request)!).toString()).toBe(text);
    }
  });

  it('is built once, and sent only for tools/list', () => {
    const { offer } = scene;
    const listed = (id: number) =>
      readyAnswer(offer, { era: 'handshake', id, method: 'tools/list', params: {}, ...noElicitation })!;
    expect(listed(1)[1]).toBe(listed(2)[1]);
    expect(
      readyAnswer(offer, { era: 'handshake', id: 3, method: 'ping', params: {}, ...noElicitation }),
    ).toBeNull();
  });
});

describe('a fast-path response', () => {
  it.each([['server/discover', {}] as (typeof requests)[number], ...requests])(
    "equals the SDK's response in 2026-07-28: %s %j",
    async (method, params) => {
      const _meta = { ...(params._meta as object), ...envelope };
      const message = { jsonrpc: '2.0', id: 'a "1"', method, params: { ...params, _meta } };
      expect(await direct(message)).toEqual(await throughSdk(message, String(params.name ?? '')));
    },
  );

  it.each([
    ['ping', {}] as (typeof requests)[number],
    ...handshakeRevisions
      .concat('2031-01-01', 'nonsense')
      .map((protocolVersion): (typeof requests)[number] => [
        'initialize',
        { protocolVersion, capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
      ]),
    ...requests,
  ])("equals the SDK's response in the revisions with a handshake: %s %j", async (method, params) => {
    const message = { jsonrpc: '2.0', id: 4, method, params };
    expect(await direct(message)).toEqual(await throughSdk(message, ''));
  });

  it.each([
    ['tools/list', { cursor: 'x' }],
    ['tools/call', { name: 'nothing_like_it' }],
    ['tools/call', { name: 'list_notes', arguments: [] }],
    ['tools/call', { name: 'list_notes', task: {} }],
    ['tools/call', { name: 'list_notes', _meta: { progressToken: 7 } }],
    ['tools/call', { name: 'list_notes', inputResponses: {} }],
    ['tools/call', { name: 'list_notes', requestState: 'x' }],
    ['tools/call', {}],
    ['tools/call', []],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {} }],
    ['prompts/list', { cursor: 'x' }],
    ['tools/list', { _meta: { progressToken: {} } }],
    ['tools/list', { _meta: { [metaKeys.protocolVersion]: statelessRevision } }],
    ['tools/list', { _meta: { ...envelope, [metaKeys.protocolVersion]: '2025-11-25' } }],
    ['tools/list', { _meta: { ...envelope, [metaKeys.clientCapabilities]: { sampling: 5 } } }],
    ['tools/list', { _meta: { ...envelope, [metaKeys.clientInfo]: {} } }],
    ['tools/list', { _meta: { ...envelope, [metaKeys.logLevel]: 'debug' } }],
  ])('is not sent for an irregular request, which the SDK answers: %s %j', (method, params) => {
    expect(directRequest(scene.offer, { jsonrpc: '2.0', id: 1, method, params }, noElicitation)).toBeNull();
  });

  it.each([
    [{ jsonrpc: '2.0', method: 'ping' }],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', more: 1 }],
    [{ jsonrpc: '2.0', id: 1, result: {} }],
    [{ id: 1, method: 'ping' }],
    [[{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
    ['ping'],
    [null],
  ])('is sent only for a plain request, and not for %j', (message) => {
    expect(directRequest(scene.offer, message, noElicitation)).toBeNull();
  });
});

it('protocol names are the same as in the SDK', () => {
  expect(handshakeRevisions).toEqual(sdk.SUPPORTED_PROTOCOL_VERSIONS);
  expect(metaKeys).toEqual({
    protocolVersion: sdk.PROTOCOL_VERSION_META_KEY,
    clientInfo: sdk.CLIENT_INFO_META_KEY,
    clientCapabilities: sdk.CLIENT_CAPABILITIES_META_KEY,
    logLevel: sdk.LOG_LEVEL_META_KEY,
    serverInfo: sdk.SERVER_INFO_META_KEY,
    relatedTask: sdk.RELATED_TASK_META_KEY,
  });
  expect(errorCodes).toMatchObject({
    parseError: sdk.PARSE_ERROR,
    invalidRequest: sdk.INVALID_REQUEST,
    methodNotFound: sdk.METHOD_NOT_FOUND,
    invalidParams: sdk.INVALID_PARAMS,
    internalError: sdk.INTERNAL_ERROR,
  });
});

async function direct(message: unknown): Promise<unknown> {
  const request = directRequest(scene.offer, message, noElicitation);
  expect(request).not.toBeNull();
  const signal = new AbortController().signal;
  return JSON.parse((await directAnswer(scene.offer, request!, { client: '', signal }))!);
}

async function throughSdk(message: { method: string }, name: string): Promise<unknown> {
  const handler = createMcpHandler(() => sdkServer(sdk, () => scene.offer));
  const stateless = JSON.stringify(message).includes(metaKeys.protocolVersion);
  const response = await handler.fetch(
    new Request('https://mail.acme.test/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(stateless && {
          'mcp-protocol-version': statelessRevision,
          'mcp-method': message.method,
          ...(name !== '' && { 'mcp-name': name }),
        }),
      },
      body: JSON.stringify(message),
    }),
  );
  const text = await response.text();
  return JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 6));
}
