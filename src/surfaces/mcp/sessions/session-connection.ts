import type { Engine } from '../../../engine/context/scope.ts';
import { secondMs } from '../../../model/instant.ts';
import { mcpPath } from '../../http/protected-resource.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import { errorCodes } from '../protocol/revisions.ts';
import { loadSdk, openingId, sdkServer, sendListChanged } from '../protocol/sdk-server.ts';
import type { ListName, ServerDefinition } from '../protocol/server-definition.ts';
import type { EventQuota } from './event-quota.ts';
import { eventStore } from './event-store.ts';
import { subscriptionsIn } from './subscriptions.ts';

export type Connection = {
  serve(request: Request, message?: unknown): Promise<Response>;
  isHeard(): boolean;
  tellChanged(list: ListName): Promise<void>;
  close(): Promise<void>;
  /** Closes when every request is answered or waits for the client. */
  drain(): Promise<void>;
};

type SessionTerms = {
  id: string;
  organization: number;
  /** Quota for the events kept for replay. */
  room: EventQuota;
  opening: Fields;
  current(): ServerDefinition;
  /** Called when a subscribed resource can no longer be read. */
  onBlind(): void;
};

/** Delay before a disconnected client should reconnect. */
const retryAfterMs = secondMs;
const storeNameBytes = 6;

export async function sessionConnection(engine: Engine, terms: SessionTerms): Promise<Connection> {
  const { clock, ids, log } = engine.world;
  const { id, organization, room, opening, current, onBlind } = terms;
  const sdk = await loadSdk();
  const events = eventStore(ids.bytes(storeNameBytes).toString('hex'), room, organization);
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    eventStore: events,
    retryInterval: retryAfterMs,
  });
  const over = new AbortController();
  const subscriptions = subscriptionsIn({
    clock,
    log,
    organization,
    offer: current,
    onChange: (uri) => void server.sendResourceUpdated({ uri }).catch(() => {}),
    onEnd: (why) => why === 'failed' && onBlind(),
    signal: over.signal,
  });
  const server = await sdkServer(sdk, current, subscriptions);

  const due = new Set<unknown>();
  /** Server requests waiting for the client, by id, each with the client request that caused it. */
  const asked = new Map<unknown, unknown>();
  let settled = (): void => {};
  const settle = (): void => {
    const waiting = new Set(asked.values());
    if ([...due].every((id) => waiting.has(id))) settled();
  };
  const answered = (id: unknown): void => {
    due.delete(id);
    for (const [question, of] of asked) if (of === id) asked.delete(question);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if ('method' in message && 'id' in message) asked.set(message.id, options?.relatedRequestId);
    // The SDK cancels elicitations that time out.
    else if ('method' in message) asked.delete(cancelledId(message));
    try {
      await send(message, options);
    } finally {
      if (!('method' in message)) answered(message.id);
      settle();
    }
  };
  const note = (message: unknown): void => {
    if (!isFields(message)) return;
    if (!('method' in message)) asked.delete(message.id);
    else if ('id' in message) due.add(message.id);
    // Cancelled requests get no response.
    else if (cancelledId(message) !== undefined) answered(cancelledId(message));
    settle();
  };

  await server.connect(transport);
  // Replays the handshake, which the fast path answered, to the SDK and discards the response.
  const url = new URL(mcpPath, engine.settings.baseUrl);
  const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
  const opened = await transport.handleRequest(new Request(url, { method: 'POST', headers }), {
    parsedBody: { jsonrpc: '2.0', id: openingId, method: 'initialize', params: opening },
  });
  await opened.text();
  await transport.handleRequest(
    new Request(url, { method: 'POST', headers: { ...headers, 'Mcp-Session-Id': id } }),
    { parsedBody: { jsonrpc: '2.0', method: 'notifications/initialized' } },
  );

  let listeners = 0;
  const counted = (response: Response): Response => {
    if (!response.ok || response.body === null) return response;
    listeners += 1;
    const over = (): void => {
      listeners -= 1;
    };
    const body = response.body.pipeThrough(new TransformStream({ flush: over, cancel: over }));
    return new Response(body, response);
  };

  const resume = async (request: Request): Promise<Response> => {
    const last = request.headers.get('last-event-id');
    const standing = last === null ? 'listen' : events.progressOf(last);
    if (standing === 'gone') return goneResponse();
    if (standing === 'resume') return await transport.handleRequest(request);
    // After a reconnect the old stream is lost, even if the server has not noticed.
    transport.closeStandaloneSSEStream();
    const fresh = new Headers(request.headers);
    fresh.delete('last-event-id');
    return await transport.handleRequest(
      new Request(request.url, { headers: fresh, signal: request.signal }),
    );
  };

  const close = async (): Promise<void> => {
    over.abort();
    events.close();
    await server.close();
  };
  return {
    async serve(request, message) {
      if (request.method === 'GET') return counted(await resume(request));
      for (const each of Array.isArray(message) ? message : [message]) note(each);
      const response = await transport.handleRequest(request, { parsedBody: message });
      if (!response.ok) for (const each of Array.isArray(message) ? message : [message]) forget(due, each);
      return response;
    },
    isHeard: () => listeners > 0,
    tellChanged: (list) => sendListChanged(server, list),
    close,
    async drain() {
      transport.closeStandaloneSSEStream();
      await new Promise<void>((resolve) => {
        settled = resolve;
        settle();
      });
      await close();
    },
  };
}

function forget(due: Set<unknown>, message: unknown): void {
  if (isFields(message) && 'method' in message) due.delete(message.id);
}

/** The response is lost with its process or session, so the client must repeat its request. */
function goneResponse(): Response {
  const error = { code: errorCodes.refused, message: 'What came after this event is not kept any more' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}
