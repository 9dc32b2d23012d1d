import type { McpHttpHandler, ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { mcpPath } from '../../http/protected-resource.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../http/request-response.ts';
import { errorCodes } from '../protocol/revisions.ts';
import { loadSdk, sdkServer } from '../protocol/sdk-server.ts';
import { InvalidParams, type ServerDefinition } from '../protocol/server-definition.ts';
import { changesFor } from './listen.ts';

export type SdkEndpoint = {
  /** @param offerNow builds the current offer, because a stream may outlive the caller's rights */
  answer(
    request: HttpRequest,
    caller: Caller,
    offerNow: (caller: Caller) => ServerDefinition,
    message: unknown,
  ): Promise<HttpAnswer>;
  /** Ends every open-ended stream. Requests in flight and new requests are still answered. */
  close(): void;
};

/** Limit of open change streams per process. Each has its own timer. */
const listenersMax = 500;
const listenersOfOneOrganizationMax = 50;

/** Answers messages and methods that the fast path does not handle. */
export function sdkEndpoint(engine: Engine): SdkEndpoint {
  const offers = new WeakMap<Request, ServerDefinition>();
  const closing = new AbortController();
  const listeners = new Map<number, number>();
  const log = engine.world.log;
  const handlerWith = async (bus?: ServerEventBus): Promise<McpHttpHandler> => {
    const sdk = await loadSdk();
    return sdk.createMcpHandler(
      ({ requestInfo }) => {
        const offer = requestInfo && offers.get(requestInfo);
        if (!offer) throw new Error('A request without its caller reached the MCP server');
        return sdkServer(sdk, () => offer);
      },
      { onerror: (error) => log.debug({ err: error }, 'mcp request refused'), ...(bus && { bus }) },
    );
  };
  let opened: Promise<McpHttpHandler> | undefined;

  const enter = (organization: number): boolean => {
    const open = listeners.get(organization) ?? 0;
    const all = [...listeners.values()].reduce((sum, each) => sum + each, 0);
    if (open >= listenersOfOneOrganizationMax || all >= listenersMax) return false;
    listeners.set(organization, open + 1);
    return true;
  };
  const leave = (organization: number): void => {
    const left = (listeners.get(organization) ?? 1) - 1;
    if (left > 0) listeners.set(organization, left);
    else listeners.delete(organization);
  };

  const listen = async (
    sdkRequest: Request,
    caller: Caller,
    offerNow: (caller: Caller) => ServerDefinition,
    message: Fields,
  ): Promise<HttpAnswer> => {
    const organization = caller.organization.key;
    if (!enter(organization)) return tooManyStreams(message.id);
    const signal = AbortSignal.any([sdkRequest.signal, closing.signal]);
    let changes: ReturnType<typeof changesFor>;
    try {
      changes = changesFor(engine, caller, offerNow, message, signal);
    } catch (error) {
      leave(organization);
      if (!(error instanceof InvalidParams)) throw error;
      return refused(400, error.message, errorCodes.invalidParams, message.id);
    }
    if (changes === null) {
      leave(organization);
      return tooManyStreams(message.id);
    }
    const { bus, isHeard, onEnd, end } = changes;
    onEnd(() => leave(organization));
    try {
      const handler = await handlerWith(bus);
      onEnd(() => void handler.close());
      const response = await handler.fetch(sdkRequest, { parsedBody: message });
      // The response was a refusal or an empty stream, so nothing else would end the subscription.
      if (!isHeard()) end();
      return await fromWeb(response);
    } catch (error) {
      end();
      throw error;
    }
  };

  return {
    async answer(request, caller, offerNow, message) {
      const sdkRequest = webRequest(engine, request);
      offers.set(sdkRequest, offerNow(caller));
      if (isFields(message) && message.method === 'subscriptions/listen') {
        return await listen(sdkRequest, caller, offerNow, message);
      }
      opened ??= handlerWith();
      return await fromWeb(await (await opened).fetch(sdkRequest, { parsedBody: message }));
    },
    close: () => closing.abort(),
  };
}

function tooManyStreams(id: unknown): HttpAnswer {
  return refused(429, 'Too many change streams are open', errorCodes.refused, id);
}

/** Converts the request to a web request without its token. */
export function webRequest({ settings }: Engine, request: HttpRequest): Request {
  return new Request(new URL(mcpPath, settings.baseUrl), {
    method: request.method,
    headers: plainHeaders(request.headers),
    signal: request.signal,
  });
}

export async function fromWeb(response: Response): Promise<HttpAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !doorHeaders.has(name))),
    body: isEventStream(response) ? boundedEvents(response.body) : (await response.text()) || null,
  };
}

const doorHeaders: ReadonlySet<string> = new Set(['connection', 'cache-control']);

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

export function refused(
  status: number,
  message: string,
  code: number = errorCodes.refused,
  id: unknown = null,
): HttpAnswer {
  return jsonAnswer(status, { jsonrpc: '2.0', error: { code, message }, id });
}

/** Maximum events for a slow reader. Changes take some hundred bytes; a batch has an event per message. */
export const eventsWaitingMax = 1_000;

/** The SDK writes regardless of the reader. A reader too far behind loses the stream and resumes at the last event. */
export function boundedEvents(events: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
  if (events === null) return null;
  const reader = events.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start(waiting) {
        const takeAll = async (): Promise<void> => {
          for (let next = await reader.read(); !next.done; next = await reader.read()) {
            if (waiting.desiredSize === 0) throw new Error('the reader of an event stream is too far behind');
            waiting.enqueue(next.value);
          }
          waiting.close();
        };
        takeAll().catch((error) => {
          waiting.error(error);
          reader.cancel(error).catch(() => {});
        });
      },
      async cancel(reason) {
        await reader.cancel(reason);
      },
    },
    { highWaterMark: eventsWaitingMax },
  );
}
