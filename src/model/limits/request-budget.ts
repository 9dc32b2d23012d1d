import { secondMs } from '../instant.ts';
import type { PlanName } from './plan.ts';

/**
 * How many requests an organization may make in one fixed window, and the headers that announce it (IETF
 * draft-ietf-httpapi-ratelimit-headers-08: `RateLimit-Policy` and `RateLimit`; the three headers of its drafts up to 06
 * and their `X-` spellings are sent as well and always agree).
 */
export const requestWindowSeconds = 60;
export const requestWindowMs = requestWindowSeconds * secondMs;

const mebibyte = 1024 * 1024;

/** Octets are those of large bodies; half a mebibyte per request, which only batches come near. */
export const plans = {
  free: { requestsPerWindow: 100, octetsPerWindow: 50 * mebibyte },
  premium: { requestsPerWindow: 700, octetsPerWindow: 350 * mebibyte },
  enterprise: { requestsPerWindow: 2_000, octetsPerWindow: 1_000 * mebibyte },
} as const satisfies Record<PlanName, { requestsPerWindow: number; octetsPerWindow: number }>;

/** One organization's window. `windowStart` is epoch milliseconds, `used` counts the requests taken in it. */
export type RequestWindow = { windowStart: number; used: number };

/** The eight headers of an authenticated answer; `used` includes the current request. */
export function budgetHeaders(
  budget: RequestWindow & { limit: number; now: number },
): Record<string, string> {
  const limit = String(budget.limit);
  const remaining = String(Math.max(0, budget.limit - budget.used));
  const reset = String(secondsToReset(budget));
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${requestWindowSeconds}`,
    RateLimit: `"default";r=${remaining};t=${reset}`,
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': reset,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
  };
}

/** The headers of an unauthenticated answer: the plan's policy, without any count. */
export function policyHeaders(plan: PlanName): Record<string, string> {
  const limit = String(plans[plan].requestsPerWindow);
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${requestWindowSeconds}`,
    'RateLimit-Limit': limit,
    'X-RateLimit-Limit': limit,
  };
}

/** `Retry-After` of a refused request: whole seconds, at least 1, never before the reset the headers announce. */
export function retryAfterSeconds(budget: { windowStart: number; now: number }): number {
  return Math.max(1, secondsToReset(budget));
}

/** Rounded up, so that a client that waits that long is admitted. 0 to 60 even when the clock was set. */
export function secondsToReset({ windowStart, now }: { windowStart: number; now: number }): number {
  const seconds = Math.ceil((windowStart + requestWindowMs - now) / secondMs);
  return Math.min(Math.max(seconds, 0), requestWindowSeconds);
}
