/**
 * HTTP on the socket: node:http itself and nothing between. A framework is pleasant and small here, but it costs 20 µs
 * of a request that bare node:http answers in 85, and the goal is that a mail durably accepted, with its token, its
 * budgets and its checks, keeps at least half of the bare server's rate. What a framework would bring is the router,
 * and that is `find-my-way`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { secondMs } from '../../model/instant.ts';
import { connectionPlaces, type PlaceLimits } from '../../model/limits/connection-places.ts';
import { budgetKey, type IpRanges, inIpRanges } from '../../model/limits/ip-budget.ts';
import { nodeHttp } from '../../world/http/node-http.ts';
import type { World } from '../../world/world.ts';
import { awaitBody, readInPieces, readOn } from './read-in-pieces.ts';
import { announcesBody, readIncoming, waitsForContinue } from './read-incoming.ts';
import { refusedBodies } from './refused-bodies.ts';
import type { requestIds } from './request-id.ts';
import type { requestPipeline } from './request-pipeline.ts';
import { bytesOf, type HttpAnswer, octetsOfShort, type ReadyParts } from './request-response.ts';
import { RequestsInFlight } from './requests-in-flight.ts';

/** A whole head must come within this. */
const headersTimeoutMs = 20 * secondMs;
/** A whole request must come within this: ten megabytes over a slow line. */
const requestTimeoutMs = 60 * secondMs;
/** Longer than the minute after which load balancers drop an idle connection, so that theirs is the first move. */
const keepAliveTimeoutMs = 65 * secondMs;
/** How often the two timeouts above are looked at. */
const timeoutCheckMs = 5 * secondMs;
const headersMax = 100;
const headBytesMax = 16 * 1024;
/** An unread body up to this size is read past, and the connection lives on; a longer one ends it. */
const skippedBodyBytesMax = 64 * 1024;
/**
 * A longer answer goes out in pieces of this size, each when the client has taken the one before: what waits for a slow
 * reader is in the memory once, and that it takes nothing is seen.
 */
const pieceBytes = 64 * 1024;
/**
 * A client that takes nothing of a waiting answer for this long is cut off, after twice this at the latest: many that ask
 * and never read would fill the memory. Node's own timeouts end where a request is whole, and begin again where its
 * answer has gone out.
 */
const untakenMs = 30 * secondMs;
/** Open connections of all addresses together: far below the files that a process may have open. */
const connectionsMax = 5_000;
/** Of one IPv4 address, or one /64 of IPv6; a browser keeps six, an office behind one address a few hundred. */
const connectionsPerAddressMax = 500;

type SocketOptions = {
  /** Headers that every answer carries. */
  standing: Readonly<Record<string, string>>;
  /** Proxies: any client may be behind them, so their connections are no one address's. */
  trusted: IpRanges;
  connectionLimits?: Partial<Pick<PlaceLimits, 'max' | 'perAddressMax'>>;
};

export type Listener = {
  /** Opens the port (0 for any free one). Answers where it listens. */
  listen(host: string, port: number): Promise<AddressInfo>;
  /** Takes no new connections, lets requests in flight finish, and cuts what is left after `graceMs`. */
  drain(graceMs: number): Promise<void>;
};

/**
 * The way in from a socket. Loaded when a port is opened: node:http costs 20 ms, and `posthouse mcp` and most commands open
 * none.
 */
export function socketServer(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  handle: ReturnType<typeof requestPipeline>,
  nameRequest: ReturnType<typeof requestIds>,
  { standing, trusted, connectionLimits = {} }: SocketOptions,
): Listener {
  /** While a connection has any, it has no place for another answer. */
  const inFlight = new RequestsInFlight();
  const lingerThenEnd = refusedBodies(clock);
  const connections = new Set<Socket>();
  const places = connectionPlaces<Socket>(
    {
      max: connectionsMax,
      perAddressMax: connectionsPerAddressMax,
      ...connectionLimits,
      ownIdleLeaves: true,
    },
    (socket) => inFlight.of(socket) === 0,
    (socket) => inFlight.areAllComing(socket),
  );
  const server = nodeHttp().createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    maxHeaderSize: headBytesMax,
    insecureHTTPParser: false,
    // The front door says it in the version's own envelope.
    requireHostHeader: false,
  });
  server.maxHeadersCount = headersMax;

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    awaitBody(request);
    inFlight.begin(request.socket, () => void serve(request, response));
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    try {
      const answer = await handle({
        method: request.method!,
        target: request.url!,
        httpVersion: request.httpVersion,
        headers: withEveryHost(request),
        peer: socket.remoteAddress ?? '',
        readBody(bytesMax, intake) {
          const body = readIncoming(request, response, bytesMax, intake);
          return request.complete ? body : inFlight.awaited(socket, body);
        },
        onGone(act) {
          // First asked for after a wait, when the client may have left already.
          if (response.closed || socket.destroyed) act();
          else response.once('close', () => response.writableFinished || act());
        },
      });
      await send(request, response, answer);
    } catch (error) {
      // Only a socket that breaks in the middle of a stream ends here, and no client is left to answer.
      log.debug({ err: error }, 'an answer could not be sent');
      response.destroy();
    } finally {
      inFlight.end(socket);
      if (!inFlight.isFull(socket)) readOn(socket);
    }
  }

  async function send(request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): Promise<void> {
    const { status, body } = answer;
    if (body instanceof ReadableStream) {
      response.writeHead(status, headerList(answer));
      await sendStream(response, body);
      // When its head went out, the stop was not known yet: the connection would now wait for another request in vain.
      if (!server.listening && inFlight.of(request.socket) === 1) request.socket.destroySoon();
      return;
    }
    const headers = headerList(answer);
    const short = typeof body === 'string' ? octetsOfShort(body) : null;
    const octets = short?.length ?? bytesOf(body);
    if (body !== null) headers.push('Content-Length', String(octets));
    // An answer to HEAD may leave out the length of a body that was not made (RFC 9110 8.6).
    else if (!('Content-Length' in answer.headers) && status !== 204 && request.method !== 'HEAD') {
      headers.push('Content-Length', '0');
    }
    const unread = unreadBody(request);
    if (unread === 'long' || !server.listening) headers.push('Connection', 'close');
    response.writeHead(status, headers);
    if (unread === 'long') {
      write(response, body);
      lingerThenEnd(request, response);
    } else if (body === null) response.end();
    else if (short !== null) response.end(short, 'latin1');
    else if (octets > pieceBytes) await sendPieces(response, body);
    else if (isReady(body)) {
      write(response, body);
      response.end();
    } else response.end(body);
    cutOffIfUntaken(request.socket);
  }

  /** Sockets that are looked at until everything is taken. */
  const untaken = new WeakSet<Socket>();

  /** Nearly every answer is with the kernel when this is asked, and nothing is waited for. */
  function cutOffIfUntaken(socket: Socket): void {
    if (socket.writableLength === 0 || socket.destroyed || untaken.has(socket)) return;
    untaken.add(socket);
    let taken = takenBytes(socket);
    let cancel = (): void => {};
    const look = (): void => {
      const now = takenBytes(socket);
      if (socket.writableLength === 0 || socket.destroyed) stop();
      else if (now === taken) {
        stop();
        log.debug({ peer: socket.remoteAddress }, 'a client that took nothing of its answer was cut off');
        // Reset, or the kernel would keep offering what it has taken.
        socket.resetAndDestroy();
      } else {
        taken = now;
        cancel = clock.after(untakenMs, look);
      }
    };
    const stop = (): void => {
      cancel();
      untaken.delete(socket);
      socket.off('close', stop);
    };
    cancel = clock.after(untakenMs, look);
    socket.on('close', stop);
  }

  /** Sends a stream as it comes, no faster than the client reads; stops it when the client goes away. */
  async function sendStream(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
    response.flushHeaders();
    const reader = body.getReader();
    let gone = response.destroyed;
    response.on('close', () => {
      gone = true;
      reader.cancel().catch(() => {});
    });
    while (!gone) {
      const { done, value } = await reader.read();
      if (done || gone) break;
      if (!response.write(value)) await roomIn(response);
    }
    response.end();
  }

  /** Sends what is long in pieces, no faster than the client reads. */
  async function sendPieces(response: ServerResponse, body: string | Uint8Array | ReadyParts): Promise<void> {
    const parts = isReady(body) ? body : [typeof body === 'string' ? Buffer.from(body) : body];
    for (const part of parts) {
      for (let at = 0; at < part.length; at += pieceBytes) {
        if (!response.write(part.subarray(at, at + pieceBytes))) await roomIn(response);
        if (response.destroyed) return;
      }
    }
    response.end();
  }

  /** Until what was written is with the kernel, or the client has gone. */
  async function roomIn(response: ServerResponse): Promise<void> {
    if (response.writableLength === 0 || response.destroyed) return;
    if (response.socket) cutOffIfUntaken(response.socket);
    await new Promise<void>((resolve) => {
      const go = (): void => {
        response.off('drain', go);
        response.off('close', go);
        resolve();
      };
      response.on('drain', go);
      response.on('close', go);
    });
  }

  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const { taken, leaves } = places.enter(socket, inIpRanges(peer, trusted) ? null : budgetKey(peer));
    if (!taken) {
      // Nothing was asked yet that could be answered.
      socket.destroy();
      return;
    }
    // As when its time was up: a client whose connection was kept open for its next request opens another.
    leaves?.destroySoon();
    connections.add(socket);
    readInPieces(socket, () => inFlight.isFull(socket));
    socket.on('close', () => {
      connections.delete(socket);
      places.leave(socket);
    });
  });
  server.on('request', onRequest);
  // The body is asked for where it is read. Other expectations may be ignored (RFC 9110 10.1.1).
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const id = nameRequest(request.headers['x-request-id']);
    socket.end(rawAnswer(id, 405, 'method_not_allowed', 'This server is not a proxy', standing));
  });
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET' || inFlight.of(socket) > 0) {
      socket.destroy();
      return;
    }
    const { status, message } = brokenRequests[error.code ?? ''] ?? notHttp;
    socket.end(rawAnswer(nameRequest(undefined), status, 'validation_error', message, standing));
  });

  return {
    listen: (host, port) => listen(server, host, port),
    drain: (graceMs) =>
      new Promise((resolve) => {
        if (!server.listening) {
          resolve();
          return;
        }
        const cancel = clock.after(graceMs, () => server.closeAllConnections());
        server.close(() => {
          cancel();
          resolve();
        });
        // Node ends idle connections by itself, but waits for one that never made a request, or only began one.
        for (const socket of connections) if (inFlight.of(socket) === 0) socket.destroySoon();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Node keeps the first of several Host headers and drops the rest; here they are a list, which the front door refuses. */
function withEveryHost({ headers, rawHeaders }: IncomingMessage): IncomingMessage['headers'] {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length !== hostName.length || name.toLowerCase() !== hostName) continue;
    hosts += 1;
    if (hosts > 1) headers.host = `${headers.host}, ${rawHeaders[at + 1]}`;
  }
  return headers;
}

const hostName = 'host';

/** Head and body in one go. */
function write(response: ServerResponse, body: Exclude<HttpAnswer['body'], ReadableStream>): void {
  if (body === null) response.flushHeaders();
  else if (!isReady(body)) response.write(body);
  else {
    response.cork();
    for (const part of body) response.write(part);
    response.uncork();
  }
}

/** What the kernel has taken of all that was written to a socket. */
function takenBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

function isReady(body: string | Uint8Array | ReadyParts): body is ReadyParts {
  return Array.isArray(body);
}

/** Headers as node:http writes them fastest: names and values in one list. */
function headerList({ headers }: HttpAnswer): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name]!);
  return list;
}

/** What is left of an unread body: nothing, little enough to skip, or more. */
function unreadBody(request: IncomingMessage): 'none' | 'short' | 'long' {
  if (request.complete || !announcesBody(request)) return 'none';
  const length = request.headers['content-length'];
  // After a refusal instead of 100 Continue, a client may send its body or not, so the next request has no known start.
  if (waitsForContinue(request)) return 'long';
  return length !== undefined && Number(length) <= skippedBodyBytesMax ? 'short' : 'long';
}

/** What came is not HTTP, or not whole: there is no request to answer, so the connection is. */
const notHttp = { status: 400, message: 'The request is not valid HTTP' };
const brokenRequests: Record<string, typeof notHttp> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too long' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the request are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not come in time' },
};

/** A whole answer as text, for a connection that has no response object. */
function rawAnswer(
  requestId: string,
  status: number,
  name: string,
  message: string,
  standing: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify({ name, message, statusCode: status });
  return [
    `HTTP/1.1 ${status} ${nodeHttp().STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    ...Object.entries(standing).map(([header, value]) => `${header}: ${value}`),
    ...(status === 405 ? ['Allow: GET, HEAD, POST, PATCH, DELETE'] : []),
    '',
    body,
  ].join('\r\n');
}
