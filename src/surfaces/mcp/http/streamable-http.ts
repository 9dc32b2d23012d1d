import { callToolName } from '../../../contract/tool-filter.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { toFailure } from '../../../engine/context/to-failure.ts';
import { Failure } from '../../../model/failure.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { withCors } from '../../http/cors.ts';
import { isOurHost, isOurOrigin } from '../../http/host-and-origin.ts';
import { NotJson, readJson } from '../../http/json-body.ts';
import {
  mcpMetadataPath,
  mcpPath,
  metadataChallenge,
  resourceMetadataPath,
} from '../../http/protected-resource.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  jsonBytesMax,
  jsonHeaders,
  type PublicRoute,
  type Route,
  type TokenRoute,
} from '../../http/request-response.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { type DirectRequest, directAnswer, directRequest, readyAnswer } from '../protocol/fast-path.ts';
import { faultOfMessage, namesRevision, readRequestId } from '../protocol/message-fault.ts';
import { errorCodes, handshakeRevisions, statelessRevision } from '../protocol/revisions.ts';
import { InvalidParams, noElicitation, type ServerDefinition } from '../protocol/server-definition.ts';
import { undeclaredTasks } from '../protocol/tasks.ts';
import { fromWeb, refused, type SdkEndpoint, sdkEndpoint, webRequest } from '../sessions/sdk-endpoint.ts';
import { type Session, Sessions } from '../sessions/sessions.ts';

type EndpointOptions = {
  engine: Engine;
  /** @throws InvalidParams when the headers or query name something unknown */
  offerTo(caller: Caller, request: Asking): ServerDefinition;
  /** RFC 9728 section 2. */
  metadata: Fields;
  /** Defaults to API tokens only. */
  prove?: TokenRoute['prove'];
  /** `WWW-Authenticate` of a 401 (RFC 9728 section 5.1). Defaults to a challenge with only the metadata URL. */
  challenge?: string;
  /** RFC 6750 section 3.1: returned in place of the call if the token lacks a scope that the client could request. */
  stepUp?(caller: Caller, toolName: string): HttpAnswer | null;
};

type Asking = Pick<HttpRequest, 'headers' | 'query'>;

type Endpoint = {
  routes: Route[];
  /** Ends every open-ended stream. Requests in flight and new requests are still answered. */
  close(): Promise<void>;
};

/** Revision 2026-07-28 has no sessions, so any process may answer. Older clients without an id get none. */
export function mcpEndpoint(options: EndpointOptions): Endpoint {
  const { engine, metadata, prove } = options;
  const { baseUrl } = engine.settings;
  const sessions = new Sessions(engine);
  const throughSdk = sdkEndpoint(engine);
  const base = {
    access: 'token',
    door: 'mcp',
    path: mcpPath,
    envelope: 'v2',
    bodyBytesMax: jsonBytesMax,
    challenge: options.challenge ?? metadataChallenge(baseUrl),
    ...(prove && { prove }),
  } as const;
  const forCallers: TokenRoute[] = [
    {
      ...base,
      method: 'POST',
      takes: 'bytes',
      answer: (request, caller) => answerPost(options, sessions, request, caller, throughSdk),
    },
    ...(['GET', 'DELETE'] as const).map(
      (method): TokenRoute => ({
        ...base,
        method,
        takes: 'nothing',
        answer: (request, caller) => answerSession(options, sessions, request, caller),
      }),
    ),
  ];
  const metadataRoutes = [resourceMetadataPath, mcpMetadataPath].map(
    (path): PublicRoute => ({
      access: 'public',
      method: 'GET',
      path,
      envelope: 'v2',
      takes: 'nothing',
      bodyBytesMax: 0,
      answer: async () => jsonAnswer(200, metadata),
    }),
  );
  return {
    routes: [...forCallers, ...withCors(metadataRoutes)],
    async close() {
      throughSdk.close();
      await sessions.closeAll();
    },
  };
}

async function answerPost(
  options: EndpointOptions,
  sessions: Sessions,
  request: HttpRequest,
  caller: Caller,
  throughSdk: SdkEndpoint,
): Promise<HttpAnswer> {
  const { headers } = request;
  const foreign = refuseForeignPage(options, request);
  if (foreign) return foreign;
  const message = await readJson(headers, request.body);
  if (message instanceof Failure) {
    return refused(message.status, message.message, codeOf(message));
  }
  const stateless = isStateless(message, headers);
  const fault = faultOfMessage(message, stateless);
  const id = readRequestId(message);
  if (fault !== null) return refused(400, fault, errorCodes.invalidRequest, id);
  // The front door counted one request, so a batch spends the rest: all of its messages or none.
  if (Array.isArray(message)) await request.spend(message.length - 1);
  const offer = offered(options, caller, request, id);
  if (!('tools' in offer)) return offer;
  const undeclared = offer.tasks ? undeclaredTasks(message) : null;
  if (undeclared) return jsonAnswer(400, { jsonrpc: '2.0', id, error: undeclared });
  const lacking = stepUpOf(options, caller, message);
  if (lacking) return lacking;
  const sessionId = stateless ? undefined : headers['mcp-session-id'];
  if (typeof sessionId === 'string') {
    const session = sessions.find(sessionId, caller, offersFor(options, request));
    if (session === null) return refused(404, 'Session not found', errorCodes.sessionNotFound, id);
    return await answerInSession(options, offer, session, request, message);
  }
  const direct = directRequest(offer, message, noElicitation);
  if (direct && headersAgree(headers, direct)) {
    const body = await answerOf(options, offer, direct, { client: '', signal: request.signal });
    if (direct.method === 'initialize') {
      const opened = { ...jsonHeaders, 'Mcp-Session-Id': sessions.open(caller, direct.params) };
      return { status: 200, headers: opened, body };
    }
    if (body !== null) return { status: 200, headers: jsonHeaders, body };
  }
  if (isHandshakeNotice(headers, message)) return nothingToSay;
  return await throughSdk.answer(request, caller, offersFor(options, request), message);
}

/** Valid JSON is never a parse error, even if only part of it was read (JSON-RPC 2.0 section 5.1). */
function codeOf(failure: Failure): number {
  if (failure instanceof NotJson) return errorCodes.parseError;
  return failure.status === 400 ? errorCodes.invalidRequest : errorCodes.refused;
}

/** Converts our own failures to JSON-RPC errors. Returns null if the call must elicit input first. */
async function answerOf(
  { engine }: EndpointOptions,
  offer: ServerDefinition,
  direct: DirectRequest,
  conversation: Parameters<typeof directAnswer>[2],
): Promise<HttpAnswer['body']> {
  try {
    return readyAnswer(offer, direct) ?? (await directAnswer(offer, direct, conversation));
  } catch (error) {
    const failure = toFailure(engine.world.log, error, { protocol: 'mcp' });
    const message = failure.failure === 'internal_server_error' ? 'Internal error' : failure.message;
    const answer = { code: errorCodes.internalError, message };
    return JSON.stringify({ jsonrpc: '2.0', id: direct.id, error: answer });
  }
}

async function answerInSession(
  options: EndpointOptions,
  offer: ServerDefinition,
  session: Session,
  request: HttpRequest,
  message: unknown,
): Promise<HttpAnswer> {
  const direct = directRequest(offer, message, session.client);
  if (direct && direct.method !== 'initialize' && headersAgree(request.headers, direct)) {
    // In these revisions a lost connection does not cancel a request; only a notification does.
    const stop = new AbortController();
    session.underWay.set(direct.id, stop);
    try {
      const conversation = { client: session.client.name, signal: stop.signal };
      const body = await answerOf(options, offer, direct, conversation);
      // The client ignores responses to cancelled requests.
      if (stop.signal.aborted) return nothingToSay;
      if (body !== null) return { status: 200, headers: jsonHeaders, body };
    } finally {
      session.underWay.delete(direct.id);
    }
  }
  const stop = session.underWay.get(cancelledId(message));
  if (stop) {
    stop.abort();
    return nothingToSay;
  }
  // The SDK replays the handshake on first use and has nothing to cancel before.
  if (!session.isServed() && isHandshakeNotice(request.headers, message)) return nothingToSay;
  return await fromWeb(await session.serve(webRequest(options.engine, request), message));
}

const nothingToSay: HttpAnswer = { status: 202, headers: {}, body: null };

/** GET opens the stream for server messages, and DELETE ends the session. Both require a session. */
async function answerSession(
  options: EndpointOptions,
  sessions: Sessions,
  request: HttpRequest,
  caller: Caller,
): Promise<HttpAnswer> {
  const foreign = refuseForeignPage(options, request);
  if (foreign) return foreign;
  const sessionId = request.headers['mcp-session-id'];
  if (typeof sessionId !== 'string' || request.headers['mcp-protocol-version'] === statelessRevision) {
    const { status, headers, body } = refused(405, 'Without a session, only POST is allowed');
    return { status, headers: { ...headers, Allow: 'POST' }, body };
  }
  const offer = offered(options, caller, request, null);
  if (!('tools' in offer)) return offer;
  const session = sessions.find(sessionId, caller, offersFor(options, request));
  if (session === null) return refused(404, 'Session not found', errorCodes.sessionNotFound);
  if (request.method === 'DELETE') {
    await session.end();
    return { status: 200, headers: {}, body: null };
  }
  return await fromWeb(await session.serve(webRequest(options.engine, request)));
}

function refuseForeignPage(
  { engine }: EndpointOptions,
  { headers }: Pick<HttpRequest, 'headers'>,
): HttpAnswer | null {
  const { baseUrl } = engine.settings;
  if (!isOurHost(headers.host, baseUrl)) return refused(403, 'This Host is not allowed');
  if (!isOurOrigin(headers.origin, baseUrl)) {
    return refused(403, 'This Origin is not allowed');
  }
  return null;
}

function offered(
  { offerTo }: EndpointOptions,
  caller: Caller,
  request: HttpRequest,
  id: string | number | null,
): ServerDefinition | HttpAnswer {
  try {
    return offerTo(caller, request);
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error;
    return refused(400, error.message, errorCodes.invalidParams, id);
  }
}

/** Returns a factory of offers for a stream or session. Keeps only the headers and query of the request that opened it. */
function offersFor(
  { offerTo }: EndpointOptions,
  { headers, query }: HttpRequest,
): (caller: Caller) => ServerDefinition {
  return (caller) => offerTo(caller, { headers, query });
}

function stepUpOf({ stepUp }: EndpointOptions, caller: Caller, message: unknown): HttpAnswer | null {
  if (!stepUp || !isFields(message) || message.method !== 'tools/call' || !isFields(message.params)) {
    return null;
  }
  const { name, arguments: given } = message.params;
  const called = name === callToolName && isFields(given) ? given.name : name;
  return typeof called === 'string' ? stepUp(caller, called) : null;
}

/** Returns true if a message uses or claims 2026-07-28, which has no sessions. */
function isStateless(message: unknown, headers: HttpRequest['headers']): boolean {
  return headers['mcp-protocol-version'] === statelessRevision || namesRevision(message);
}

/** Returns true if the headers satisfy the revision and match the message. Otherwise the SDK decides and writes the error. */
function headersAgree(headers: HttpRequest['headers'], { era, method, params }: DirectRequest): boolean {
  if (era === 'handshake') return isHandshakeClient(headers);
  return (
    headers['mcp-protocol-version'] === statelessRevision &&
    headers['mcp-method'] === method &&
    (method !== 'tools/call' || headers['mcp-name'] === params.name)
  );
}

/** 2025-06-18 Streamable HTTP: the client accepts both media types and names a supported revision or none. */
function isHandshakeClient(headers: HttpRequest['headers']): boolean {
  const revision = headers['mcp-protocol-version'];
  const accept = headers.accept ?? '';
  return (
    (revision === undefined || handshakeRevisions.includes(String(revision))) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  );
}

/** Returns true for notifications that need no action without a session. */
function isHandshakeNotice(headers: HttpRequest['headers'], message: unknown): boolean {
  return (
    isHandshakeClient(headers) &&
    isFields(message) &&
    message.jsonrpc === '2.0' &&
    !('id' in message) &&
    (message.method === 'notifications/initialized' || message.method === 'notifications/cancelled')
  );
}
