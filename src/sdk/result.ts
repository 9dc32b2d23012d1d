/** What calls answer: data or an error, never both, with what the server said about the request. */
import type { Badge } from './printed/records.ts';

/** About one request, whatever became its answer. */
export type Meta = {
  /** Names the request in the log of the server; null when none was reached. */
  requestId: string | null;
  /** The HTTP status; 0 without an answer. */
  status: number;
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean;
  /** How often the request was sent again. */
  retries: number;
  /** Query of the next page of a list. Null on the last page and for answers that are not lists. */
  next: string | null;
  /** Requests of this minute; null where the server did not say. */
  rateLimit: { limit: number; remaining: number; resetSeconds: number } | null;
};

/** Either data or an error; `if (error)` distinguishes them for the compiler too. */
export type Result<T, E> = { data: T; error: null; meta: Meta } | { data: null; error: E; meta: Meta };

/** What no server answers: the request never arrived, took too long, was aborted, or was answered by another program. */
export type ClientFailure = 'network_error' | 'timeout' | 'aborted' | 'unreadable_answer';

/** One thing wrong with one field. */
export type FieldFault = { path: string; code: 'required' | 'unknown_field' | 'invalid'; message: string };

export type ErrorFields<Name extends string = string> = {
  name: Name;
  message: string;
  statusCode: number;
  details?: unknown;
  requestId?: string | null;
  retryAfter?: number | null;
  docs?: string | null;
  cause?: unknown;
  code?: string;
  blockReasons?: string[];
  badges?: Badge[];
  documentationUrl?: string;
  guidance?: string;
};

/** Why a call did not do what it was asked. It is returned, and thrown only by `orThrow()` and `for await`. */
export class PosthouseError<Name extends string = string> extends Error {
  override readonly name: Name;
  /** The HTTP status; 0 where there was no answer. */
  readonly statusCode: number;
  /** More for programs. */
  readonly details: unknown;
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense, where the server said so. */
  readonly retryAfter: number | null;
  /** A page about this error. */
  readonly docs: string | null;
  /** The failure’s own code, where it has one. */
  readonly code: string | undefined;
  /** Of content that was refused: what for. */
  readonly blockReasons: string[] | undefined;
  /** Of content that was refused: all that was noticed. */
  readonly badges: Badge[] | undefined;
  readonly documentationUrl: string | undefined;
  /** Of content that was refused: what to change. */
  readonly guidance: string | undefined;

  constructor(fields: ErrorFields<Name>) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = fields.name;
    this.statusCode = fields.statusCode;
    this.details = fields.details;
    this.requestId = fields.requestId ?? null;
    this.retryAfter = fields.retryAfter ?? null;
    this.docs = fields.docs ?? null;
    this.code = fields.code;
    this.blockReasons = fields.blockReasons;
    this.badges = fields.badges;
    this.documentationUrl = fields.documentationUrl;
    this.guidance = fields.guidance;
  }
}

/** Details by the name of the error, where they have a shape. */
type Details = { validation_error: FieldFault[]; invalid_from_address: FieldFault[] };

/** An error for each name, so that `switch (error.name)` can be exhaustive. */
export type ErrorOf<Name extends string> = Name extends keyof Details
  ? PosthouseError<Name> & { readonly details: Details[Name] }
  : PosthouseError<Name>;

/** A request that was begun. Await it for a `Result`, or call `orThrow()` for the data alone. */
export type Call<T, Name extends string> = Promise<Result<T, ErrorOf<Name | ClientFailure>>> & {
  /** @throws PosthouseError instead of returning an error */
  orThrow(): Promise<T>;
};

/** A page of a list. */
export type Page<Item> = {
  object: 'list';
  data: Item[];
  has_more: boolean;
};

/** What every list takes. */
export type PageInput = {
  limit?: number | undefined;
  /** Id; older follow */
  after?: string | undefined;
  before?: string | undefined;
};

/** A list: `await` answers one page, `for await` all items, `pages()` all pages. Each begins when it is asked for. */
export type List<Item, Name extends string, OnePage = Page<Item>> = PromiseLike<
  Result<OnePage, ErrorOf<Name | ClientFailure>>
> &
  AsyncIterable<Item> & {
    /** @throws PosthouseError instead of returning an error */
    orThrow(): Promise<OnePage>;
    /** Page after page as results; it ends after the first error and never throws. */
    pages(): AsyncIterable<Result<OnePage, ErrorOf<Name | ClientFailure>>>;
  };

/** What every call takes last. */
export type CallOptions = {
  /** For POST: repeating the call with this key does nothing twice for 24 hours. One is made where it is left out. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt. */
  timeout?: number | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
};
