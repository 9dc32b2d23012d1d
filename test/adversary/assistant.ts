import { metaKeys } from '../../src/surfaces/mcp/protocol/revisions.ts';
import { baseUrl, firstToken, type SimulatedPlatform } from '../world/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
export type Json = any;

/** Sends any bytes to the MCP door, without the checks of a real client. */
export type Assistant = {
  /** Sends a request of 2026-07-28; returns the whole message. */
  ask(method: string, params?: Json, sent?: Sent): Promise<Json>;
  /** Calls a tool; returns its result, or `{ error }` for a protocol error. */
  call(name: string, given: object, sent?: Sent & { more?: object }): Promise<Json>;
  fetch(method: string, headers: Record<string, string>, body?: unknown, query?: string): Promise<Response>;
};

export type Sent = {
  capabilities?: object;
  headers?: Record<string, string>;
  query?: string;
  signal?: AbortSignal;
};

/** Simulated time between two requests, so that they do not exhaust a budget at once. */
const betweenRequestsMs = 15;

export function assistantOf(posthouse: SimulatedPlatform, token: string = firstToken): Assistant {
  const send = async (
    method: string,
    headers: Record<string, string>,
    body?: unknown,
    query = '',
    signal?: AbortSignal,
  ): Promise<Response> => {
    await posthouse.clock.advance(betweenRequestsMs);
    return await posthouse.platform.http.fetch(
      new Request(`${baseUrl}/mcp${query}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    );
  };
  const ask: Assistant['ask'] = async (method, params = {}, { capabilities, ...sent } = {}) => {
    const { headers, message } = statelessRequest(method, params, capabilities);
    return await messageOf(
      await send('POST', { ...headers, ...sent.headers }, message, sent.query, sent.signal),
    );
  };
  return {
    ask,
    async call(name, given, { more = {}, ...sent } = {}) {
      const { result, error } = await ask('tools/call', { name, arguments: given, ...more }, sent);
      return error ? { error } : result;
    },
    fetch: send,
  };
}

/** Builds the message and headers of a request of 2026-07-28. */
export function statelessRequest(
  method: string,
  params: Json = {},
  capabilities: object = {},
): { headers: Record<string, string>; message: object } {
  const _meta = {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientCapabilities]: capabilities,
    [metaKeys.clientInfo]: { name: 'an assistant', version: '1' },
  };
  const name = params.name ?? params.uri;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  };
  return { headers, message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } } };
}

/** Returns the last message of a response, plain or streamed. */
export async function messageOf(response: Response): Promise<Json> {
  const text = await response.text();
  const line = text.split('\n').findLast((each) => each.startsWith('data: {'));
  return JSON.parse(line === undefined ? text : line.slice('data: '.length));
}

function headerValue(value: string): string {
  if (/^[\x21-\x7e]+$/.test(value) && !value.startsWith('=?base64?')) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** Parses a tool's refusal; null if there is none. */
export function refusalIn(result: Json): Json | null {
  return result.isError ? JSON.parse(result.content[0].text) : null;
}
