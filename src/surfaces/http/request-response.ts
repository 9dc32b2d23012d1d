/** Surfaces never see a socket: a request arrives read and authenticated, and a response is a value. */
import type { IncomingHttpHeaders } from 'node:http';
import type { IdempotencyRequest } from '../../contract/idempotency.ts';
import type { CallerCache } from '../../engine/auth/authenticate.ts';
import type { Caller, Door } from '../../engine/context/caller.ts';
import type { Failure } from '../../model/failure.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';

export type HttpRequest = {
  /** Upper case. HEAD is reported as GET. */
  method: string;
  /** True for HEAD: the client gets no body, so this is not a page view. */
  headOnly: boolean;
  /** As sent, percent-encoded, without the query. */
  path: string;
  hasQuery: boolean;
  readonly query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Parsed body of a route that takes `json`, or `{}` if empty. Undefined for other routes. */
  json: unknown;
  /** Raw body; null if none was sent or the route takes `nothing`. */
  body: Buffer | null;
  /** Client address, resolved through trusted proxies. */
  ip: string;
  /** Address of the TCP peer, possibly a proxy. */
  readonly peer: string;
  requestId: string;
  /** Validated `Idempotency-Key` of a POST, to pass on to `invoke`. */
  idempotency: IdempotencyRequest | undefined;
  /** Spends additional requests for a body with several. @throws Failure rate_limit_exceeded when they do not all fit */
  spend(more: number): Promise<void>;
  /** Aborted when the client disconnects before the response is complete. Created lazily. */
  readonly signal: AbortSignal;
};

/**
 * The front door adds the request id, the rate headers, `X-Content-Type-Options` and `Cache-Control:
 * no-store` (under `/api` or with a token). A stream is cancelled when the client disconnects.
 */
export type HttpAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | ReadyParts | ReadableStream<Uint8Array> | null;
};

export type ReadyParts = readonly Uint8Array[];

export function countBytes(body: Exclude<HttpAnswer['body'], ReadableStream>): number {
  if (body === null) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return body.reduce((sum, part) => sum + part.length, 0);
}

const scratch = Buffer.allocUnsafeSlow(16 * 1024);
const octetsOfCharacterMax = 3;

/** Returns one character per octet, so that node:http writes head and body together; null if too long beyond ASCII. */
export function latin1Octets(text: string): string | null {
  if (Buffer.byteLength(text) === text.length) return text;
  if (text.length * octetsOfCharacterMax > scratch.length) return null;
  return scratch.toString('latin1', 0, scratch.write(text));
}

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Path parameters by name, percent-decoded, never empty. */
export type PathParameters = Readonly<Record<string, string>>;

/** Error body formats. Each API version owns its own. */
export type EnvelopeName = 'v1' | 'v2';

/** @param rateLimitDocs page about rate limits, because v1 answers `rate_limit_exceeded` with exactly `{ message, docs }` */
export type Envelope = (failure: Failure, rateLimitDocs: string) => Record<string, unknown>;

type RouteForm = {
  method: RouteMethod;
  /** `/api/v2/subscribers/:subscriber`. A final `*` matches the rest of the path. */
  path: string;
  envelope: EnvelopeName;
  /** `json`: the door parses a JSON body. `bytes`: a raw body of any type. `nothing`: the body is ignored. */
  takes: 'json' | 'bytes' | 'nothing';
  /** Maximum bytes of the body. Longer bodies are refused while they are read. */
  bodyBytesMax: number;
  /** Builds a 503 for clients that do not read the envelope. The door sets the status. */
  unavailable?(request: HttpRequest, sentence: string): HttpAnswer;
};

export type TokenRoute = RouteForm & {
  access: 'token';
  door: Door;
  /** Scope required before the route runs. `invoke` checks the scope of a tool itself. */
  scope?: TokenScope;
  /** `WWW-Authenticate` of a 401, in place of the common one. An invalid token adds `error`. */
  challenge?: string;
  /** Authenticates callers if the route accepts more than API tokens. */
  prove?: CallerCache['prove'];
  answer(request: HttpRequest, caller: Caller, parameters: PathParameters): Promise<HttpAnswer>;
};

export type PublicRoute = RouteForm & {
  access: 'public';
  /** Also answers while the platform starts. */
  always?: true;
  /** A health check, which skips the queue. Its response must be cheap. */
  probe?: true;
  /** Finds the organization whose limits apply to the body. Null applies the limits of unauthenticated clients. */
  payer?(headers: IncomingHttpHeaders): Promise<OrganizationRecord | null>;
  answer(request: HttpRequest, caller: null, parameters: PathParameters): Promise<HttpAnswer>;
};

export type Route = TokenRoute | PublicRoute;

export const jsonHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json; charset=utf-8',
};

export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): HttpAnswer {
  return { status, headers, body: JSON.stringify(value) };
}

/** Limit of a JSON body in bytes. A batch may be twice as long. */
export const jsonBytesMax = 5 * 1024 * 1024;

/** Documentation of the rate limits; v1 links it in each 429. */
export const rateLimitDocsPath = '/docs/rate-limits';
/** Documentation of the API, named by the 404 of an unknown path. */
export const referencePath = '/docs/reference';

/** A single pass. `URLSearchParams.getAll` per name would be quadratic for thousands of names. */
export function valuesByName(query: URLSearchParams): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of query) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return values;
}
