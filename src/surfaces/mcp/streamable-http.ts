import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Caller } from '../../engine/scope.ts';
import { Failure } from '../../model/failure.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  jsonBytesMax,
  jsonHeaders,
  type Route,
} from '../http/exchange.ts';
import { readJson } from '../http/json-body.ts';
import { type DirectRequest, directAnswer, directRequest, isFields } from './direct-answer.ts';
import type { McpHouse } from './house.ts';
import { errorCodes, handshakeRevisions, statelessRevision } from './revisions.ts';
import { loadSdk, sdkServer } from './sdk-server.ts';

/**
 * The MCP endpoint over HTTP: POST only. Revision 2026-07-28 has no sessions, and clients of older revisions are
 * served without one, so any process may answer any request.
 */
export function mcpRoutes(house: McpHouse): Route[] {
  const { baseUrl } = house.engine.settings;
  const metadata = protectedResource(baseUrl);
  const throughSdk = sdkLane(house);
  return [
    {
      access: 'token',
      door: 'mcp',
      method: 'POST',
      path: '/mcp',
      envelope: 'v2',
      takes: 'bytes',
      bodyBytesMax: jsonBytesMax,
      challenge: `Bearer realm="posthouse", resource_metadata="${metadataUrl(baseUrl)}"`,
      answer: (request, caller) => answer(house, request, caller, throughSdk),
    },
    ...[metadataPath, `${metadataPath}/mcp`].map(
      (path): Route => ({
        access: 'public',
        method: 'GET',
        path,
        envelope: 'v2',
        takes: 'nothing',
        bodyBytesMax: 0,
        answer: async () => jsonAnswer(200, metadata),
      }),
    ),
  ];
}

const metadataPath = '/.well-known/oauth-protected-resource';

/** RFC 9728 section 3.1: the well-known name stands before the path of the resource. */
function metadataUrl(baseUrl: string): string {
  return new URL(`${metadataPath}/mcp`, baseUrl).href;
}

/** RFC 9728 section 2. There is no authorization server: tokens are made by the organization itself. */
function protectedResource(baseUrl: string): Record<string, unknown> {
  return {
    resource: new URL('/mcp', baseUrl).href,
    resource_name: 'Posthouse',
    bearer_methods_supported: ['header'],
  };
}

/** Messages of one array, at most: as many requests as the smallest plan has, so that none is refused for ever. */
const batchMessagesMax = 100;

type SdkLane = (request: HttpRequest, caller: Caller, message: unknown) => Promise<HttpAnswer>;

async function answer(
  house: McpHouse,
  request: HttpRequest,
  caller: Caller,
  throughSdk: SdkLane,
): Promise<HttpAnswer> {
  const { headers } = request;
  if (!isOurHost(headers.host, house.engine.settings.baseUrl))
    return refused(403, 'This Host is not served here');
  if (!isOurOrigin(headers.origin, house.engine.settings.baseUrl)) {
    return refused(403, 'Pages of this Origin may not call this server');
  }
  const message = readJson(headers, request.body);
  if (message instanceof Failure) {
    return refused(
      message.status,
      message.message,
      message.status === 400 ? errorCodes.parseError : errorCodes.refused,
    );
  }
  if (Array.isArray(message)) {
    if (message.length > batchMessagesMax) {
      return refused(400, `A batch may have at most ${batchMessagesMax} messages`, errorCodes.invalidRequest);
    }
    // The front door counted one request; an array is as many as it has messages, and all of them or none.
    await request.spend(message.length - 1);
  }
  const direct = directRequest(house, message);
  if (direct && headersAgree(headers, direct)) {
    return { status: 200, headers: jsonHeaders, body: await directAnswer(house, caller, direct) };
  }
  if (isHandshakeNotice(headers, message)) return { status: 202, headers: {}, body: null };
  return await throughSdk(request, caller, message);
}

/**
 * What 2026-07-28 and its predecessors demand of the headers. When they do not plainly agree with the message,
 * the SDK judges and words the error.
 */
function headersAgree(headers: HttpRequest['headers'], { era, method, params }: DirectRequest): boolean {
  if (era === 'handshake') return isHandshakeClient(headers);
  return (
    headers['mcp-protocol-version'] === statelessRevision &&
    headers['mcp-method'] === method &&
    (method !== 'tools/call' || headers['mcp-name'] === params.name)
  );
}

/** 2025-06-18 Streamable HTTP: both media types accepted, and a revision that is served or none at all. */
function isHandshakeClient(headers: HttpRequest['headers']): boolean {
  const revision = headers['mcp-protocol-version'];
  const accept = headers.accept ?? '';
  return (
    (revision === undefined || handshakeRevisions.includes(String(revision))) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  );
}

/** Notices that ask for nothing here: without a session there is nothing to initialize and nothing to cancel. */
function isHandshakeNotice(headers: HttpRequest['headers'], message: unknown): boolean {
  return (
    isHandshakeClient(headers) &&
    isFields(message) &&
    message.jsonrpc === '2.0' &&
    !('id' in message) &&
    (message.method === 'notifications/initialized' || message.method === 'notifications/cancelled')
  );
}

/** Everything that is not plainly well formed, and every method that is not answered directly. */
function sdkLane(house: McpHouse): SdkLane {
  const callers = new WeakMap<Request, Caller>();
  let opened: Promise<McpHttpHandler> | undefined;
  const open = async (): Promise<McpHttpHandler> => {
    const sdk = await loadSdk();
    return sdk.createMcpHandler(
      ({ requestInfo }) => {
        const caller = requestInfo && callers.get(requestInfo);
        if (!caller) throw new Error('A request without its caller reached the MCP server');
        return sdkServer(sdk, house, caller);
      },
      { onerror: (error) => house.engine.world.log.debug({ err: error }, 'mcp request refused') },
    );
  };
  return async (request, caller, message) => {
    opened ??= open();
    const sdkRequest = new Request(new URL('/mcp', house.engine.settings.baseUrl), {
      method: request.method,
      headers: plainHeaders(request.headers),
      signal: request.signal,
    });
    callers.set(sdkRequest, caller);
    const response = await (await opened).fetch(sdkRequest, { parsedBody: message });
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !doorHeaders.has(name))),
      body: isEventStream(response) ? response.body : await response.text(),
    };
  };
}

/** Said by the server and the front door. */
const doorHeaders: ReadonlySet<string> = new Set(['connection', 'cache-control']);

/** All but the token, which nothing behind the front door needs. */
function plainHeaders(headers: HttpRequest['headers']): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue;
    plain.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return plain;
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/**
 * DNS rebinding: a page of a stranger reaches a server on the reader's own machine under the stranger's name.
 * So only our own name and the loopback names are answered.
 */
function isOurHost(host: string | undefined, baseUrl: string): boolean {
  if (host === undefined) return false;
  const url = URL.parse(`http://${host}`);
  return url !== null && (isLoopback(url.hostname) || url.hostname === new URL(baseUrl).hostname);
}

/** Clients that are not browsers send no Origin. */
function isOurOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && (isLoopback(url.hostname) || url.origin === new URL(baseUrl).origin);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(status: number, message: string, code: number = errorCodes.refused): HttpAnswer {
  return jsonAnswer(status, { jsonrpc: '2.0', error: { code, message }, id: null });
}
