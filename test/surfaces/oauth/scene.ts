import { hash } from 'node:crypto';
import { invoke } from '../../../src/contract/invoke.ts';
import type { OauthAuthority } from '../../../src/model/oauth/authority.ts';
import { jsonAnswer, jsonBytesMax, type Route } from '../../../src/surfaces/http/request-response.ts';
import { createHttpDoor, type HttpDoor } from '../../../src/surfaces/http/server.ts';
import { mcpEndpoint } from '../../../src/surfaces/mcp/http/streamable-http.ts';
import { posthouseServer, requestFilter } from '../../../src/surfaces/mcp/offer/posthouse-server.ts';
import { mcpContext } from '../../../src/surfaces/mcp/tools/context.ts';
import {
  type AuthorizationServer,
  authorizationServer,
} from '../../../src/surfaces/oauth/authorization-server.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { v2Routes } from '../../../src/surfaces/rest/v2/routes.ts';
import { catalogue } from '../../../tools/index.ts';
import type { Place } from '../../tools/both-databases.ts';
import { baseUrl, type HttpReply, type SimulatedPlatform } from '../../world/platform.ts';
import { envelope, initialize, listenTo, request, type Stream } from '../mcp/protocol/wire.ts';

export const resource = `${baseUrl}/mcp`;
export const clientId = 'https://assistant.example/oauth/client.json';
export const redirectUri = 'https://assistant.example/oauth/callback';
/** Any text of 43 characters of the verifier's alphabet (RFC 7636 section 4.1). */
export const verifier = 'v'.repeat(43);
export const challenge = hash('sha256', verifier, 'base64url');

export type Fields = Record<string, string | string[] | null>;
type Ask = { token?: string | null; headers?: Record<string, string>; body?: string; peer?: string };

/** An HTTP door on a platform's engine with OAuth, REST and an endpoint at `/mcp`. */
export type Doorway = {
  oauth: AuthorizationServer;
  ask(method: string, path: string, ask?: Ask): Promise<HttpReply>;
  fetch(request: Request): Promise<Response>;
  post(path: string, fields: Fields, ask?: Ask): Promise<HttpReply>;
  /** Calls a tool at the endpoint that accepts access tokens. */
  use(token: string, tool: string, input?: unknown, ask?: Ask): Promise<HttpReply>;
  get(parameters: Fields, ask?: Ask): Promise<HttpReply>;
  /** Returns the authorization URL of a request. */
  address(parameters: Fields): string;
  door: HttpDoor;
};

/** @param endpointFor routes at `/mcp`; the default calls tools by name */
export function doorway(
  simulated: SimulatedPlatform,
  authority: OauthAuthority,
  endpointFor: (oauth: AuthorizationServer) => Route[] = (oauth) => toolsByName(simulated, oauth),
): Doorway {
  const { engine, callers, windows } = simulated.platform;
  const oauth = authorizationServer({ engine, callers, authority });
  const door = createHttpDoor({
    engine,
    routes: [...oauth.routes, ...endpointFor(oauth), ...v2Routes({ engine, catalogue })],
    callers,
    windows,
    envelopes: { v1: v1Envelope, v2: v2Envelope },
    trustedProxies: [],
    phase: () => 'ready',
  });
  const ask: Doorway['ask'] = async (method, path, { token = null, headers = {}, body, peer } = {}) => {
    const request = new Request(baseUrl + path, {
      method,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const response = await door.fetch(request, peer);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text, text };
  };
  return {
    oauth,
    ask,
    fetch: (request) => door.fetch(request),
    post: (path, fields, more = {}) =>
      ask('POST', path, {
        ...more,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
        body: encoded(fields),
      }),
    use: (token, tool, input = {}, more = {}) =>
      ask('POST', '/mcp', {
        ...more,
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool, input }),
      }),
    door,
    address: (parameters) => `${baseUrl}/oauth/authorize?${encoded(parameters)}`,
    get: (parameters, more) => ask('GET', `/oauth/authorize?${encoded(parameters)}`, more),
  };
}

/** Calls one tool per request as the request's caller. */
function toolsByName({ platform: { engine } }: SimulatedPlatform, oauth: AuthorizationServer): Route[] {
  const endpoint: Route = {
    access: 'token',
    door: 'mcp',
    method: 'POST',
    path: '/mcp',
    envelope: 'v2',
    takes: 'json',
    bodyBytesMax: jsonBytesMax,
    challenge: oauth.challenge,
    prove: oauth.prove,
    async answer({ json }, caller) {
      const { tool: name, input } = json as { tool: string; input: unknown };
      const tool = catalogue.find((one) => one.name === name)!;
      const stepUp = oauth.stepUp(caller, tool.needs);
      if (stepUp) return stepUp;
      return jsonAnswer(200, (await invoke(engine, tool, caller, input)).output);
    },
  };
  const metadata: Route = {
    access: 'public',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    answer: async () => jsonAnswer(200, oauth.metadata),
  };
  return [endpoint, metadata];
}

export function mcpRoutes({ platform: { engine } }: SimulatedPlatform, oauth: AuthorizationServer): Route[] {
  const context = mcpContext(engine, catalogue, '1.0.0');
  return mcpEndpoint({
    engine,
    offerTo: (caller, { headers, query }) =>
      posthouseServer(context, caller, requestFilter(context, headers, query)),
    metadata: oauth.metadata,
    prove: oauth.prove,
    challenge: oauth.challenge,
    stepUp(caller, name) {
      const needed = context.tools.get(name)?.needs;
      return needed === undefined ? null : oauth.stepUp(caller, needed);
    },
  }).routes;
}

/** Opens two long-lived streams: a session stream (2025-11-25) and a change stream (2026-07-28). */
export async function openStreams(
  { fetch }: Doorway,
  token: string,
): Promise<{ session: Stream; changes: Stream }> {
  const send = (method: string, headers: Record<string, string>, body?: object) =>
    fetch(
      new Request(resource, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const opened = await send('POST', {}, initialize());
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')! };
  const heard = await send('GET', { ...session, 'mcp-protocol-version': '2025-11-25' });
  const listen = {
    ...request('subscriptions/listen'),
    params: { notifications: { toolsListChanged: true }, _meta: envelope() },
  };
  const changes = listenTo(
    await send(
      'POST',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      listen,
    ),
  );
  // Waits until the stream is open.
  await changes.next();
  return { session: listenTo(heard), changes };
}

const doorways = new WeakMap<SimulatedPlatform, Doorway>();

/** Returns the platform's door with the embedded authorization server. */
export function embedded(simulated: SimulatedPlatform): Doorway {
  let door = doorways.get(simulated);
  if (!door) {
    door = doorway(simulated, { kind: 'embedded' });
    doorways.set(simulated, door);
  }
  return door;
}

function encoded(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== null) form.append(name, one);
  }
  return form.toString();
}

/** Publishes the metadata document of a client at its client_id. */
export function publish(simulated: SimulatedPlatform, document: Record<string, unknown> = {}): string {
  const id = String(document.client_id ?? clientId);
  const text = JSON.stringify({
    client_id: id,
    client_name: 'The Assistant',
    redirect_uris: [redirectUri, 'http://127.0.0.1/callback', 'http://localhost:3000/callback'],
    ...document,
  });
  simulated.documents.found.set(id, { text });
  return id;
}

/** Parameters of an authorization request; null omits one. */
export function parameters(changes: Fields = {}): Fields {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
    state: 'the state',
    scope: 'emails.read emails.send subscribers.read',
    ...changes,
  };
}

/** Returns the sealed value in a page's form. */
export function transactionIn({ text }: HttpReply): string {
  const found = /name="transaction" value="([\w-]+)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`there is no form in ${text}`);
  return found;
}

export function offeredIn({ text }: HttpReply): string[] {
  return [...text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);
}

export type Way = { ask?: Fields; token?: string; choose?: string[]; peer?: string };

/** Loads the consent page for an organization's token. */
export async function toConsent(place: Place, { ask = {}, token = place.token, peer }: Way = {}) {
  const door = embedded(place.platform);
  publish(place.platform);
  const from = peer === undefined ? {} : { peer };
  const first = await door.get(parameters(ask), from);
  return await door.post(
    '/oauth/authorize',
    { transaction: transactionIn(first), token, decision: 'continue' },
    from,
  );
}

/** Returns the redirect target after Allow. */
export async function toRedirect(place: Place, way: Way = {}): Promise<URL> {
  const page = await toConsent(place, way);
  const answer = await embedded(place.platform).post(
    '/oauth/authorize',
    { transaction: transactionIn(page), decision: 'allow', scope: way.choose ?? offeredIn(page) },
    way.peer === undefined ? {} : { peer: way.peer },
  );
  if (answer.status !== 303) throw new Error(`not allowed: ${answer.status} ${answer.text}`);
  return new URL(answer.headers.get('location')!);
}

/** Approves every requested scope as the person at the browser. @returns the redirect target */
export async function allowAt(
  door: Doorway,
  token: string,
  asked: Fields,
  from: { peer?: string; headers?: Record<string, string> } = {},
): Promise<URL> {
  const first = await door.get(parameters(asked), from);
  const signedIn = { transaction: transactionIn(first), token, decision: 'continue' };
  const page = await door.post('/oauth/authorize', signedIn, from);
  const decision = { transaction: transactionIn(page), decision: 'allow', scope: offeredIn(page) };
  const answer = await door.post('/oauth/authorize', decision, from);
  if (answer.status !== 303) throw new Error(`not allowed: ${answer.status} ${answer.text}`);
  return new URL(answer.headers.get('location')!);
}

/** Exchanges a code for tokens. */
export function exchange(place: Place, code: string, changes: Fields = {}): Promise<HttpReply> {
  return embedded(place.platform).post('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
    ...changes,
  });
}

export function refresh(place: Place, token: string, changes: Fields = {}): Promise<HttpReply> {
  return embedded(place.platform).post('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    ...changes,
  });
}

type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number };

/** Runs the complete flow; returns tokens for a client. */
export async function connect(place: Place, way: Way = {}): Promise<Tokens & { code: string }> {
  const code = (await toRedirect(place, way)).searchParams.get('code')!;
  return { ...(await exchange(place, code)).body, code };
}
