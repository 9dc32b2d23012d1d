import type { Queries } from '../../store/database.ts';
import { rememberAnswers } from '../../store/records/idempotency.ts';
import { peopleIn } from './person-mark.ts';
import type { SecretBox } from './secret-box.ts';

/** Stores an answer under the operation (`POST /api/v2/emails`) and the caller's key. */
export type IdempotencyRecord = {
  place: string;
  key: string;
  /** Fingerprint of the request body: the same key with another body is an error, not a repeat. */
  fingerprint: string;
  /** Serializes an answer; a secret answer is encrypted. */
  write(answer: unknown): string;
};

/** A concurrent request with the same key was committed first, so this one was rolled back. */
export class KeyAlreadyUsed extends Error {
  readonly taken = true;
}

/**
 * Stores answers in the transaction of their effect.
 * @throws KeyAlreadyUsed if a concurrent request with one of these keys was committed first
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
