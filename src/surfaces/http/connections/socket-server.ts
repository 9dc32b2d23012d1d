/**
 * Plain node:http, because a framework adds 20 µs to a request of 85 µs. Durably accepting an email must keep
 * at least half of the bare server's throughput.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { secondMs } from '../../../model/instant.ts';
import {
  type ConnectionPlaces,
  connectionPlaces,
  type PlaceLimits,
} from '../../../model/limits/connection-places.ts';
import { budgetKey, type IpRanges, inIpRanges } from '../../../model/limits/ip-budget.ts';
import { nodeHttp } from '../../../world/http/node-http.ts';
import type { World } from '../../../world/world.ts';
import type { requestIds } from '../request-id.ts';
import type { RequestPipeline } from '../request-pipeline.ts';
import { countBytes, type HttpAnswer, latin1Octets, type ReadyParts } from '../request-response.ts';
import { awaitBody, readInPieces, readOn } from './read-in-pieces.ts';
import { announcesBody, readIncoming, waitsForContinue } from './read-incoming.ts';
import { refusedBodies } from './refused-bodies.ts';
import { RequestsInFlight } from './requests-in-flight.ts';

const headersTimeoutMs = 20 * secondMs;
/** Maximum time to receive a request: 10 MB over a slow connection. */
const requestTimeoutMs = 60 * secondMs;
/** Longer than the 60 seconds after which load balancers close idle connections, so that they close first. */
const keepAliveTimeoutMs = 65 * secondMs;
const timeoutCheckMs = 5 * secondMs;
const headersMax = 100;
const headBytesMax = 16 * 1024;
/** An unread body up to this size is discarded and the connection stays open. A longer one closes the connection. */
const skippedBodyBytesMax = 64 * 1024;
/** Written after the client has read the previous piece, so that a stalled reader is detected. */
const pieceBytes = 64 * 1024;
/**
 * A client that reads nothing is disconnected after once or twice this time, because many would fill the
 * memory. Node's own timeouts cover only the request and idle connections.
 */
const untakenMs = 30 * secondMs;
/** Open connections of all addresses together. Far below the limit of open files. */
const connectionsMax = 5_000;
/** Per IPv4 address or IPv6 /64. A browser uses six connections, an office behind a single address a few hundred. */
const connectionsPerAddressMax = 500;

type SocketOptions = {
  pipeline: Pick<RequestPipeline, 'handle'>;
  nameRequest: ReturnType<typeof requestIds>;
  standing: Readonly<Record<string, string>>;
  /** Proxies, whose connections are not counted by address because any client may be behind them. */
  trusted: IpRanges;
  connectionLimits?: Partial<Pick<PlaceLimits, 'max' | 'perAddressMax'>>;
};

export type Listener = {
  /** Opens the port (0 for any free one) and returns the bound address. */
  listen(host: string, port: number): Promise<AddressInfo>;
  /** Stops accepting connections, lets requests in flight finish, and closes the rest after `graceMs`. */
  drain(graceMs: number): Promise<void>;
};

/** Serves HTTP on a socket. Loaded only when a port is opened, because node:http takes 20 ms and most commands open none. */
export class SocketServer implements Listener {
  readonly #world: Pick<World, 'clock' | 'log'>;
  readonly #options: SocketOptions;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #places: ConnectionPlaces<Socket>;
  /** A connection with requests in flight cannot take an error response of its own. */
  readonly #inFlight = new RequestsInFlight();
  readonly #lingerThenEnd: ReturnType<typeof refusedBodies>;
  readonly #untaken = new WeakSet<Socket>();

  constructor(world: Pick<World, 'clock' | 'log'>, options: SocketOptions) {
    this.#world = world;
    this.#options = options;
    this.#lingerThenEnd = refusedBodies(world.clock);
    const limits = {
      max: connectionsMax,
      perAddressMax: connectionsPerAddressMax,
      ...options.connectionLimits,
    };
    this.#places = connectionPlaces<Socket>(
      { ...limits, ownIdleLeaves: true },
      (socket) => this.#inFlight.of(socket) === 0,
      (socket) => this.#inFlight.areAllComing(socket),
    );
    this.#server = createServer();
    this.#server.on('connection', (socket: Socket) => this.#accept(socket));
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
      awaitBody(request);
      this.#inFlight.begin(request.socket, () => void this.#serve(request, response));
    };
    this.#server.on('request', onRequest);
    // `readIncoming` sends 100 Continue. Other expectations may be ignored (RFC 9110 section 10.1.1).
    this.#server.on('checkContinue', onRequest);
    this.#server.on('checkExpectation', onRequest);
    this.#server.on('connect', (request, socket) => this.#refuseProxying(request, socket));
    this.#server.on('clientError', (error, socket) => this.#refuseBroken(error, socket));
  }

  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        resolve(this.#server.address() as AddressInfo);
      });
    });
  }

  drain(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#server.listening) {
        resolve();
        return;
      }
      const cancel = this.#world.clock.after(graceMs, () => this.#server.closeAllConnections());
      this.#server.close(() => {
        cancel();
        resolve();
      });
      // Node closes idle connections itself, but not connections without a complete request.
      for (const socket of this.#connections) if (this.#inFlight.of(socket) === 0) socket.destroySoon();
    });
  }

  #accept(socket: Socket): void {
    const peer = socket.remoteAddress ?? '';
    const address = inIpRanges(peer, this.#options.trusted) ? null : budgetKey(peer);
    const { taken, leaves } = this.#places.enter(socket, address);
    if (!taken) {
      // No request has arrived yet, so there is nothing to answer.
      socket.destroy();
      return;
    }
    // Closes an idle connection, as its timeout would.
    leaves?.destroySoon();
    this.#connections.add(socket);
    readInPieces(socket, () => this.#inFlight.isFull(socket));
    socket.on('close', () => {
      this.#connections.delete(socket);
      this.#places.leave(socket);
    });
  }

  #refuseProxying(request: IncomingMessage, socket: Duplex): void {
    socket.on('error', () => socket.destroy());
    const id = this.#options.nameRequest(request.headers['x-request-id']);
    const { standing } = this.#options;
    socket.end(rawAnswer(id, 405, 'method_not_allowed', 'This server is not a proxy', standing));
  }

  #refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (!socket.writable || error.code === 'ECONNRESET' || this.#inFlight.of(socket) > 0) {
      socket.destroy();
      return;
    }
    const { status, message } = brokenRequests[error.code ?? ''] ?? notHttp;
    const id = this.#options.nameRequest(undefined);
    socket.end(rawAnswer(id, status, 'validation_error', message, this.#options.standing));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    try {
      const answer = await this.#options.pipeline.handle({
        method: request.method!,
        target: request.url!,
        httpVersion: request.httpVersion,
        headers: withEveryHost(request),
        peer: socket.remoteAddress ?? '',
        readBody: (bytesMax, intake) => {
          const body = readIncoming(request, response, bytesMax, intake);
          return request.complete ? body : this.#inFlight.awaited(socket, body);
        },
        onGone(act) {
          // The first call may come late, when the client has already disconnected.
          if (response.closed || socket.destroyed) act();
          else response.once('close', () => response.writableFinished || act());
        },
      });
      await this.#send(request, response, answer);
    } catch (error) {
      // Only a socket that breaks during a stream gets here, so there is no client left to answer.
      this.#world.log.debug({ err: error }, 'a response could not be sent');
      response.destroy();
    } finally {
      this.#inFlight.end(socket);
      if (!this.#inFlight.isFull(socket)) readOn(socket);
    }
  }

  async #send(request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): Promise<void> {
    const { status, body } = answer;
    if (body instanceof ReadableStream) {
      response.writeHead(status, headerList(answer));
      await this.#sendStream(response, body);
      // The shutdown began after the head was sent, so close the connection instead of waiting for another request.
      if (!this.#server.listening && this.#inFlight.of(request.socket) === 1) request.socket.destroySoon();
      return;
    }
    const headers = headerList(answer);
    const latin1 = typeof body === 'string' ? latin1Octets(body) : null;
    const octets = latin1?.length ?? countBytes(body);
    if (body !== null) headers.push('Content-Length', String(octets));
    // A response to HEAD may omit the length of a body that was not generated (RFC 9110 section 8.6).
    else if (!('Content-Length' in answer.headers) && status !== 204 && request.method !== 'HEAD') {
      headers.push('Content-Length', '0');
    }
    const unread = unreadBody(request);
    if (unread === 'long' || !this.#server.listening) headers.push('Connection', 'close');
    response.writeHead(status, headers);
    if (unread === 'long') {
      write(response, body);
      this.#lingerThenEnd(request, response);
    } else if (body === null) response.end();
    else if (octets > pieceBytes) await this.#sendPieces(response, body);
    else if (latin1 !== null) response.end(latin1, 'latin1');
    else if (isReady(body)) {
      write(response, body);
      response.end();
    } else response.end(body);
    this.#cutOffIfUntaken(request.socket);
  }

  /** Does nothing in the usual case that the kernel has already accepted the whole response. */
  #cutOffIfUntaken(socket: Socket): void {
    if (socket.writableLength === 0 || socket.destroyed || this.#untaken.has(socket)) return;
    this.#untaken.add(socket);
    let taken = takenBytes(socket);
    let cancel = (): void => {};
    const look = (): void => {
      const now = takenBytes(socket);
      if (socket.writableLength === 0 || socket.destroyed) stop();
      else if (now === taken) {
        stop();
        const peer = socket.remoteAddress;
        this.#world.log.debug({ peer }, 'a client that stopped reading its response was disconnected');
        // Reset the connection; otherwise the kernel keeps retransmitting its buffer.
        socket.resetAndDestroy();
      } else {
        taken = now;
        cancel = this.#world.clock.after(untakenMs, look);
      }
    };
    const stop = (): void => {
      cancel();
      this.#untaken.delete(socket);
      socket.off('close', stop);
    };
    cancel = this.#world.clock.after(untakenMs, look);
    socket.on('close', stop);
  }

  async #sendStream(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
    response.flushHeaders();
    const reader = body.getReader();
    let gone = false;
    const cancel = (): void => {
      gone = true;
      reader.cancel().catch(() => {});
    };
    // `close` may have been emitted before the response began. An uncancelled stream would keep its place forever.
    if (response.destroyed || response.closed) cancel();
    else response.on('close', cancel);
    while (!gone) {
      const { done, value } = await reader.read();
      if (done || gone) break;
      if (!response.write(value)) await this.#roomIn(response);
    }
    response.end();
  }

  async #sendPieces(response: ServerResponse, body: string | Uint8Array | ReadyParts): Promise<void> {
    const parts = isReady(body) ? body : [typeof body === 'string' ? Buffer.from(body) : body];
    for (const part of parts) {
      for (let at = 0; at < part.length; at += pieceBytes) {
        if (!response.write(part.subarray(at, at + pieceBytes))) await this.#roomIn(response);
        if (response.destroyed) return;
      }
    }
    response.end();
  }

  /** Resolves when the written data is with the kernel or the client has disconnected. */
  async #roomIn(response: ServerResponse): Promise<void> {
    if (response.writableLength === 0 || response.destroyed) return;
    if (response.socket) this.#cutOffIfUntaken(response.socket);
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
}

function createServer(): Server {
  const server = nodeHttp().createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    maxHeaderSize: headBytesMax,
    insecureHTTPParser: false,
    // The pipeline rejects it with the envelope of the API version.
    requireHostHeader: false,
  });
  server.maxHeadersCount = headersMax;
  return server;
}

/** Joins repeated Host headers, of which Node keeps only the first, so that the pipeline rejects them. */
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

function write(response: ServerResponse, body: Exclude<HttpAnswer['body'], ReadableStream>): void {
  if (body === null) response.flushHeaders();
  else if (!isReady(body)) response.write(body);
  else {
    response.cork();
    for (const part of body) response.write(part);
    response.uncork();
  }
}

function takenBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

function isReady(body: string | Uint8Array | ReadyParts): body is ReadyParts {
  return Array.isArray(body);
}

/** Returns headers as a flat list of names and values, the fastest form for node:http. */
function headerList({ headers }: HttpAnswer): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name]!);
  return list;
}

function unreadBody(request: IncomingMessage): 'none' | 'short' | 'long' {
  if (request.complete || !announcesBody(request)) return 'none';
  const length = request.headers['content-length'];
  // After a refused 100 Continue, the client may or may not send its body, so the next request's start is
  // unknown.
  if (waitsForContinue(request)) return 'long';
  return length !== undefined && Number(length) <= skippedBodyBytesMax ? 'short' : 'long';
}

/** Responses to data that is not a complete HTTP request. */
const notHttp = { status: 400, message: 'The request is not valid HTTP' };
const brokenRequests: Record<string, typeof notHttp> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too long' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the request are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not come in time' },
};

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
