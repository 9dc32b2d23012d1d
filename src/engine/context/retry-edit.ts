import { Failure } from '../../model/failure.ts';

/** Each attempt fails only because another edit was committed. */
export const editAttemptsMax = 20;
const retryAfterSeconds = 1;

/** Another edit was committed since the read. Thrown within the commit, which rolls back. */
export class EditOvertaken extends Error {}

/** Repeats an edit, with its reads, until no other edit interferes. @throws service_unavailable */
export async function retryEdit<Answer>(
  signal: AbortSignal,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempts = 0; attempts < editAttemptsMax; attempts += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EditOvertaken)) throw error;
    }
  }
  throw new Failure('service_unavailable', { retryAfterSeconds });
}
