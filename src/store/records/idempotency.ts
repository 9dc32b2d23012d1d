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

  /**
   * Remembers an answer in the transaction of its effect.
   * @returns false when another request with this key was committed first: the caller must undo everything
   */
  async remember(place: string, key: string, remembered: Remembered, now: number): Promise<boolean> {
    const changed = await this.#queries.run(
      `INSERT INTO idempotency (organization, place, idempotency_key, fingerprint, answer, remembered_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organization, place, idempotency_key) DO UPDATE
         SET fingerprint = excluded.fingerprint, answer = excluded.answer, remembered_at = excluded.remembered_at
         WHERE idempotency.remembered_at <= $7`,
      [this.#organization, place, key, remembered.fingerprint, remembered.answer, now, now - memoryMs],
    );
    return changed === 1;
  }
}
