import { type CallOptions, type ErrorFields, type Meta, PosthouseError, type Result } from './result.ts';

export type ClientOptions = {
  /** URL of the server; `POSTHOUSE_BASE_URL` by default. */
  baseUrl?: string | undefined;
  /** Milliseconds per attempt; 30,000 by default. */
  timeout?: number | undefined;
  /** Maximum number of retries; 2 by default. */
  maxRetries?: number | undefined;
  /** Maximum wait before a retry in milliseconds; 60,000 by default. A longer request of the server returns the error at once. */
  maxRetryWait?: number | undefined;
  fetch?: typeof fetch | undefined;
  headers?: Record<string, string> | undefined;
  /** Called after each call, for logs and metrics. It must not throw. */
  onResponse?:
    | ((about: { method: string; path: string; meta: Meta; error: PosthouseError | null }) => void)
    | undefined;
};

export type Wanted = {
  method: string;
  /** Includes the query. */
  path: string;
  body?: string | Uint8Array | undefined;
  headers?: Record<string, string> | undefined;
  answerIs?: string | undefined;
  /** Milliseconds that the server may hold the request, in addition to the timeout. */
  heldFor?: number | undefined;
};

export type Transport = (wanted: Wanted, options?: CallOptions) => Promise<Result<unknown, PosthouseError>>;

/** Statuses after which a retry may succeed. */
const passing = new Set([408, 429, 500, 502, 503, 504]);
/** Errors before the request was sent, so that even a request that must not be repeated may be retried. */
const notSent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ConnectionRefused/;
const waitMaxMs = 8_000;
const heldMarginMs = 10_000;

type Call = {
  wanted: Wanted;
  base: string;
  send: typeof fetch;
  headers: Record<string, string>;
  attemptMs: number;
  signal: AbortSignal | undefined;
};

type Outcome = { meta: Meta; data: unknown; error: PosthouseError | null; mayRepeat: boolean };

export function transport(
  token: string | undefined,
  base: string,
  { timeout = 30_000, maxRetries = 2, maxRetryWait = 60_000, fetch: own, headers, onResponse }: ClientOptions,
): Transport {
  const send: typeof fetch = own ?? ((url, init) => fetch(url, init));

  return async (wanted, options = {}) => {
    const { method, path, heldFor = 0 } = wanted;
    const { signal } = options;
    const attemptMs = Math.max(options.timeout ?? timeout, heldFor && heldFor + heldMarginMs);
    const sent = requestHeaders(token, wanted, headers, options);
    const call: Call = { wanted, base, send, headers: sent, attemptMs, signal };
    const retriesMax = options.maxRetries ?? maxRetries;

    const finish = ({ meta, data, error }: Outcome): Result<unknown, PosthouseError> => {
      onResponse?.({ method, path, meta, error });
      return error ? { data: null, error, meta } : { data, error: null, meta };
    };

    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(call, retries);
      const { error, mayRepeat } = outcome;
      if (!error || !mayRepeat || retries >= retriesMax) return finish(outcome);
      const waitMs =
        error.retryAfter === null
          ? Math.min(waitMaxMs, maxRetryWait, 500 * 2 ** retries) * (1 - Math.random() / 4)
          : error.retryAfter * 1_000;
      if (waitMs > maxRetryWait) return finish(outcome);
      if (!(await waited(waitMs, signal))) return finish({ ...outcome, error: aborted(signal) });
    }
  };
}

function requestHeaders(
  token: string | undefined,
  { method, body, headers: more }: Wanted,
  headers: ClientOptions['headers'],
  options: CallOptions,
): Record<string, string> {
  // All attempts share one key, so that the server does the work once.
  const key = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
    }),
    ...headers,
    ...more,
    ...options.headers,
    ...(key && { 'idempotency-key': key }),
  };
}

async function attempt(call: Call, retries: number): Promise<Outcome> {
  const { wanted, base, send, headers, attemptMs, signal } = call;
  const { method, path, body } = wanted;
  const meta: Meta = { requestId: null, status: 0, replayed: false, retries, next: null, rateLimit: null };
  if (signal?.aborted) return { meta, data: null, error: aborted(signal), mayRepeat: false };
  const stop = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, attemptMs);
  const abort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    const response = await send(base + path, {
      method,
      headers,
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> | string }),
      signal: stop.signal,
      // Does not follow redirects, so that the token goes only to the base URL.
      redirect: 'manual',
    });
    readMeta(meta, response);
    return await readResponse(wanted, base, meta, response);
  } catch (cause) {
    if (signal?.aborted) return { meta, data: null, error: aborted(signal), mayRepeat: false };
    const error = isLate
      ? failed('timeout', `No answer within ${attemptMs} ms`, cause)
      : failed('network_error', `${base} could not be reached: ${reasonOf(cause)}`, cause);
    return { meta, data: null, error, mayRepeat: method !== 'PATCH' || notSent.test(reasonOf(cause)) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function readResponse(
  { method, answerIs }: Wanted,
  base: string,
  meta: Meta,
  response: Response,
): Promise<Outcome> {
  const done = (data: unknown): Outcome => ({ meta, data, error: null, mayRepeat: false });
  if (response.ok && answerIs === 'stream') return done(response.body);
  if (response.ok && answerIs === 'bytes') return done(new Uint8Array(await response.arrayBuffer()));
  // Always reads the whole body, because an unread body keeps its connection from the next attempt.
  const text = await response.text();
  if (response.ok && answerIs === 'text') return done(text);
  const answer = parsed(text);
  if (response.ok && typeof answer === 'object' && answer !== null) return done(answer);
  const error = refusal(answer, response, meta, base);
  const isRepeat = error.name === 'concurrent_idempotent_requests';
  const mayRepeat = isRepeat || (method === 'PATCH' ? response.status === 429 : passing.has(response.status));
  return { meta, data: null, error, mayRepeat };
}

function readMeta(meta: Meta, { status, headers }: Response): void {
  meta.status = status;
  meta.requestId = headers.get('x-request-id');
  meta.replayed = headers.get('idempotent-replayed') === 'true';
  meta.next = headers.get('link')?.match(/<[^>?]*(\?[^>]*)>; rel="next"/)?.[1] ?? null;
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  if (!Number.isNaN(remaining)) meta.rateLimit = { limit, remaining, resetSeconds };
}

function refusal(answer: unknown, { headers, status }: Response, meta: Meta, base: string): PosthouseError {
  const fields = answer as ErrorFields | undefined;
  const retryAfter = secondsOf(headers.get('retry-after'));
  const { requestId } = meta;
  if (typeof fields?.name !== 'string' || typeof fields.message !== 'string') {
    return new PosthouseError({
      name: 'unreadable_answer',
      message: `The answer with status ${status} is not one of Posthouse: is the base URL right, or does a proxy answer?`,
      statusCode: status,
      requestId,
      retryAfter,
    });
  }
  const docs = `${base.replace(/\/api\/v2$/, '')}/docs/errors/${fields.name.toLowerCase()}`;
  return new PosthouseError({ ...fields, statusCode: status, requestId, retryAfter, docs });
}

/** Parses seconds or a date (RFC 9110 10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (!Number.isNaN(seconds)) return seconds;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(name: string, message: string, cause?: unknown): PosthouseError {
  return new PosthouseError({ name, message, statusCode: 0, cause });
}

function aborted(signal: AbortSignal | undefined): PosthouseError {
  return failed('aborted', 'The call was aborted', signal?.reason);
}

/** `fetch` puts the reason into `cause`. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: Error & { code?: string } };
  return [message, cause?.code, cause?.message].filter(Boolean).join(', ');
}

/** @returns false if the signal aborted first */
export function waited(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const abort = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
