import type {
  WebStandardStreamableHTTPServerTransport as HttpTransport,
  Server,
} from '@modelcontextprotocol/server';
import type { Engine } from '../../../engine/context/scope.ts';
import { secondMs } from '../../../model/instant.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { mcpPath } from '../../http/protected-resource.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { errorCodes } from '../protocol/revisions.ts';
import { loadSdk, openingId, sdkServer, sendListChanged } from '../protocol/sdk-server.ts';
import type { ListName, ServerDefinition } from '../protocol/server-definition.ts';
import type { EventQuota } from './event-quota.ts';
import { eventStore, type KeptEvents } from './event-store.ts';
import { subscriptionsIn } from './subscriptions.ts';

type SessionTerms = {
  id: string;
  organization: number;
  room: EventQuota;
  opening: Fields;
  current(): ServerDefinition;
  /** Called when a subscribed resource can no longer be read. */
  onBlind(): void;
};

/** Delay before a disconnected client should reconnect. */
const retryAfterMs = secondMs;
const storeNameBytes = 6;

export async function openConnection(engine: Engine, terms: SessionTerms): Promise<Connection> {
  const { clock, ids, log } = engine.world;
  const { id, organization, room, current, onBlind } = terms;
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
  const pending = new PendingRequests();
  pending.followAnswers(transport);
  await server.connect(transport);
  await replayHandshake(transport, new URL(mcpPath, engine.settings.baseUrl), terms);
  return new Connection({ server, transport, events, pending, over });
}

/** Replays the handshake, which the fast path answered, to the SDK and discards the response. */
async function replayHandshake(transport: HttpTransport, url: URL, terms: SessionTerms): Promise<void> {
  const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
  const opened = await transport.handleRequest(new Request(url, { method: 'POST', headers }), {
    parsedBody: { jsonrpc: '2.0', id: openingId, method: 'initialize', params: terms.opening },
  });
  await opened.text();
  await transport.handleRequest(
    new Request(url, { method: 'POST', headers: { ...headers, 'Mcp-Session-Id': terms.id } }),
    { parsedBody: { jsonrpc: '2.0', method: 'notifications/initialized' } },
  );
}

type Parts = {
  server: Server;
  transport: HttpTransport;
  events: KeptEvents;
  pending: PendingRequests;
  over: AbortController;
};

export class Connection {
  readonly #parts: Parts;
  #listeners = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async serve(request: Request, message?: unknown): Promise<Response> {
    if (request.method === 'GET') return this.#countListener(await this.#resume(request));
    const { transport, pending } = this.#parts;
    const messages = Array.isArray(message) ? message : [message];
    for (const each of messages) pending.note(each);
    const response = await transport.handleRequest(request, { parsedBody: message });
    if (!response.ok) for (const each of messages) pending.forget(each);
    return response;
  }

  isHeard(): boolean {
    return this.#listeners > 0;
  }

  tellChanged(list: ListName): Promise<void> {
    return sendListChanged(this.#parts.server, list);
  }

  /** Closes when every request is answered or waits for the client. */
  async drain(): Promise<void> {
    this.#parts.transport.closeStandaloneSSEStream();
    await this.#parts.pending.settled();
    await this.close();
  }

  async close(): Promise<void> {
    this.#parts.over.abort();
    this.#parts.events.close();
    await this.#parts.server.close();
  }

  #countListener(response: Response): Response {
    if (!response.ok || response.body === null) return response;
    this.#listeners += 1;
    const over = (): void => {
      this.#listeners -= 1;
    };
    const body = response.body.pipeThrough(new TransformStream({ flush: over, cancel: over }));
    return new Response(body, response);
  }

  async #resume(request: Request): Promise<Response> {
    const { transport, events } = this.#parts;
    const last = request.headers.get('last-event-id');
    const progress = last === null ? 'listen' : events.progressOf(last);
    if (progress === 'gone') return goneResponse();
    if (progress === 'resume') return await transport.handleRequest(request);
    // After a reconnect the old stream is lost, even if the server has not noticed.
    transport.closeStandaloneSSEStream();
    const headers = new Headers(request.headers);
    headers.delete('last-event-id');
    return await transport.handleRequest(new Request(request.url, { headers, signal: request.signal }));
  }
}

/** Requests of the client without an answer, and requests of the server that wait for the client. */
class PendingRequests {
  readonly #due = new Set<unknown>();
  /** Server requests by id, each with the client request that caused it. */
  readonly #asked = new Map<unknown, unknown>();
  #onSettled = (): void => {};

  followAnswers(transport: HttpTransport): void {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if ('method' in message && 'id' in message) this.#asked.set(message.id, options?.relatedRequestId);
      // The SDK cancels elicitations that time out.
      else if ('method' in message) this.#asked.delete(cancelledId(message));
      try {
        await send(message, options);
      } finally {
        if (!('method' in message)) this.#noteAnswer(message.id);
        this.#settle();
      }
    };
  }

  note(message: unknown): void {
    if (!isFields(message)) return;
    if (!('method' in message)) this.#asked.delete(message.id);
    else if ('id' in message) this.#due.add(message.id);
    // Cancelled requests get no response.
    else if (cancelledId(message) !== undefined) this.#noteAnswer(cancelledId(message));
    this.#settle();
  }

  forget(message: unknown): void {
    if (isFields(message) && 'method' in message) this.#due.delete(message.id);
  }

  /** Resolves when every request of the client is answered or waits for the client. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSettled = resolve;
      this.#settle();
    });
  }

  #noteAnswer(id: unknown): void {
    this.#due.delete(id);
    for (const [question, cause] of this.#asked) if (cause === id) this.#asked.delete(question);
  }

  #settle(): void {
    const waiting = new Set(this.#asked.values());
    if (this.#due.values().every((id) => waiting.has(id))) this.#onSettled();
  }
}

/** The response is lost with its process or session, so the client must repeat its request. */
function goneResponse(): Response {
  const error = { code: errorCodes.refused, message: 'Events after this one are no longer stored' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}
