/**
 * What passes between the HTTP front door and the surfaces that stand behind it (REST v1, REST v2, MCP, public
 * pages). None of them sees a socket: a request comes in read and proved, an answer goes out as a value.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { IdempotencyRequest } from '../../contract/idempotency.ts';
import type { CallerCache } from '../../engine/auth/authenticate.ts';
import type { Caller, Door } from '../../engine/context/caller.ts';
import type { Failure } from '../../model/failure.ts';
import type { TokenScope } from '../../model/organization/token.ts';

/** A request as a route gets it: counted, proved and read. */
export type HttpRequest = {
  /** In upper case; HEAD comes as GET. */
  method: string;
  /** It was HEAD: the client gets no body, so the visit counts as no view. */
  headOnly: boolean;
  /** As sent, percent-encoded, without the query. */
  path: string;
  hasQuery: boolean;
  /** Parsed when first asked for. */
  readonly query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The body of a route that takes `json`, parsed; `{}` when none was sent. Otherwise undefined. */
  json: unknown;
  /** The body as it came; null when none was sent or the route takes nothing. */
  body: Buffer | null;
  /** The client's address, behind trusted proxies too. */
  ip: string;
  /** The address of what is connected: the proxy's, behind one. */
  readonly peer: string;
  requestId: string;
  /** The `Idempotency-Key` of a POST, read and checked; pass it on to `invoke`. */
  idempotency: IdempotencyRequest | undefined;
  /**
   * Takes `more` further requests out of the budgets of the caller and of the address, for a body that holds several.
   * @throws Failure rate_limit_exceeded when they do not all fit
   */
  spend(more: number): Promise<void>;
  /** Aborted when the client goes away before its answer is whole. Made when first asked for. */
  readonly signal: AbortSignal;
};

/**
 * An answer. The front door adds the request id, the rate headers, `X-Content-Type-Options` and, under `/api`
 * and wherever a token is shown, `Cache-Control: no-store`; the server adds the length. A stream is sent as it comes
 * and cancelled when the client goes away.
 */
export type HttpAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | ReadyParts | ReadableStream<Uint8Array> | null;
};

/** Bytes that were ready before the request came, and what is around them: written one after the other, and not copied. */
export type ReadyParts = readonly Uint8Array[];

/** How many bytes a body is that is no stream. */
export function bytesOf(body: Exclude<HttpAnswer['body'], ReadableStream>): number {
  if (body === null) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return body.reduce((sum, part) => sum + part.length, 0);
}

/** Where a short text is written to be counted. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024);
/** Octets of a character of a JavaScript string in UTF-8. */
const octetsOfCharacterMax = 3;

/**
 * A short text as its octets in UTF-8, a character for each: node:http puts it behind the head and writes both in one go. Left
 * to itself it counts the octets of a text first, then makes one text of head and body, in two bytes a character where the body
 * has one beyond Latin-1, and then writes the octets.
 *
 * @returns null for a longer one
 */
export function octetsOfShort(text: string): string | null {
  if (text.length * octetsOfCharacterMax > scratch.length) return null;
  return scratch.toString('latin1', 0, scratch.write(text));
}

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Path parameters by name, percent-decoded; never empty. */
export type PathParameters = Readonly<Record<string, string>>;

/** The two forms of a refusal's body; each version of the API owns its own. */
export type EnvelopeName = 'v1' | 'v2';

/**
 * Makes the body of a refusal.
 * @param rateLimitDocs the URL of the page about rate limits: v1 answers `rate_limit_exceeded` as exactly
 *   `{ message, docs }`
 */
export type Envelope = (failure: Failure, rateLimitDocs: string) => Record<string, unknown>;

type RouteForm = {
  method: RouteMethod;
  /** `/api/v2/subscribers/:subscriber`; a last segment `*` takes the rest of the path. */
  path: string;
  envelope: EnvelopeName;
  /**
   * `json`: the door reads and checks a JSON body; `bytes`: the route gets the bytes, whatever their type;
   * `nothing`: a body is not looked at.
   */
  takes: 'json' | 'bytes' | 'nothing';
  /** Bytes; a longer body is refused while it is being read. */
  bodyBytesMax: number;
  /** A 503 in the words of this route, where those who come here do not read the envelope. The status is set by the door. */
  unavailable?(request: HttpRequest, sentence: string): HttpAnswer;
};

/** A route for callers with an API token: proved, counted, and with the scope it needs. */
export type TokenRoute = RouteForm & {
  access: 'token';
  door: Door;
  /** What the token must be allowed before the route is asked at all; a tool's own scope is `invoke`'s to check. */
  scope?: TokenScope;
  /** `WWW-Authenticate` of a 401 here, where it is not the common one; a token that is not taken adds `error`. */
  challenge?: string;
  /** Proves callers here, where it is not API tokens alone that are taken. */
  prove?: CallerCache['prove'];
  answer(request: HttpRequest, caller: Caller, parameters: PathParameters): Promise<HttpAnswer>;
};

/** A route without a token. */
export type PublicRoute = RouteForm & {
  access: 'public';
  /** Answers while the platform starts, too. */
  always?: true;
  /** A health check: it waits for no other request. Its answer must cost nothing. */
  probe?: true;
  answer(request: HttpRequest, caller: null, parameters: PathParameters): Promise<HttpAnswer>;
};

export type Route = TokenRoute | PublicRoute;

export const jsonHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json; charset=utf-8',
};

/** An answer in JSON. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): HttpAnswer {
  return { status, headers, body: JSON.stringify(value) };
}

/** The one limit of a JSON body, in bytes; a batch may be twice as long. */
export const jsonBytesMax = 5 * 1024 * 1024;

/** The page that explains the limits; v1 names it in each 429. */
export const rateLimitDocsPath = '/docs/rate-limits';
