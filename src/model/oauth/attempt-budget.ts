import { budgetKey } from '../limits/ip-budget.ts';

export type AttemptBudget = {
  allows(ip: string, now: number): boolean;
  spend(ip: string, now: number): void;
};

/** Distinct addresses tracked per window. Further addresses share one budget, which bounds the table. */
const addressesMax = 20_000;

/** @param keyOf budget key; by default the network of one customer */
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
