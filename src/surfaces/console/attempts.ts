import { minuteMs } from '../../model/instant.ts';
import { type AttemptBudget, attemptBudget } from '../../model/oauth/attempt-budget.ts';
import { signInLimits } from '../../model/person/session.ts';

/** Each visitor has their own budget. */
export type Attempts = {
  /** By network address. */
  signIn: AttemptBudget;
  /** By session. */
  requests: AttemptBudget;
  /** Previews of typed text, by session and by organization. */
  previews: AttemptBudget;
  organizationPreviews: AttemptBudget;
};

export function consoleAttempts(): Attempts {
  const { attemptsPerAddressMax, stretchMs, requestsPerMinuteMax } = signInLimits;
  const { previewsPerMinuteMax, previewsPerOrganizationMinuteMax } = signInLimits;
  const perMinute = (max: number): AttemptBudget => attemptBudget(max, minuteMs, (key) => key);
  return {
    signIn: attemptBudget(attemptsPerAddressMax, stretchMs),
    requests: perMinute(requestsPerMinuteMax),
    previews: perMinute(previewsPerMinuteMax),
    organizationPreviews: perMinute(previewsPerOrganizationMinuteMax),
  };
}
