import { type Fields, isFields } from './direct-answer.ts';
import { ended, lineReader, lineWriter } from './lines.ts';
import { errorCodes, metaKeys } from './revisions.ts';

/** Requests under way at once; while there are more, no further line is read. */
const forwardsMax = 64;

/** A running server, as the bridge reaches it. */
export type RemoteServer = { url: string; token: string };

/**
 * Speaks MCP on a pair of streams by forwarding each message to a running server's `/mcp`, and writing back what
 * it answers, in one piece or as a stream of events. Ends when the input has ended and every answer is in.
 */
export async function bridgeStdio(
  server: RemoteServer,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  const endpoint = new URL('mcp', server.url.endsWith('/') ? server.url : `${server.url}/`);
  const write = lineWriter(output);
  /** What a handshake agreed on; every later message carries it. */
  let agreed: Record<string, string> = {};
  const underWay = new Map<unknown, { stateless: boolean; stop: AbortController }>();
  const forwards = new Set<Promise<void>>();

  const forward = async (message: unknown): Promise<void> => {
    const id = requestId(message);
    const stateless = revisionOf(message) !== undefined;
    const stop = new AbortController();
    if (id !== undefined) underWay.set(id, { stateless, stop });
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${server.token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...(stateless ? statelessHeaders(message as Fields) : agreed),
        },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: stop.signal,
      });
      const session = response.headers.get('mcp-session-id');
      if (session !== null) agreed = { ...agreed, 'Mcp-Session-Id': session };
      for await (const answer of messagesOf(response, id)) {
        const revision = negotiatedBy(message, answer);
        if (revision !== undefined) agreed = { ...agreed, 'MCP-Protocol-Version': revision };
        write(JSON.stringify(answer));
      }
    } catch {
      if (!stop.signal.aborted && id !== undefined) {
        write(errorLine(id, `The server at ${endpoint.origin} cannot be reached`));
      }
    } finally {
      underWay.delete(id);
    }
  };

  // What a handshake agreed on goes into the messages after it; everything else goes out side by side.
  let handshake: Promise<void> = Promise.resolve();
  const take = (line: string): void => {
    if (line === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      write(errorLine(null, 'Parse error: a line is not JSON', errorCodes.parseError));
      return;
    }
    const cancelled = underWay.get(cancelledId(message));
    if (cancelled?.stateless) {
      // In 2026-07-28 over HTTP a request is cancelled by closing its stream.
      cancelled.stop.abort();
      return;
    }
    const sent = handshake
      .then(() => forward(message))
      .finally(() => {
        forwards.delete(sent);
        if (forwards.size < forwardsMax) input.resume();
      });
    forwards.add(sent);
    if (forwards.size >= forwardsMax) input.pause();
    if (isFields(message) && message.method === 'initialize') handshake = sent;
  };

  const read = lineReader(take, () =>
    write(errorLine(null, 'A line is too long', errorCodes.invalidRequest)),
  );
  input.on('data', read);
  await ended(input);
  input.off('data', read);
  while (forwards.size > 0) await Promise.all(forwards);
  // The writer writes at the end of a turn of the event loop; this ends in a later one.
  await new Promise((resolve) => setImmediate(resolve));
}

function requestId(message: unknown): unknown {
  return isFields(message) && 'method' in message ? message.id : undefined;
}

function cancelledId(message: unknown): unknown {
  if (!isFields(message) || message.method !== 'notifications/cancelled') return undefined;
  return isFields(message.params) ? message.params.requestId : undefined;
}

/** The revision a stateless message names for itself. */
function revisionOf(message: unknown): string | undefined {
  if (!isFields(message) || !isFields(message.params) || !isFields(message.params._meta)) return undefined;
  const revision = message.params._meta[metaKeys.protocolVersion];
  return typeof revision === 'string' ? revision : undefined;
}

/** The revision that an answer to `initialize` settles on. */
function negotiatedBy(message: unknown, answer: unknown): string | undefined {
  if (!isFields(message) || message.method !== 'initialize') return undefined;
  if (!isFields(answer) || !isFields(answer.result)) return undefined;
  const revision = answer.result.protocolVersion;
  return typeof revision === 'string' ? revision : undefined;
}

/** The headers that 2026-07-28 wants to repeat what the body says, so that proxies can route by them. */
function statelessHeaders(message: Fields): Record<string, string> {
  const method = String(message.method);
  const field = namedBy[method];
  const name = field === undefined ? undefined : (message.params as Fields)[field];
  return {
    'MCP-Protocol-Version': revisionOf(message)!,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
  };
}

const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** What a header cannot hold, or what would be taken for an encoding, is sent in the protocol's encoding. */
function headerValue(value: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** Every JSON-RPC message of an answer; an answer of another kind becomes an error that says what it was. */
async function* messagesOf(response: Response, id: unknown): AsyncGenerator<unknown> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    yield* eventMessages(response.body);
    return;
  }
  const message = parsed(await response.text());
  if (Array.isArray(message)) {
    yield message;
  } else if (isFields(message) && message.jsonrpc === '2.0') {
    yield id !== undefined && message.id === null ? { ...message, id } : message;
  } else if (id !== undefined) {
    yield { jsonrpc: '2.0', id, error: { code: errorCodes.refused, message: refusalOf(response, message) } };
  }
}

/** The `data` of each event, parsed (WHATWG HTML 9.2.6). */
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
