import type { CallFailure, WriteFailure } from './printed/failures.ts';
import type { ExportsMethods, ImportsMethods } from './printed/methods.ts';
import type { Domain } from './printed/records.ts';
import type { Call, ClientFailure, ErrorOf, Result } from './result.ts';
import type { UpsertedMany, UpsertManyOptions } from './upsert-many.ts';
import type { verify, verifyRequest } from './webhooks.ts';

type ManyErrors = ErrorOf<WriteFailure | ClientFailure>;

export type ManySubscribers = {
  /**
   * Creates or updates any number of subscribers, a thousand per request. Waits when the plan’s requests per
   * minute are nearly used up. `failures` lists rejected subscribers. After an error, set `from` to `done`.
   * @example await posthouse.subscribers.upsertMany([{ email: 'ada@example.com' }], { onProgress: console.log
   * })
   */
  upsertMany(
    subscribers: readonly ({ email: string } & Record<string, unknown>)[],
    options?: UpsertManyOptions,
  ): Promise<Result<UpsertedMany, ManyErrors> & { done: number }> & { orThrow(): Promise<UpsertedMany> };
};

/** Aliases of `imports.create` and `exports.downloadSubscribers`. */
export type SubscriberFiles = {
  /**
   * Imports subscribers from CSV. Returns the import; `imports.get` shows its progress.
   * @example
   * await posthouse.subscribers.import({ csv: 'Email\nada@example.com\n', consent: { source: 'Sign-up sheet' } })
   */
  import: ImportsMethods['create'];
  /**
   * Streams subscribers as CSV, newest first, filtered by status, tag, segment or time.
   * @example
   * await posthouse.subscribers.export({ status: 'ACTIVE', columns: ['email', 'attributes.plan'] })
   */
  export: ExportsMethods['downloadSubscribers'];
};

export type DomainWait = {
  /**
   * Checks the DNS records of a domain until it is verified. The error `timeout` contains the last state of the domain in `details`.
   * @example
   * await posthouse.domains.waitUntilVerified('acme.example', { timeout: 60_000 })
   */
  waitUntilVerified(
    id: string,
    options?: { signal?: AbortSignal; timeout?: number; interval?: number },
  ): Call<Domain, WriteFailure | CallFailure | 'not_found' | 'conflict'>;
};

export type WebhookChecks = {
  /** Verifies that a delivery comes from Posthouse, and returns its message. */
  verify: typeof verify;
  /** Like `verify`, for a fetch `Request`. */
  verifyRequest: typeof verifyRequest;
};
