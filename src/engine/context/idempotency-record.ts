import type { Queries } from '../../store/database.ts';
import { rememberAnswers } from '../../store/records/mail/idempotency.ts';
import { peopleIn } from './person-mark.ts';
import type { SecretBox } from './secret-box.ts';

/** `place` is the operation, for example `POST /api/v2/emails`. */
export type IdempotencyRecord = {
  place: string;
  key: string;
  /** Of the request body: the same key with another body is an error, not a repeat. */
  fingerprint: string;
  /** Encrypts secret answers. */
  write(answer: unknown): string;
};

/** A concurrent request with the same key was committed first, so this one was rolled back. */
export class KeyAlreadyUsed extends Error {
  readonly taken = true;
}

/** Stores answers in the transaction of their effect. @throws KeyAlreadyUsed */
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
