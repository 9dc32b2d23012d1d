import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import {
  afterAttempt,
  disabledAfterMs,
  limitConnections,
  mayDeliver,
} from '../../../src/model/webhook/health.ts';
import {
  attemptsMax,
  nextDeliveryAt,
  readRetryAfter,
  retryAfterMsMax,
} from '../../../src/model/webhook/schedule.ts';
import { judgeResponse, requestFaults, type Verdict } from '../../../src/model/webhook/verdict.ts';
import type { WebhookState } from '../../../src/model/webhook/webhook.ts';

const now = Date.UTC(2026, 0, 5, 12);
const healthy: WebhookState = {
  status: 'enabled',
  reason: null,
  statusAt: 0,
  consecutiveFailures: 0,
  failingSince: null,
  lastDeliveryAt: null,
  lastSuccessAt: null,
  pausedUntil: null,
};
const answer = (status: number, retryAfter: string | null = null): Verdict =>
  judgeResponse({ kind: 'answered', status, retryAfter }, now);

describe('the delivery schedule', () => {
  test('has eight attempts, the last 27 h 35 min 5 s after the first', () => {
    let at = now;
    const waits: number[] = [];
    for (let attempts = 1; attempts < attemptsMax; attempts += 1) {
      const next = nextDeliveryAt(attempts, at, null)!;
      waits.push(next - at);
      at = next;
    }
    expect(waits.map((wait) => wait / secondMs)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
    expect(at - now).toBe(27 * hourMs + 35 * minuteMs + 5 * secondMs);
    expect(nextDeliveryAt(attemptsMax, at, null)).toBeNull();
    expect(nextDeliveryAt(attemptsMax, at, at + hourMs)).toBeNull();
  });

  test("respects a receiver's Retry-After, but never waits less than its own delay", () => {
    expect(nextDeliveryAt(1, now, now + minuteMs)).toBe(now + minuteMs);
    expect(nextDeliveryAt(2, now, now + minuteMs)).toBe(now + 5 * minuteMs);
  });

  test.each([
    ['120', now + 120 * secondMs],
    [' 1 ', now + secondMs],
    ['Mon, 05 Jan 2026 12:02:00 GMT', now + 2 * minuteMs],
    [String(retryAfterMsMax / secondMs), now + retryAfterMsMax],
    [String(retryAfterMsMax / secondMs + 1), null],
    ['31536000', null],
    ['99999999999999999999', null],
    ['Tue, 05 Jan 2027 12:00:00 GMT', null],
    ['Mon, 05 Jan 2026 11:59:59 GMT', null],
    ['0', null],
    ['-5', null],
    ['1e3', null],
    ['1.5', null],
    ['2026-01-05T12:02:00Z', null],
    ['tomorrow', null],
    ['', null],
    [null, null],
  ])('parses the Retry-After %j as %j', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });
});

describe('a response', () => {
  test.each([
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [300, 'redirected'],
    [302, 'redirected'],
    [308, 'redirected'],
    [400, 'rejected'],
    [404, 'rejected'],
    [410, 'gone'],
    [429, 'slowed_down'],
    [500, 'rejected'],
    [502, 'slowed_down'],
    [503, 'rejected'],
    [504, 'slowed_down'],
    [199, 'rejected'],
    [0, 'rejected'],
  ])('with the status %d means %s', (status, outcome) => {
    expect(answer(status)).toMatchObject({ outcome, slowsDown: outcome === 'slowed_down' });
  });

  test('that never arrived has a sentence for each cause', () => {
    const sentences = requestFaults.map(
      (fault) => judgeResponse({ kind: 'unanswered', fault }, now).sentence,
    );
    expect(new Set(sentences).size).toBe(requestFaults.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^The .+\.$/);
  });

  test('with a success status ignores Retry-After', () => {
    expect(answer(200, '60').notBefore).toBeNull();
  });
});

describe('a webhook', () => {
  const left = (state: WebhookState, ...steps: [verdict: Verdict, at: number][]): WebhookState =>
    steps.reduce((before, [verdict, at]) => afterAttempt(before, verdict, at), state);

  test('gets one request at a time after three consecutive failures, and four after a success', () => {
    const failing = left(healthy, [answer(500), now], [answer(500), now + 1]);
    expect(limitConnections(failing)).toBe(4);
    const probed = left(failing, [answer(500), now + 2]);
    expect(limitConnections(probed)).toBe(1);
    expect(limitConnections(left(probed, [answer(200), now + 3]))).toBe(4);
  });

  test('is disabled at once by 410, with the reason', () => {
    const gone = left(healthy, [answer(410), now]);
    expect(gone).toMatchObject({ status: 'auto_disabled', statusAt: now });
    expect(gone.reason).toContain('410');
    expect(mayDeliver(gone, now + 1)).toBe(false);
  });

  test('is disabled by a failure 120 h after the first failure since its last success', () => {
    const failing = left(healthy, [answer(500), now]);
    const before = left(failing, [answer(500), now + disabledAfterMs - 1]);
    expect(before.status).toBe('enabled');
    expect(left(failing, [answer(500), now + disabledAfterMs])).toMatchObject({
      status: 'auto_disabled',
      reason:
        'No delivery succeeded for 120 hours. The last attempt: The receiver answered 500; only 2xx counts as received.',
    });
  });

  test('is not disabled by any number of failures with a success between them', () => {
    let state = healthy;
    for (let hour = 0; hour < 1_000; hour += 1) {
      state = left(state, [answer(hour % 100 === 99 ? 200 : 500), now + hour * hourMs]);
    }
    expect(state.status).toBe('enabled');
  });

  test('stays disabled if its owner disabled it, whatever its last attempts return', () => {
    const disabled: WebhookState = { ...healthy, status: 'disabled' };
    expect(left(disabled, [answer(410), now]).status).toBe('disabled');
    expect(left(disabled, [answer(200), now]).status).toBe('disabled');
  });

  test('is paused after 429, 502 and 504, longer each time, up to five minutes', () => {
    const pauses: number[] = [];
    let state = healthy;
    for (let count = 0; count < 8; count += 1) {
      state = left({ ...state, pausedUntil: null }, [answer(502), now]);
      pauses.push((state.pausedUntil! - now) / secondMs);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    expect(mayDeliver(state, now + 299 * secondMs)).toBe(false);
    expect(mayDeliver(state, now + 300 * secondMs)).toBe(true);
  });

  test('is paused as long as its Retry-After says, for any status but success', () => {
    expect(left(healthy, [answer(429, '3600'), now]).pausedUntil).toBe(now + hourMs);
    expect(left(healthy, [answer(503, '60'), now]).pausedUntil).toBe(now + minuteMs);
    expect(left(healthy, [answer(503), now]).pausedUntil).toBeNull();
    expect(left(healthy, [answer(429, '31536000'), now]).pausedUntil).toBe(now + 5 * secondMs);
  });
});
