import { describe, expect, test } from 'vitest';
import {
  budgetHeaders,
  plans,
  policyHeaders,
  retryAfterSeconds,
} from '../../../src/model/limits/request-budget.ts';

const windowStart = Date.UTC(2026, 10, 21, 12, 0, 7, 250);

describe('the plans', () => {
  test('allow 100, 700 and 2,000 requests in 60 seconds', () => {
    expect(plans.free.requestsPerWindow).toBe(100);
    expect(plans.premium.requestsPerWindow).toBe(700);
    expect(plans.enterprise.requestsPerWindow).toBe(2_000);
  });
});

describe('the rate limit headers', () => {
  test("state the limit and the remainder at a free organization's first request", () => {
    expect(budgetHeaders({ limit: 100, used: 1, windowStart, now: windowStart })).toEqual({
      'RateLimit-Policy': '"default";q=100;w=60',
      RateLimit: '"default";r=99;t=60',
      'RateLimit-Limit': '100',
      'RateLimit-Remaining': '99',
      'RateLimit-Reset': '60',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '99',
      'X-RateLimit-Reset': '60',
    });
  });

  test('agree with each other at any time, and never suggest a retry before the reset', () => {
    for (let used = 0; used <= 102; used += 17) {
      for (let elapsed = -1_500; elapsed <= 61_000; elapsed += 250) {
        const now = windowStart + elapsed;
        const headers = budgetHeaders({ limit: 100, used, windowStart, now });
        const [, remaining = '', reset = ''] =
          /^"default";r=(\d+);t=(\d+)$/.exec(headers.RateLimit ?? '') ?? [];
        expect(Number(remaining)).toBe(Math.max(0, 100 - used));
        expect(Number(reset)).toBeGreaterThanOrEqual(0);
        expect(Number(reset)).toBeLessThanOrEqual(60);
        for (const prefix of ['', 'X-']) {
          expect(headers[`${prefix}RateLimit-Limit`]).toBe('100');
          expect(headers[`${prefix}RateLimit-Remaining`]).toBe(remaining);
          expect(headers[`${prefix}RateLimit-Reset`]).toBe(reset);
        }
        const retryAfter = retryAfterSeconds({ windowStart, now });
        expect(retryAfter).toBeGreaterThanOrEqual(Math.max(1, Number(reset)));
        // The window has ended by then.
        if (elapsed >= 0) expect(now + retryAfter * 1_000).toBeGreaterThanOrEqual(windowStart + 60_000);
      }
    }
  });

  test('state the policy without a count if there is no caller', () => {
    expect(policyHeaders('free')).toEqual({
      'RateLimit-Policy': '"default";q=100;w=60',
      'RateLimit-Limit': '100',
      'X-RateLimit-Limit': '100',
    });
  });
});
