import type { IncomingHttpHeaders } from 'node:http';
import type { IdempotencyRequest } from '../../contract/idempotency.ts';
import type { Listening } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Failure } from '../../model/failure.ts';
import { dayMs, secondMs } from '../../model/instant.ts';
import type { BodyIntake } from './body-intake.ts';
import type { EnvelopeName, HttpRequest, PathParameters, Route } from './request-response.ts';
import { countBytes, type HttpAnswer } from './request-response.ts';

export type Arrival = {
  method: string;
  /** Request target as sent (RFC 9112 section 3.2). */
  target: string;
  httpVersion: string;
  headers: IncomingHttpHeaders;
  peer: string;
  /** @param intake accounts for the memory @throws payload_too_large beyond `bytesMax`, and its errors */
  readBody(bytesMax: number, intake: BodyIntake): Promise<Buffer | null>;
  /** Calls `act` when the client disconnects before the response is complete, or immediately if it already has. */
  onGone(act: () => void): void;
};

const nothing: PathParameters = {};

/** State of a request in the pipeline. Routes see only the `HttpRequest` part. */
export class RequestContext implements HttpRequest {
  readonly method: string;
  readonly headOnly: boolean;
  readonly path: string;
  readonly hasQuery: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly requestId: string;
  json: unknown = undefined;
  body: Buffer | null = null;
  idempotency: IdempotencyRequest | undefined = undefined;

  readonly arrival: Arrival;
  underApi!: boolean;
  envelope!: EnvelopeName;
  route: Route | null = null;
  parameters: PathParameters = nothing;
  nowhere: { failure: Failure; headers: Record<string, string> } | null = null;
  caller: Caller | null = null;
  /** Monotonic time. */
  provedAt = 0;
  rateHeaders: Readonly<Record<string, string>> | null = null;
  /** Memory of the body, held until the response. */
  intake: BodyIntake | null = null;
  readonly #queryText: string;
  #query: URLSearchParams | null = null;
  #signal: AbortSignal | null = null;
  readonly #spendMore: (visit: RequestContext, more: number) => Promise<void>;

  constructor(
    arrival: Arrival,
    requestId: string,
    ip: string,
    spendMore: (visit: RequestContext, more: number) => Promise<void>,
  ) {
    const target = arrival.target.startsWith('/') ? arrival.target : originForm(arrival.target);
    const queryAt = target.indexOf('?');
    this.arrival = arrival;
    this.headOnly = arrival.method === 'HEAD';
    this.method = this.headOnly ? 'GET' : arrival.method;
    this.path = queryAt < 0 ? target : target.slice(0, queryAt);
    this.#queryText = queryAt < 0 ? '' : target.slice(queryAt + 1);
    this.hasQuery = this.#queryText !== '';
    this.headers = arrival.headers;
    this.ip = ip;
    this.requestId = requestId;
    this.#spendMore = spendMore;
    this.standAt(this.path);
  }

  /** Called first with the path as sent, and again with the canonical path once a place is found. */
  standAt(path: string): void {
    this.underApi = path.startsWith('/api/');
    this.envelope = this.underApi && /^\/api\/v1(\/|$)/.test(path) ? 'v1' : 'v2';
  }

  get peer(): string {
    return this.arrival.peer;
  }

  spend(more: number): Promise<void> {
    return this.#spendMore(this, more);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#queryText);
    return this.#query;
  }

  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController();
      this.arrival.onGone(() => controller.abort());
      this.#signal = controller.signal;
    }
    return this.#signal;
  }
}

/** Accepts `/path?query` and the absolute form sent to proxies. Other forms have no route. */
function originForm(target: string): string {
  return /^https?:\/\/[^/?#]*(\/[^#]*)/i.exec(target)?.[1] ?? '*';
}

/** Aborts a read when its client disconnects. A write continues, because a client that sends and disconnects meant it. */
export function listeningTo(request: HttpRequest, { effect }: Tool): Listening | undefined {
  return effect === 'read' ? { signal: request.signal, progress() {} } : undefined;
}

const httpsOnlySeconds = (365 * dayMs) / secondMs;

/** RFC 6797 section 6.1. Subdomains are left out, because they may not be ours. */
export function transportSecurity(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${httpsOnlySeconds}` } : {};
}

export function finishAnswer(
  visit: RequestContext,
  answer: HttpAnswer,
  standing: Readonly<Record<string, string>>,
): HttpAnswer {
  const headers: Record<string, string> = {
    ...answer.headers,
    ...standing,
    ...visit.rateHeaders,
    'X-Request-Id': visit.requestId,
    'X-Content-Type-Options': 'nosniff',
  };
  // A response to a token may contain a new secret and is meant for this caller only.
  if (visit.underApi || visit.route?.access === 'token') headers['Cache-Control'] = 'no-store';
  if (visit.arrival.method !== 'HEAD') return { status: answer.status, headers, body: answer.body };
  if (answer.body instanceof ReadableStream) void answer.body.cancel();
  else if (answer.body !== null) headers['Content-Length'] = String(countBytes(answer.body));
  return { status: answer.status, headers, body: null };
}
