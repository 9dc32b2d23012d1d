/**
 * Connects an assistant to the MCP endpoint of a simulated platform: in plain JSON of 2026-07-28 for tests of the wire
 * format, and as the official client for tests of the host's view.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import type { Fields } from '../../../src/model/text/fields.ts';
import { metaKeys } from '../../../src/surfaces/mcp/protocol/revisions.ts';
import { baseUrl, firstToken, type SimulatedPlatform } from '../../world/platform.ts';

export const mcpUrl = `${baseUrl}/mcp`;

export type AssistantOptions = {
  token?: string | null;
  headers?: Record<string, string>;
  /** With its question mark. */
  query?: string;
  /** The client’s capabilities; none by default. */
  capabilities?: Fields;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
export type Json = any;

/** One answer of `tools/call`. */
export type ToolResult = {
  refused: boolean;
  /** The first text block, parsed: a tool's answer or its refusal. */
  result: Json;
  content: { type: string; text?: string; uri?: string }[];
  structured: Json;
  meta: Json;
};

export type Assistant = {
  /** Sends a request; returns the status and the JSON-RPC response. */
  ask(method: string, params?: Fields): Promise<{ status: number; headers: Headers; json: Json }>;
  /** Returns the result of a request and fails for an error. */
  result(method: string, params?: Fields): Promise<Json>;
  tools(): Promise<Json[]>;
  call(name: string, given?: Fields): Promise<ToolResult>;
  /** Returns the code of the expected protocol error. */
  code(method: string, params?: Fields): Promise<number>;
};

/** Some tests send more requests than the limits of an address and an organization allow at once. */
const betweenRequestsMs = 100;

export function assistantOf(
  { platform, clock }: SimulatedPlatform,
  { token = firstToken, headers = {}, query = '', capabilities = {} }: AssistantOptions = {},
): Assistant {
  const ask: Assistant['ask'] = async (method, params = {}) => {
    await clock.advance(betweenRequestsMs);
    const name = params.name ?? params.uri;
    const meta = {
      ...(params._meta as Fields | undefined),
      [metaKeys.protocolVersion]: '2026-07-28',
      [metaKeys.clientCapabilities]: capabilities,
      [metaKeys.clientInfo]: { name: 'a test of the specification', version: '1.0.0' },
    };
    const response = await platform.http.fetch(
      new Request(mcpUrl + query, {
        method: 'POST',
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...(typeof name === 'string' && { 'mcp-name': name }),
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
      }),
    );
    const text = await response.text();
    const line = text.split('\n').findLast((each) => each.startsWith('data: {'));
    const json = text === '' ? null : JSON.parse(line === undefined ? text : line.slice('data: '.length));
    return { status: response.status, headers: response.headers, json };
  };
  const result: Assistant['result'] = async (method, params) => {
    const { json } = await ask(method, params);
    expect(json.error, JSON.stringify(json.error)).toBeUndefined();
    return json.result;
  };
  return {
    ask,
    result,
    tools: async () => (await result('tools/list')).tools,
    async call(name, given = {}) {
      const {
        isError = false,
        content,
        structuredContent,
        _meta,
      } = await result('tools/call', {
        name,
        arguments: given,
      });
      return {
        refused: isError,
        result: JSON.parse(content[0].text),
        content,
        structured: structuredContent,
        meta: _meta,
      };
    },
    code: async (method, params) => (await ask(method, params)).json.error?.code,
  };
}

type ClientOptions = ConstructorParameters<typeof Client>[1];

/** The official client, connected; it is closed at the end of the test. */
export async function officialClient(
  { platform }: SimulatedPlatform,
  options: ClientOptions = {},
  { token = firstToken, headers = {}, query = '' }: AssistantOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'a test of the specification', version: '1.0.0' }, options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(mcpUrl + query), {
      requestInit: { headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers } },
      fetch: async (url, init) => await platform.http.fetch(new Request(url, init)),
    }),
  );
  onTestFinished(() => client.close());
  return client;
}
