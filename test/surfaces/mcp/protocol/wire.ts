import { metaKeys } from '../../../../src/surfaces/mcp/protocol/revisions.ts';
import {
  firstToken,
  type OpenOptions,
  openPlatform,
  type SimulatedPlatform,
} from '../../../world/platform.ts';

/** Raw protocol over a real socket to the whole platform: messages that no client sends, in any order. */
export type Wire = {
  posthouse: SimulatedPlatform;
  url: string;
  /** Posts a message; `undefined` omits a header. */
  post(message: unknown, sent?: Sent): Promise<Response>;
  ask(
    method: string,
    params?: Json,
    sent?: Sent & { capabilities?: object; id?: unknown },
  ): Promise<Response>;
  get(session: string, sent?: Sent): Promise<Response>;
  end(session: string, sent?: Sent): Promise<Response>;
  /** Opens a session of 2025-11-25 with the client's capabilities; returns its id. */
  open(capabilities?: object, sent?: Sent): Promise<string>;
  close(): Promise<void>;
};

export type Sent = {
  token?: string;
  session?: string;
  headers?: Record<string, string | undefined>;
  signal?: AbortSignal;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
export type Json = any;

/** Simulated time between two requests, so that they do not exhaust the address budget. */
const betweenRequestsMs = 10;

export async function openWire(options: OpenOptions = {}): Promise<Wire> {
  const posthouse = await openPlatform(options);
  return { posthouse, ...(await wireTo(posthouse)), close: () => posthouse.close() };
}

export async function wireTo(posthouse: SimulatedPlatform): Promise<Omit<Wire, 'posthouse' | 'close'>> {
  const { port } = await posthouse.platform.http.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}/mcp`;
  const send = async (
    method: string,
    { token = firstToken, session, headers = {}, signal }: Sent,
    body?: unknown,
  ) => {
    await posthouse.clock.advance(betweenRequestsMs);
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${token}`,
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
      ...headers,
    };
    const result = Object.entries(all).filter(
      (header): header is [string, string] => header[1] !== undefined,
    );
    return await fetch(url, {
      method,
      headers: result,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  };
  const post = (message: unknown, sent: Sent = {}) => send('POST', sent, message);
  return {
    url,
    post,
    ask: (method, params = {}, { capabilities = {}, id = 1, headers, ...sent } = {}) => {
      const name = params.name ?? params.uri;
      return post(
        {
          jsonrpc: '2.0',
          id,
          method,
          params: { ...params, _meta: { ...envelope(capabilities), ...params._meta } },
        },
        {
          ...sent,
          headers: {
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': method,
            ...(typeof name === 'string' && { 'mcp-name': name }),
            ...headers,
          },
        },
      );
    },
    get: (session, sent = {}) => send('GET', { ...sent, session }),
    end: (session, sent = {}) => send('DELETE', { ...sent, session }),
    async open(capabilities = {}, sent = {}) {
      const response = await post(initialize(capabilities), sent);
      await response.text();
      const session = response.headers.get('mcp-session-id')!;
      const noted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { ...sent, session });
      await noted.text();
      return session;
    },
  };
}

const wires = new WeakMap<SimulatedPlatform, Awaited<ReturnType<typeof wireTo>>>();

/** Returns the shared wire of a platform. */
export async function wireOf(posthouse: SimulatedPlatform): ReturnType<typeof wireTo> {
  const wire = wires.get(posthouse) ?? (await wireTo(posthouse));
  wires.set(posthouse, wire);
  return wire;
}

export function initialize(capabilities: object = {}, protocolVersion = '2025-11-25') {
  const clientInfo = { name: 'a test', version: '1' };
  return {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities, clientInfo },
  };
}

export function envelope(capabilities: object = {}): Record<string, unknown> {
  return {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientCapabilities]: capabilities,
    [metaKeys.clientInfo]: { name: 'a test', version: '1' },
  };
}

export function request(method: string, params: object = {}, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params };
}

export function toolCall(name: string, given: object, id: unknown = 1, progressToken?: unknown) {
  const _meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  return request('tools/call', { name, arguments: given, ..._meta }, id);
}

/** Reads the response message, either plain or as the last event of a stream. */
export async function answerOf(response: Response): Promise<Json> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return await response.json();
  const heard = await listenTo(response).rest();
  return heard.findLast(({ message }) => message && !('method' in message))?.message;
}

type Event = { id: string | undefined; message: Json };
export type Stream = {
  /** Returns the next event with a message, or null at the end of the stream. */
  next(): Promise<Event | null>;
  /** Reads to the end. */
  rest(): Promise<Event[]>;
  /** Returns the id of the last event, including events without a message. */
  lastId(): string | undefined;
  /** Breaks the connection without a sign to the server. */
  cut(): Promise<void>;
};

/** Parses the events of a response (WHATWG HTML 9.2.6). */
export function listenTo(response: Response): Stream {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  let lastId: string | undefined;
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const end = held.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        held += value;
        continue;
      }
      const lines = held.slice(0, end).split('\n');
      held = held.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      lastId = field('id') ?? lastId;
      const text = field('data');
      if (text) return { id: field('id'), message: JSON.parse(text) };
    }
  };
  return {
    next,
    async rest() {
      const events: Event[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    lastId: () => lastId,
    cut: () => reader.cancel(),
  };
}

/** Blocks the verification of mails whose subject starts with `Hold` until release; they then pass. */
export function heldVerdicts({ platform }: Pick<SimulatedPlatform, 'platform'>): {
  /** Resolves when this many mails wait. */
  reached(many?: number): Promise<void>;
  release(): void;
} {
  let gate = Promise.withResolvers<void>();
  let waiting = 0;
  let arrived = (): void => {};
  const arrival = (): Promise<void> =>
    new Promise((resolve) => {
      arrived = resolve;
    });
  const { rendering } = platform.engine.world;
  const verify = rendering.verify.bind(rendering);
  rendering.verify = async (content, turn) => {
    if (!content.subject.startsWith('Hold')) return await verify(content, turn);
    waiting += 1;
    arrived();
    await gate.promise;
    return { verdict: 'pass', blockReasons: [], badges: [], guidance: '' };
  };
  return {
    async reached(many = 1) {
      while (waiting < many) await arrival();
    },
    release() {
      waiting = 0;
      gate.resolve();
      gate = Promise.withResolvers();
    },
  };
}

/** A batch of three mails. The wording of the second triggers a closer verification, where it is held. */
export function heldBatch(domain: string): { emails: object[] } {
  const from = 'Acme <hello@acme.dev>';
  const closely = `Your account: confirm your password at https://login.${domain}/password now.`;
  const emails = ['First', 'Hold this', 'Third'].map((subject, index) => ({
    from,
    to: `person-${index}@${domain}`,
    subject,
    markdown: index === 1 ? closely : `Mail ${index} for ${domain}.`,
  }));
  return { emails };
}
