import { hash } from 'node:crypto';
import { dayMs } from '../../model/instant.ts';
import type { Queries } from '../database.ts';

/** Answers are remembered this long. */
const memoryMs = dayMs;

type Remembered = { fingerprint: string; answer: string };

/** A request with an Idempotency-Key: where it was made, and its key. */
type MemorySlot = { organization: number; place: string; key: string };

/** What stands in the place of an answer that named a person who was erased. */
export const answerOfErased = '';

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
       WHERE slot = $1 AND organization = $2 AND remembered_at > $3`,
      [slotOf({ organization: this.#organization, place, key }), this.#organization, now - memoryMs],
    );
  }

  /**
   * Deletes the next answers that name a person; their keys stay taken, so that no request is carried out again.
   * @returns how many; `limit` if answers may be left
   */
  async forgetPerson(marks: readonly string[], limit: number): Promise<number> {
    const { strings } = this.#queries.dialect;
    const named = await this.#queries.all<{ slot: string }>(
      `SELECT slot FROM idempotency_people WHERE organization = $1 AND person IN ${strings('$2')} LIMIT $3`,
      [this.#organization, JSON.stringify(marks), limit],
    );
    if (named.length === 0) return 0;
    const slots = JSON.stringify(named.map(({ slot }) => slot));
    await this.#queries.run(
      `UPDATE idempotency SET fingerprint = '', answer = '${answerOfErased}' WHERE slot IN ${strings('$1')}`,
      [slots],
    );
    await this.#queries.run(
      `DELETE FROM idempotency_people WHERE organization = $1 AND person IN ${strings('$2')} AND slot IN ${strings('$3')}`,
      [this.#organization, JSON.stringify(marks), slots],
    );
    return named.length;
  }
}

/**
 * Remembers answers of any organizations; one older than 24 hours is replaced.
 * @returns how many were written: fewer than given when another request with the same key was committed first
 */
export async function rememberAnswers(
  queries: Queries,
  answers: readonly (Remembered & MemorySlot & { people: readonly string[] })[],
  now: number,
): Promise<number> {
  const named = answers.flatMap((one) =>
    one.people.map((person) => [one.organization, person, slotOf(one)] as const),
  );
  if (named.length > 0) {
    await queries.insertCounting(
      'INSERT INTO idempotency_people (organization, person, slot)',
      named,
      'ON CONFLICT (organization, person, slot) DO NOTHING',
    );
  }
  return await queries.insertCounting(
    'INSERT INTO idempotency (slot, organization, fingerprint, answer, remembered_at)',
    answers.map((one) => [slotOf(one), one.organization, one.fingerprint, one.answer, now]),
    `ON CONFLICT (slot) DO UPDATE
       SET fingerprint = excluded.fingerprint, answer = excluded.answer, remembered_at = excluded.remembered_at
       WHERE idempotency.remembered_at <= excluded.remembered_at - ${memoryMs}`,
  );
}

/** Which of these requests have an answer that still stands, by place in the list. */
export async function answeredAlready(
  queries: Queries,
  slots: readonly MemorySlot[],
  now: number,
): Promise<Set<number>> {
  const bySlot = new Map(slots.map((slot, index) => [slotOf(slot), index]));
  const rows = await queries.all<{ slot: string }>(
    `SELECT slot FROM idempotency WHERE slot IN ${queries.dialect.strings('$1')} AND remembered_at > $2`,
    [JSON.stringify([...bySlot.keys()]), now - memoryMs],
  );
  return new Set(rows.map(({ slot }) => bySlot.get(slot)!));
}

/**
 * Walks a stretch of the remembered answers and deletes those that have expired.
 * @param from where the last stretch ended; `''` to begin again
 * @returns where this one ended, or null at the end
 */
export async function forgetAnswers(
  queries: Queries,
  now: number,
  from: string,
  stretch: number,
): Promise<string | null> {
  const end = await queries.get<{ slot: string }>(
    'SELECT slot FROM idempotency WHERE slot > $1 ORDER BY slot LIMIT 1 OFFSET $2',
    [from, stretch - 1],
  );
  const range = end ? 'slot > $1 AND slot <= $3' : 'slot > $1';
  await queries.run(
    `DELETE FROM idempotency_people WHERE slot IN (
       SELECT slot FROM idempotency WHERE ${range} AND remembered_at <= $2)`,
    end ? [from, now - memoryMs, end.slot] : [from, now - memoryMs],
  );
  await queries.run(
    `DELETE FROM idempotency WHERE ${range} AND remembered_at <= $2`,
    end ? [from, now - memoryMs, end.slot] : [from, now - memoryMs],
  );
  return end?.slot ?? null;
}

function slotOf({ organization, place, key }: MemorySlot): string {
  return hash('sha256', `${organization}\n${place}\n${key}`, 'base64url').slice(0, slotCharacters);
}

/** 132 bits: two requests never share a slot by chance. */
const slotCharacters = 22;
