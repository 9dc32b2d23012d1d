import { minuteMs } from '../../model/instant.ts';
import { type AttemptBudget, attemptBudget } from '../../model/oauth/attempt-budget.ts';
import { signInLimits } from '../../model/person/session.ts';

/** Each visitor has their own budget. */
export type Attempts = {
  /** By network address. */
  signIn: AttemptBudget;
  /** By session. */
  requests: AttemptBudget;
};

export function consoleAttempts(): Attempts {
  const { attemptsPerAddressMax, stretchMs, requestsPerMinuteMax } = signInLimits;
  return {
    signIn: attemptBudget(attemptsPerAddressMax, stretchMs),
    requests: attemptBudget(requestsPerMinuteMax, minuteMs, (session) => session),
  };
}
