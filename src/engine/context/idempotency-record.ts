import type { Queries } from '../../store/database.ts';
import { rememberAnswers } from '../../store/records/idempotency.ts';
import { peopleIn } from './person-mark.ts';
import type { SecretBox } from './secret-box.ts';

/** Where an answer is remembered: the door's place (`POST /api/v2/emails`), the caller's key, and a fingerprint. */
export type IdempotencyRecord = {
  place: string;
  key: string;
  /** Of the request's body: another body under the same key is a mistake, not a repeat. */
  fingerprint: string;
  /** Makes the text that is kept of an answer; secret answers are encrypted in it. */
  write(answer: unknown): string;
};

/** Another request with the same key was committed while this one ran; nothing of this one happened. */
export class KeyAlreadyUsed extends Error {
  readonly taken = true;
}

/**
 * Remembers answers in the transaction of their effect.
 * @throws AnswerTaken when another request with one of these keys was committed first
 */
export async function remember(
  queries: Queries,
  secretBox: SecretBox,
  answers: readonly { organization: number; memory: IdempotencyRecord; answer: unknown }[],
  now: number,
): Promise<void> {
  if (answers.length === 0) return;
  const written = await rememberAnswers(
    queries,
    answers.map(({ organization, memory, answer }) => {
      const text = memory.write(answer);
      return {
        organization,
        place: memory.place,
        key: memory.key,
        fingerprint: memory.fingerprint,
        answer: text,
        people: peopleIn(secretBox, organization, text),
      };
    }),
    now,
  );
  if (written !== answers.length) throw new KeyAlreadyUsed();
}
