import { Failure } from '../../model/failure.ts';

/** Each time another edit came first, so this many were committed meanwhile. */
export const editAttemptsMax = 20;
const retryAfterSeconds = 1;

/** Another edit was committed after this one had read what it changes; thrown in a commit, which is undone by it. */
export class EditOvertaken extends Error {}

/**
 * Runs an edit again from its reading until no other edit comes in between, because a caller who names no revision accepts
 * whatever the others wrote. `attempt` commits at most once and throws EditOvertaken from inside that commit.
 *
 * @throws Failure service_unavailable after `editAttemptsMax` attempts
 */
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
