import { mcpPath } from '../../http/protected-resource.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import { requestIdsIn } from '../protocol/message-fault.ts';
import { errorCodes, metaKeys } from '../protocol/revisions.ts';
import { intake } from './backpressure.ts';
import { answersTo } from './batch-responses.ts';
import { ended, lineReader, lineWriter } from './line-framing.ts';

type RemoteServer = {
  url: string;
  token: string;
  /** Headers of every message, used for tool filters. */
  headers?: Readonly<Record<string, string>>;
};

type UnderWay = { stateless: boolean; endless: boolean; stop: AbortController };

/**
 * In a session (2025-11-25) it also opens a stream for server messages such as elicitations. Resolves when the input
 * has ended and every response was written.
 */
export async function bridgeStdio(
  server: RemoteServer,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  const endpoint = new URL(mcpPath.slice(1), server.url.endsWith('/') ? server.url : `${server.url}/`);
  const writer = lineWriter(output);
  const { write } = writer;
  const answers = answersTo(write);
  const over = new AbortController();
  /** Headers negotiated by the handshake, sent with every later message. */
  let approval: Record<string, string> = {};
  /** The client's `initialize`, repeated if the server forgets the session. */
  let opening: unknown;
  const underWay = new Map<unknown, UnderWay>();
  const forwards = new Set<Promise<void>>();

  const send = (method: string, headers: Record<string, string>, signal: AbortSignal, body?: string) =>
    fetch(endpoint, {
      method,
      headers: { Authorization: `Bearer ${server.token}`, ...server.headers, ...headers },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal,
    });
  const post = (message: unknown, signal: AbortSignal) =>
    send(
      'POST',
      {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(revisionOf(message) !== undefined ? statelessHeaders(message as Fields) : approval),
      },
      signal,
      JSON.stringify(message),
    );

  const forward = async (message: unknown): Promise<void> => {
    const ids = requestIdsIn(Array.isArray(message) ? message : [message]);
    const unanswered = new Set(ids);
    const stop = new AbortController();
    if (Array.isArray(message)) answers.together(ids);
    else for (const id of ids) underWay.set(id, underWayOf(message, stop));
    try {
      const session = approval[sessionHeader];
      let response = await post(message, stop.signal);
      if (response.status === 404 && session !== undefined && revisionOf(message) === undefined) {
        await response.body?.cancel();
        await renew(session);
        response = await post(message, stop.signal);
      }
      for await (const answer of heard(message, response)) {
        // Reads from the server only as fast as the client reads, so that backpressure reaches the server.
        await writer.room();
        stop.signal.throwIfAborted();
        const response = Array.isArray(message) ? answer : withId(answer, ids[0]);
        const id = isFields(response) && !('method' in response) ? response.id : undefined;
        unanswered.delete(id);
        if (id === null) pass(unanswered);
        answers.write(id, JSON.stringify(response));
      }
      listen();
    } catch {
      if (stop.signal.aborted) pass(unanswered);
    } finally {
      if (!Array.isArray(message)) for (const id of ids) underWay.delete(id);
    }
    for (const id of unanswered) {
      answers.write(id, errorLine(id, `The server at ${endpoint.origin} cannot be reached`));
    }
  };

  /** Marks requests without a response: an error without an id rejects the whole message. */
  const pass = (ids: Set<unknown>): void => {
    for (const id of ids) answers.none(id);
    ids.clear();
  };

  const heard = async function* (message: unknown, response: Response): AsyncGenerator<unknown> {
    const session = response.headers.get(sessionHeader);
    if (session !== null) approval = { ...approval, [sessionHeader]: session };
    const ids = requestIdsIn(Array.isArray(message) ? message : [message]);
    for await (const answer of messagesOf(response, ids)) {
      const revision = negotiatedBy(message, answer);
      if (revision !== undefined) {
        approval = { ...approval, [revisionHeader]: revision };
        opening = message;
      }
      yield answer;
    }
  };

  /** Repeats the handshake, once for all pending messages, when a restarted server has forgotten the session. */
  let renewing: Promise<void> | null = null;
  const renew = (forgotten: string): Promise<void> => {
    if (approval[sessionHeader] !== forgotten) return renewing ?? Promise.resolve();
    const before = approval;
    approval = {};
    renewing = (async () => {
      try {
        for await (const _ of heard(opening, await post(opening, over.signal)));
      } finally {
        // A rejected handshake negotiated nothing, so the next message tries again.
        if (approval[revisionHeader] === undefined) approval = before;
      }
      if (approval === before) return;
      const noted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, over.signal);
      await noted.body?.cancel();
    })();
    return renewing;
  };

  /** The session whose stream is open, or whose server does not offer one. */
  let listening: string | undefined;
  const listen = (): void => {
    const session = approval[sessionHeader];
    if (session === undefined || session === listening || over.signal.aborted) return;
    listening = session;
    const hear = async (): Promise<void> => {
      let speaks = true;
      try {
        const response = await send('GET', { Accept: 'text/event-stream', ...approval }, over.signal);
        speaks = response.status !== methodNotAllowed;
        if (isEventStream(response)) {
          for await (const message of messagesOf(response, [])) {
            await writer.room();
            write(JSON.stringify(message));
          }
        } else {
          await response.body?.cancel();
        }
      } finally {
        // Reopens the stream with the next message, because a server that is down stays down for a while.
        if (speaks && listening === session) listening = undefined;
      }
    };
    hear().catch(() => {});
  };

  // Later messages need the headers of the handshake and wait for it. All other messages run concurrently.
  let handshake: Promise<void> = Promise.resolve();
  const start = (message: unknown): void => {
    const sent = handshake
      .then(() => forward(message))
      .finally(() => {
        forwards.delete(sent);
        lines.next();
      });
    forwards.add(sent);
    if (isFields(message) && message.method === 'initialize') handshake = sent;
  };

  const begin = (line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      write(errorLine(null, 'Parse error: a line is not JSON', errorCodes.parseError));
      return;
    }
    const cancelled = underWay.get(cancelledId(message));
    // In 2026-07-28 over HTTP, closing the stream cancels the request.
    if (cancelled?.stateless) cancelled.stop.abort();
    else start(message);
  };
  const lines = intake({
    input,
    writer,
    underWay: () => forwards.size,
    begin,
    // A message in progress may wait for a person's answer, which arrives on the same input.
    refuse: (id) => write(errorLine(id, 'Too much was asked at once; ask again later')),
  });

  const read = lineReader(lines.take, () =>
    write(errorLine(null, 'A line is too long', errorCodes.invalidRequest)),
  );
  input.on('data', read);
  await ended(input);
  input.off('data', read);
  lines.drop(isEndless);
  for (const { endless, stop } of underWay.values()) if (endless) stop.abort();
  await lines.emptied();
  while (forwards.size > 0) await Promise.all(forwards);
  if (approval[sessionHeader] !== undefined) {
    await send('DELETE', approval, over.signal).catch(() => {});
  }
  over.abort();
  // The writer flushes at the end of a turn of the event loop, so wait for the next one.
  await new Promise((resolve) => setImmediate(resolve));
}

const sessionHeader = 'Mcp-Session-Id';
const revisionHeader = 'MCP-Protocol-Version';
/** Response to GET of a server without a stream for server messages (2025-06-18 Streamable HTTP). */
const methodNotAllowed = 405;

/** A change stream stays open until it is cancelled. */
const endlessMethod = 'subscriptions/listen';

function underWayOf(message: unknown, stop: AbortController): UnderWay {
  return { stateless: revisionOf(message) !== undefined, endless: isEndless(message), stop };
}

function isEndless(message: unknown): boolean {
  return isFields(message) && message.method === endlessMethod;
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function revisionOf(message: unknown): string | undefined {
  if (!isFields(message) || !isFields(message.params) || !isFields(message.params._meta)) return undefined;
  const revision = message.params._meta[metaKeys.protocolVersion];
  return typeof revision === 'string' ? revision : undefined;
}

function negotiatedBy(message: unknown, answer: unknown): string | undefined {
  if (!isFields(message) || message.method !== 'initialize') return undefined;
  if (!isFields(answer) || !isFields(answer.result)) return undefined;
  const revision = answer.result.protocolVersion;
  return typeof revision === 'string' ? revision : undefined;
}

/** Builds the headers of 2026-07-28, which repeat fields of the body so that proxies can route by them. */
function statelessHeaders(message: Fields): Record<string, string> {
  const method = String(message.method);
  const field = namedBy[method];
  const name = field === undefined ? undefined : (message.params as Fields)[field];
  return {
    [revisionHeader]: revisionOf(message)!,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
  };
}

const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** Encodes a value that a header cannot contain, or that looks encoded, with the protocol's encoding. */
function headerValue(value: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** Yields the JSON-RPC messages of a response. A response of another type becomes an error for each request. */
async function* messagesOf(response: Response, ids: readonly unknown[]): AsyncGenerator<unknown> {
  if (isEventStream(response) && response.body) {
    yield* eventMessages(response.body);
    return;
  }
  const message = parsed(await response.text());
  if (Array.isArray(message)) {
    yield* message;
  } else if (isFields(message) && message.jsonrpc === '2.0') {
    yield message;
  } else {
    const error = { code: errorCodes.refused, message: refusalOf(response, message) };
    for (const id of ids) yield { jsonrpc: '2.0', id, error };
  }
}

/** Parses the `data` of each event (WHATWG HTML 9.2.6). */
async function* eventMessages(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let event: string[] = [];
  let ready: unknown[] = [];
  const read = lineReader(
    (line) => {
      if (line.startsWith('data:')) event.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      if (line !== '') return;
      const message = parsed(event.join('\n'));
      if (message !== undefined) ready.push(message);
      event = [];
    },
    () => {
      event = [];
    },
  );
  for await (const chunk of stream) {
    read(chunk);
    yield* ready;
    ready = [];
  }
}

/** Adds the id of the only request to an error without an id. */
function withId(answer: unknown, id: unknown): unknown {
  return isFields(answer) && answer.id === null && id !== undefined ? { ...answer, id } : answer;
}

function refusalOf(response: Response, body: unknown): string {
  if (isFields(body) && typeof body.message === 'string') return `${body.message} (HTTP ${response.status})`;
  return `The server answered HTTP ${response.status}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorLine(id: unknown, message: string, code: number = errorCodes.refused): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
