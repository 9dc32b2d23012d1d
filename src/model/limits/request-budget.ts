import { secondMs } from '../instant.ts';
import type { PlanName } from './plan.ts';

/**
 * Requests per fixed window, with `RateLimit-Policy` and `RateLimit` (IETF
 * draft-ietf-httpapi-ratelimit-headers-08). The headers of drafts up to 06 and their `X-` forms agree.
 */
export const requestWindowSeconds = 60;
export const requestWindowMs = requestWindowSeconds * secondMs;

const mebibyte = 1024 * 1024;

/** Bytes of large bodies: half a mebibyte per request, which only batches approach. */
export const plans = {
  free: { requestsPerWindow: 100, octetsPerWindow: 50 * mebibyte },
  premium: { requestsPerWindow: 700, octetsPerWindow: 350 * mebibyte },
  enterprise: { requestsPerWindow: 2_000, octetsPerWindow: 1_000 * mebibyte },
} as const satisfies Record<PlanName, { requestsPerWindow: number; octetsPerWindow: number }>;

export type RequestWindow = { windowStart: number; used: number };

/** `used` includes the current request. */
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

export function policyHeaders(plan: PlanName): Record<string, string> {
  const limit = String(plans[plan].requestsPerWindow);
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${requestWindowSeconds}`,
    'RateLimit-Limit': limit,
    'X-RateLimit-Limit': limit,
  };
}

/** Whole seconds, at least 1, never before the announced reset. */
export function retryAfterSeconds(budget: { windowStart: number; now: number }): number {
  return Math.max(1, secondsToReset(budget));
}

/** Rounds up, so that a client that waits this long is admitted. Stays within 0 to 60 even after a clock change. */
export function secondsToReset({ windowStart, now }: { windowStart: number; now: number }): number {
  const seconds = Math.ceil((windowStart + requestWindowMs - now) / secondMs);
  return Math.min(Math.max(seconds, 0), requestWindowSeconds);
}
