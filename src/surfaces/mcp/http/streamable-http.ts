import type { Caller } from '../../../engine/context/caller.ts';
import { failureOf } from '../../../engine/context/failure-of.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { Failure } from '../../../model/failure.ts';
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
import { asksNothing } from '../protocol/client.ts';
import { type DirectRequest, directAnswer, directRequest, readyAnswer } from '../protocol/fast-path.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import { faultOfMessage, idOf, namesRevision } from '../protocol/message-fault.ts';
import { errorCodes, handshakeRevisions, statelessRevision } from '../protocol/revisions.ts';
import { InvalidParams, type ServerDefinition } from '../protocol/server-definition.ts';
import { undeclaredTasks } from '../protocol/tasks.ts';
import { fromWeb, refused, type SdkEndpoint, sdkEndpoint, webRequest } from '../sessions/sdk-endpoint.ts';
import { mcpSessions, type Session, type Sessions } from '../sessions/sessions.ts';

/** What stands behind `/mcp`. */
type EndpointOptions = {
  engine: Engine;
  /**
   * What this request's caller is offered.
   * @throws InvalidParams when its headers or query ask for what does not exist
   */
  offerTo(caller: Caller, request: Asking): ServerDefinition;
  /** RFC 9728 section 2. */
  metadata: Fields;
  /** How callers prove themselves here, where API tokens are not the only way. */
  prove?: TokenRoute['prove'];
  /** `WWW-Authenticate` of a 401 here (RFC 9728 5.1); left out: one that names the metadata and nothing else. */
  challenge?: string;
  /**
   * An answer instead of the call, for a caller whose access token lacks a scope that its client could ask its person for
   * (RFC 6750 section 3.1).
   */
  stepUp?(caller: Caller, toolName: string): HttpAnswer | null;
};

/** What of a request narrows what its caller is offered. */
type Asking = Pick<HttpRequest, 'headers' | 'query'>;

type Endpoint = {
  routes: Route[];
  /** Ends every stream that has no end of its own; requests in flight are answered, and so are new ones. */
  close(): Promise<void>;
};

/**
 * The MCP endpoint over HTTP. Revision 2026-07-28 has no sessions: a request stands alone, and any process may answer it.
 * Older revisions open one with `initialize`; who does not send its id back is served without.
 */
export function mcpEndpoint(options: EndpointOptions): Endpoint {
  const { engine, metadata, prove } = options;
  const { baseUrl } = engine.settings;
  const sessions = mcpSessions(engine);
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
  const id = idOf(message);
  if (fault !== null) return refused(400, fault, errorCodes.invalidRequest, id);
  // The front door counted one request; an array is as many as it has messages, and all of them or none.
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
  const direct = directRequest(offer, message, asksNothing);
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

/** A body that is JSON is no parse error, however little of it may be read (JSON-RPC 2.0 section 5.1). */
function codeOf(failure: Failure): number {
  if (failure instanceof NotJson) return errorCodes.parseError;
  return failure.status === 400 ? errorCodes.invalidRequest : errorCodes.refused;
}

/** A fault of ours is answered in the protocol's words; null where the client has to be asked something first. */
async function answerOf(
  { engine }: EndpointOptions,
  offer: ServerDefinition,
  direct: DirectRequest,
  conversation: Parameters<typeof directAnswer>[2],
): Promise<HttpAnswer['body']> {
  try {
    return readyAnswer(offer, direct) ?? (await directAnswer(offer, direct, conversation));
  } catch (error) {
    const failure = failureOf(engine.world.log, error, { protocol: 'mcp' });
    const message = failure.failure === 'internal_server_error' ? 'Internal error' : failure.message;
    const answer = { code: errorCodes.internalError, message };
    return JSON.stringify({ jsonrpc: '2.0', id: direct.id, error: answer });
  }
}

/** A message of a client that has a session: plain ones are answered directly, as without. */
async function answerInSession(
  options: EndpointOptions,
  offer: ServerDefinition,
  session: Session,
  request: HttpRequest,
  message: unknown,
): Promise<HttpAnswer> {
  const direct = directRequest(offer, message, session.client);
  if (direct && direct.method !== 'initialize' && headersAgree(request.headers, direct)) {
    // A lost line is no cancellation in these revisions: only a notification is.
    const stop = new AbortController();
    session.underWay.set(direct.id, stop);
    try {
      const conversation = { client: session.client.name, signal: stop.signal };
      const body = await answerOf(options, offer, direct, conversation);
      // The client does not wait for an answer to what it cancelled.
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
  // The SDK is shown the handshake when it is first needed, and knows of nothing to cancel before.
  if (!session.isServed() && isHandshakeNotice(request.headers, message)) return nothingToSay;
  return await fromWeb(await session.serve(webRequest(options.engine, request), message));
}

/** The answer to a message that asks for none. */
const nothingToSay: HttpAnswer = { status: 202, headers: {}, body: null };

/** GET opens the stream on which a server speaks first; DELETE ends a session. Neither exists without one. */
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
    const { status, headers, body } = refused(405, 'Without a session there is only POST here');
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
  if (!isOurHost(headers.host, baseUrl)) return refused(403, 'This Host is not served here');
  if (!isOurOrigin(headers.origin, baseUrl)) {
    return refused(403, 'Pages of this Origin may not call this server');
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

/** The offers of a stream or a session, which keeps no more of the request that opened it than what narrows them. */
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
  const { name } = message.params;
  return typeof name === 'string' ? stepUp(caller, name) : null;
}

/** Whether a message is of 2026-07-28, or means to be: such a client has no session. */
function isStateless(message: unknown, headers: HttpRequest['headers']): boolean {
  return headers['mcp-protocol-version'] === statelessRevision || namesRevision(message);
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

/** Notices that ask for nothing where nothing lives on from one request to the next: a handshake is over, and no call open. */
function isHandshakeNotice(headers: HttpRequest['headers'], message: unknown): boolean {
  return (
    isHandshakeClient(headers) &&
    isFields(message) &&
    message.jsonrpc === '2.0' &&
    !('id' in message) &&
    (message.method === 'notifications/initialized' || message.method === 'notifications/cancelled')
  );
}
