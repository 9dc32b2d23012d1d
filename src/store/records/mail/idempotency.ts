import { hash } from 'node:crypto';
import { dayMs } from '../../../model/instant.ts';
import type { Queries } from '../../database.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const memoryMs = dayMs;

type Remembered = { fingerprint: string; answer: string };

type MemorySlot = { organization: number; place: string; key: string };

/** Replaces a stored result that named an erased person. */
export const answerOfErased = '';

export class IdempotencyRecords extends ScopedRecords {
  async find(place: string, key: string, now: number): Promise<Remembered | undefined> {
    return await this.queries.get<Remembered>(
      `SELECT fingerprint, answer FROM idempotency
       WHERE slot = $1 AND organization = $2 AND remembered_at > $3`,
      [slotOf({ organization: this.organization, place, key }), this.organization, now - memoryMs],
    );
  }

  /** Deletes the next results that name a person. Their keys stay taken, so that no request runs twice. */
  async forgetPerson(marks: readonly string[], limit: number): Promise<number> {
    const { strings } = this.queries.dialect;
    const named = await this.queries.all<{ slot: string }>(
      `SELECT slot FROM idempotency_people WHERE organization = $1 AND person IN ${strings('$2')} LIMIT $3`,
      [this.organization, JSON.stringify(marks), limit],
    );
    if (named.length === 0) return 0;
    const slots = JSON.stringify(named.map(({ slot }) => slot));
    await this.queries.run(
      `UPDATE idempotency SET fingerprint = '', answer = '${answerOfErased}' WHERE slot IN ${strings('$1')}`,
      [slots],
    );
    await this.queries.run(
      `DELETE FROM idempotency_people WHERE organization = $1 AND person IN ${strings('$2')} AND slot IN ${strings('$3')}`,
      [this.organization, JSON.stringify(marks), slots],
    );
    return named.length;
  }
}

/** Stores results and replaces expired ones. Returns the number; less if another request committed first. */
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

/** Returns the list indexes of requests with a stored, unexpired result. */
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

/** Deletes expired results within one batch from `from` on. Returns where to continue; null at the end. */
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

/** 132 bits, which makes collisions practically impossible. */
const slotCharacters = 22;
