import { budgetKey } from '../limits/ip-budget.ts';

/** Limits how often one network address may try something within a window. */
export type AttemptBudget = {
  /** Whether `ip` may try (again) at `now`, in epoch ms. */
  allows(ip: string, now: number): boolean;
  /** Takes one attempt out of its budget. */
  spend(ip: string, now: number): void;
};

/** Distinct addresses tracked per window; further ones share one budget, so that the table stays small. */
const addressesMax = 20_000;

/**
 * @param attemptsMax in any window of `stretchMs`; windows start at the same time for all addresses
 * @param keyOf what shares a budget: by default the addresses of one customer. Another one counts something else than addresses
 */
export function attemptBudget(
  attemptsMax: number,
  stretchMs: number,
  keyOf: (ip: string) => string = budgetKey,
): AttemptBudget {
  let stretch = -1;
  let spent = new Map<string, number>();
  const keyAt = (ip: string, now: number): string => {
    const current = Math.floor(now / stretchMs);
    if (current !== stretch) {
      stretch = current;
      spent = new Map();
    }
    const key = keyOf(ip);
    return spent.has(key) || spent.size < addressesMax ? key : 'other addresses';
  };
  return {
    allows(ip, now) {
      const key = keyAt(ip, now);
      return (spent.get(key) ?? 0) < attemptsMax;
    },
    spend(ip, now) {
      const key = keyAt(ip, now);
      spent.set(key, (spent.get(key) ?? 0) + 1);
    },
  };
}
