import { addOrThrow } from './calls.ts';
import type { PosthouseError, Result } from './result.ts';
import { type Transport, waited } from './transport.ts';

export type UpsertManyOptions = {
  /** Number of subscribers to skip: the `done` of an earlier call that returned an error. */
  from?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Each chunk gets a key derived from it, so that the whole call can be repeated. */
  idempotencyKey?: string | undefined;
  onProgress?:
    | ((progress: { done: number; total: number; created: number; updated: number; failed: number }) => void)
    | undefined;
};

export type UpsertedMany = {
  /** Subscribers sent, including those skipped by `from`. */
  done: number;
  created: number;
  updated: number;
  failed: number;
  /** Rejected subscribers, by index in the given list. */
  failures: { index: number; email: string | null; error: { name: string; message: string } | null }[];
};

const chunkMax = 1_000;
/** The server accepts 5 MB. In characters, because non-Latin text takes several bytes per character. */
const chunkCharactersMax = 1_500_000;
/** Share of the requests per minute left to the rest of the program. */
const spareShare = 0.1;

type Batch = {
  created: number;
  updated: number;
  failed: number;
  data: {
    index: number;
    result: string;
    email: string | null;
    error: { name: string; message: string } | null;
  }[];
};

export function upsertMany(send: Transport) {
  const run = async (
    subscribers: readonly Record<string, unknown>[],
    { from = 0, signal, idempotencyKey, onProgress }: UpsertManyOptions,
  ): Promise<Result<UpsertedMany, PosthouseError> & { done: number }> => {
    const sum: UpsertedMany = { done: from, created: 0, updated: 0, failed: 0, failures: [] };
    let meta = { requestId: null, status: 0, replayed: false, retries: 0, rateLimit: null } as Result<
      unknown,
      unknown
    >['meta'];
    while (sum.done < subscribers.length) {
      const texts: string[] = [];
      let characters = 0;
      for (const each of subscribers.slice(sum.done, sum.done + chunkMax)) {
        const text = JSON.stringify(each);
        characters += text.length;
        if (texts.length > 0 && characters > chunkCharactersMax) break;
        texts.push(text);
      }
      const key = idempotencyKey && `${idempotencyKey}-${sum.done}`;
      const result = await send(
        { method: 'POST', path: '/subscribers/batch', body: `{"subscribers":[${texts.join(',')}]}` },
        { signal, idempotencyKey: key },
      );
      meta = result.meta;
      if (result.error) return { ...result, done: sum.done };
      const batch = result.data as Batch;
      for (const { index, result: outcome, email, error } of batch.data) {
        if (outcome === 'failed') sum.failures.push({ index: sum.done + index, email, error });
      }
      sum.created += batch.created;
      sum.updated += batch.updated;
      sum.failed += batch.failed;
      sum.done += texts.length;
      const { done, created, updated, failed } = sum;
      onProgress?.({ done, total: subscribers.length, created, updated, failed });
      const { rateLimit } = meta;
      if (done < subscribers.length && rateLimit && rateLimit.remaining <= rateLimit.limit * spareShare) {
        // The next call returns the abort error.
        await waited(rateLimit.resetSeconds * 1_000, signal);
      }
    }
    return { data: sum, error: null, meta, done: sum.done };
  };
  return (subscribers: readonly Record<string, unknown>[], options: UpsertManyOptions = {}) =>
    addOrThrow(run(subscribers, options));
}
