import { type Fields, isFields } from '../../../model/text/fields.ts';
import { mcpPath } from '../../http/protected-resource.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { requestIdsIn } from '../protocol/message-fault.ts';
import { errorCodes, metaKeys } from '../protocol/revisions.ts';
import { type Intake, intake } from './backpressure.ts';
import { type Answers, answersTo } from './batch-responses.ts';
import { flushed, type LineWriter, lineReader, lineWriter, parseJson, readLines } from './line-framing.ts';

type RemoteServer = {
  url: string;
  token: string;
  /** Headers of every message, used for tool filters. */
  headers?: Readonly<Record<string, string>>;
};

type UnderWay = { stateless: boolean; endless: boolean; stop: AbortController };

/** In a session (2025-11-25), also opens a stream for server messages. Resolves after the last response. */
export async function bridgeStdio(
  server: RemoteServer,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  await new Bridge(server, input, output).run();
}

class Bridge {
  readonly #input: NodeJS.ReadableStream;
  readonly #writer: LineWriter;
  readonly #answers: Answers;
  readonly #remote: RemoteSession;
  readonly #lines: Intake;
  readonly #underWay = new Map<unknown, UnderWay>();
  readonly #forwards = new Set<Promise<void>>();
  /** Later messages need the headers of the handshake and wait for it. All other messages run concurrently. */
  #handshake: Promise<void> = Promise.resolve();

  constructor(server: RemoteServer, input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#input = input;
    this.#writer = lineWriter(output);
    this.#answers = answersTo(this.#writer.write);
    this.#remote = new RemoteSession(server);
    this.#lines = intake({
      input,
      writer: this.#writer,
      underWay: () => this.#forwards.size,
      begin: (line) => this.#begin(line),
      // A message in progress may wait for a person's answer, which arrives on the same input.
      refuse: (id) => this.#writer.write(errorLine(id, 'Too many requests at once; try again later')),
    });
  }

  async run(): Promise<void> {
    await readLines(this.#input, this.#lines.take, () =>
      this.#writer.write(errorLine(null, 'A line is too long', errorCodes.invalidRequest)),
    );
    this.#lines.drop(isEndless);
    for (const { endless, stop } of this.#underWay.values()) if (endless) stop.abort();
    await this.#lines.emptied();
    while (this.#forwards.size > 0) await Promise.all(this.#forwards);
    await this.#remote.end();
    await flushed();
  }

  #begin(line: string): void {
    const message = parseJson(line);
    if (message === undefined) {
      this.#writer.write(errorLine(null, 'Parse error: a line is not JSON', errorCodes.parseError));
      return;
    }
    const cancelled = this.#underWay.get(cancelledId(message));
    // In 2026-07-28 over HTTP, closing the stream cancels the request.
    if (cancelled?.stateless) cancelled.stop.abort();
    else this.#start(message);
  }

  #start(message: unknown): void {
    const sent = this.#handshake
      .then(() => this.#forward(message))
      .finally(() => {
        this.#forwards.delete(sent);
        this.#lines.next();
      });
    this.#forwards.add(sent);
    if (isFields(message) && message.method === 'initialize') this.#handshake = sent;
  }

  async #forward(message: unknown): Promise<void> {
    const isBatch = Array.isArray(message);
    const ids = requestIdsIn(isBatch ? message : [message]);
    const unanswered = new Set(ids);
    const stop = new AbortController();
    if (isBatch) this.#answers.together(ids);
    else for (const id of ids) this.#underWay.set(id, describeRequest(message, stop));
    try {
      for await (const answer of this.#remote.exchange(message, stop.signal)) {
        // Reads from the server only as fast as the client reads, so that backpressure reaches the server.
        await this.#writer.room();
        stop.signal.throwIfAborted();
        const response = isBatch ? answer : withId(answer, ids[0]);
        const id = isFields(response) && !('method' in response) ? response.id : undefined;
        unanswered.delete(id);
        if (id === null) this.#settleWithoutAnswer(unanswered);
        this.#answers.write(id, JSON.stringify(response));
      }
      this.#remote.listen(async (news) => {
        await this.#writer.room();
        this.#writer.write(JSON.stringify(news));
      });
    } catch {
      if (stop.signal.aborted) this.#settleWithoutAnswer(unanswered);
    } finally {
      if (!isBatch) for (const id of ids) this.#underWay.delete(id);
    }
    for (const id of unanswered) {
      const unreachable = `The server at ${this.#remote.endpoint.origin} cannot be reached`;
      this.#answers.write(id, errorLine(id, unreachable));
    }
  }

  /** Marks requests without a response: an error without an id rejects the whole message. */
  #settleWithoutAnswer(ids: Set<unknown>): void {
    for (const id of ids) this.#answers.none(id);
    ids.clear();
  }
}

/** The server's endpoint, with the headers that the client's handshake negotiated. */
class RemoteSession {
  readonly endpoint: URL;
  readonly #server: RemoteServer;
  readonly #over = new AbortController();
  /** Sent with every message after the handshake. */
  #negotiated: Record<string, string> = {};
  /** The client's `initialize`, repeated if the server forgets the session. */
  #opening: unknown;
  #renewing: Promise<void> | null = null;
  /** The session whose stream is open, or whose server does not offer one. */
  #listening: string | undefined;

  constructor(server: RemoteServer) {
    this.#server = server;
    this.endpoint = new URL(mcpPath.slice(1), server.url.endsWith('/') ? server.url : `${server.url}/`);
  }

  async *exchange(message: unknown, signal: AbortSignal): AsyncGenerator<unknown> {
    const session = this.#negotiated[sessionHeader];
    let response = await this.#post(message, signal);
    if (response.status === 404 && session !== undefined && revisionOf(message) === undefined) {
      await response.body?.cancel();
      await this.#renew(session);
      response = await this.#post(message, signal);
    }
    yield* this.#receive(message, response);
  }

  async *#receive(message: unknown, response: Response): AsyncGenerator<unknown> {
    const session = response.headers.get(sessionHeader);
    if (session !== null) this.#negotiated = { ...this.#negotiated, [sessionHeader]: session };
    const ids = requestIdsIn(Array.isArray(message) ? message : [message]);
    for await (const answer of messagesOf(response, ids)) {
      const revision = negotiatedBy(message, answer);
      if (revision !== undefined) {
        this.#negotiated = { ...this.#negotiated, [revisionHeader]: revision };
        this.#opening = message;
      }
      yield answer;
    }
  }

  /** Repeats the handshake, once for all pending messages, when a restarted server has forgotten the session. */
  #renew(forgotten: string): Promise<void> {
    if (this.#negotiated[sessionHeader] === forgotten) this.#renewing = this.#repeatHandshake();
    return this.#renewing ?? Promise.resolve();
  }

  async #repeatHandshake(): Promise<void> {
    const before = this.#negotiated;
    this.#negotiated = {};
    try {
      const response = await this.#post(this.#opening, this.#over.signal);
      for await (const _ of this.#receive(this.#opening, response));
    } finally {
      // A rejected handshake negotiated nothing, so the next message tries again.
      if (this.#negotiated[revisionHeader] === undefined) this.#negotiated = before;
    }
    if (this.#negotiated === before) return;
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const noted = await this.#post(initialized, this.#over.signal);
    await noted.body?.cancel();
  }

  /** Opens the session's stream for server messages, unless it is open or the server does not offer one. */
  listen(onMessage: (message: unknown) => Promise<void>): void {
    const session = this.#negotiated[sessionHeader];
    if (session === undefined || session === this.#listening || this.#over.signal.aborted) return;
    this.#listening = session;
    this.#readStream(session, onMessage).catch(() => {});
  }

  async #readStream(session: string, onMessage: (message: unknown) => Promise<void>): Promise<void> {
    let isOffered = true;
    try {
      const headers = { Accept: 'text/event-stream', ...this.#negotiated };
      const response = await this.#send({ method: 'GET', headers }, this.#over.signal);
      isOffered = response.status !== methodNotAllowed;
      if (!isEventStream(response)) await response.body?.cancel();
      else for await (const message of messagesOf(response, [])) await onMessage(message);
    } finally {
      // Reopens the stream with the next message, because a server that is down stays down for a while.
      if (isOffered && this.#listening === session) this.#listening = undefined;
    }
  }

  async end(): Promise<void> {
    if (this.#negotiated[sessionHeader] !== undefined) {
      const headers = this.#negotiated;
      await this.#send({ method: 'DELETE', headers }, this.#over.signal).catch(() => {});
    }
    this.#over.abort();
  }

  #post(message: unknown, signal: AbortSignal): Promise<Response> {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(revisionOf(message) !== undefined ? statelessHeaders(message as Fields) : this.#negotiated),
    };
    return this.#send({ method: 'POST', headers, body: JSON.stringify(message) }, signal);
  }

  #send(init: RequestInit & { headers: Record<string, string> }, signal: AbortSignal): Promise<Response> {
    const { token, headers } = this.#server;
    const all = { Authorization: `Bearer ${token}`, ...headers, ...init.headers };
    return fetch(this.endpoint, { ...init, headers: all, redirect: 'error', signal });
  }
}

const sessionHeader = 'Mcp-Session-Id';
const revisionHeader = 'MCP-Protocol-Version';
/** Response to GET of a server without a stream for server messages (2025-06-18 Streamable HTTP). */
const methodNotAllowed = 405;

/** A change stream stays open until it is cancelled. */
const endlessMethod = 'subscriptions/listen';

function describeRequest(message: unknown, stop: AbortController): UnderWay {
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
  const message = parseJson(await response.text());
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
      const message = parseJson(event.join('\n'));
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

function errorLine(id: unknown, message: string, code: number = errorCodes.refused): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
