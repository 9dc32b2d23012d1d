import type { Queries } from '../store/database.ts';
import { rememberAnswers } from '../store/records/idempotency.ts';

/** Where an answer is remembered: the door's place (`POST /api/v2/emails`), the caller's key, and a fingerprint. */
export type Memory = {
  place: string;
  key: string;
  /** Of the request's body: another body under the same key is a mistake, not a repeat. */
  fingerprint: string;
  /** Makes the text that is kept of an answer; secret answers are encrypted in it. */
  write(answer: unknown): string;
};

/** Another request with the same key was committed while this one ran; nothing of this one happened. */
export class AnswerTaken extends Error {
  readonly taken = true;
}

/**
 * Remembers answers in the transaction of their effect.
 * @throws AnswerTaken when another request with one of these keys was committed first
 */
export async function remember(
  queries: Queries,
  answers: readonly { organization: number; memory: Memory; answer: unknown }[],
  now: number,
): Promise<void> {
  if (answers.length === 0) return;
  const written = await rememberAnswers(
    queries,
    answers.map(({ organization, memory, answer }) => ({
      organization,
      place: memory.place,
      key: memory.key,
      fingerprint: memory.fingerprint,
      answer: memory.write(answer),
    })),
    now,
  );
  if (written !== answers.length) throw new AnswerTaken();
}
