import { minuteMs } from '../../model/instant.ts';
import { type AttemptBudget, attemptBudget } from '../../model/oauth/attempt-budget.ts';
import { signInLimits } from '../../model/person/session.ts';

/** How often the console may be asked, each count for itself: what one visitor uses up, no other one lacks. */
export type Attempts = {
  /** Attempts to sign in, by network address. */
  signIn: AttemptBudget;
  /** Requests of people who are signed in, by session. */
  requests: AttemptBudget;
};

export function consoleAttempts(): Attempts {
  const { attemptsPerAddressMax, stretchMs, requestsPerMinuteMax } = signInLimits;
  return {
    signIn: attemptBudget(attemptsPerAddressMax, stretchMs),
    requests: attemptBudget(requestsPerMinuteMax, minuteMs, (session) => session),
  };
}
