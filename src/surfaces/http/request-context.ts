import type { IncomingHttpHeaders } from 'node:http';
import type { IdempotencyRequest } from '../../contract/idempotency.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Failure } from '../../model/failure.ts';
import type { BodyIntake } from './body-intake.ts';
import type { EnvelopeName, HttpRequest, PathParameters, Route } from './request-response.ts';

/** A request as it arrives: its head, and its body only for who asks. */
export type Arrival = {
  method: string;
  /** The request target as sent (RFC 9112 3.2). */
  target: string;
  httpVersion: string;
  headers: IncomingHttpHeaders;
  /** The address of the peer. */
  peer: string;
  /**
   * Reads the body; null when none was sent.
   * @param intake whose memory it takes; what it throws is thrown
   * @throws Failure payload_too_large as soon as more than `bytesMax` came or were announced
   */
  readBody(bytesMax: number, intake: BodyIntake): Promise<Buffer | null>;
  /** Runs `act` when the client goes away before its answer is whole; at once when it has. */
  onGone(act: () => void): void;
};

const nothing: PathParameters = {};

/** One request on its way through the door; its first half is what routes see. */
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
  /** Why there is no route. */
  nowhere: { failure: Failure; headers: Record<string, string> } | null = null;
  caller: Caller | null = null;
  /** By the monotonic clock. */
  provedAt = 0;
  rateHeaders: Readonly<Record<string, string>> | null = null;
  /** What its body takes of the memory, until it is answered. */
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

  /** Before a place is found this goes by the path as sent. */
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

/** `/path?query`, and `http://host/path?query` as a proxy is asked; any other form has no route. */
function originForm(target: string): string {
  return /^https?:\/\/[^/?#]*(\/[^#]*)/i.exec(target)?.[1] ?? '*';
}
