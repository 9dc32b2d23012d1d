import type { Queries } from '../database.ts';

/** Answers are remembered this long. */
export const memoryMs = 24 * 60 * 60 * 1_000;

export type Remembered = { fingerprint: string; answer: string };

/** What an organization's requests with an Idempotency-Key were answered. */
export class IdempotencyRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async find(place: string, key: string, now: number): Promise<Remembered | undefined> {
    return await this.#queries.get<Remembered>(
      `SELECT fingerprint, answer FROM idempotency
       WHERE organization = $1 AND place = $2 AND idempotency_key = $3 AND remembered_at > $4`,
      [this.#organization, place, key, now - memoryMs],
    );
  }
}

/**
 * Remembers answers of any organizations; one that has had its 24 hours is replaced.
 * @returns how many were written: fewer than given when another request with the same key was committed first
 */
export async function rememberAnswers(
  queries: Queries,
  answers: readonly (Remembered & { organization: number; place: string; key: string })[],
  now: number,
): Promise<number> {
  const written = await queries.insert<{ place: string }>(
    'INSERT INTO idempotency (organization, place, idempotency_key, fingerprint, answer, remembered_at)',
    answers.map(({ organization, place, key, fingerprint, answer }) => [
      organization,
      place,
      key,
      fingerprint,
      answer,
      now,
    ]),
    `ON CONFLICT (organization, place, idempotency_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, answer = excluded.answer, remembered_at = excluded.remembered_at
       WHERE idempotency.remembered_at <= excluded.remembered_at - ${memoryMs}
     RETURNING place`,
  );
  return written.length;
}

/** Forgets up to `limit` answers that have had their time. @returns how many */
export async function forgetAnswers(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM idempotency WHERE (organization, place, idempotency_key) IN (
       SELECT organization, place, idempotency_key FROM idempotency WHERE remembered_at <= $1 LIMIT $2)`,
    [now - memoryMs, limit],
  );
}
