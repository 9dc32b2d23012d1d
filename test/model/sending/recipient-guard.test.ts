import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import {
  afterBounce,
  afterDelivery,
  type CooldownState,
  explainGuard,
  type GuardFacts,
  type GuardStream,
  judgeRecipient,
  softBounceStreak,
} from '../../../src/model/sending/recipient-guard.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const start = Date.UTC(2026, 10, 21, 12);
const open: GuardFacts = { sends: [], cooldownUntil: null };

/** Sends at each of `instants` and expects acceptance. */
function sent(
  instants: number[],
  stream: GuardStream = 'transactional',
  from: GuardFacts = open,
): GuardFacts {
  let facts = from;
  for (const at of instants) {
    const judged = judgeRecipient(facts, at, stream);
    if (judged.verdict === 'refuse') throw new Error(`refused at ${at - start} ms: ${judged.reason}`);
    facts = { ...facts, sends: judged.sends, bulkSends: judged.bulkSends };
  }
  return facts;
}

const every = (stepMs: number, count: number) => Array.from({ length: count }, (_, n) => start + n * stepMs);

describe('the ten-minute window', () => {
  test('accepts five sends and refuses the sixth until ten minutes after the first', () => {
    const facts = sent(every(1_000, 5));
    expect(judgeRecipient(facts, start + 5_000)).toEqual({
      verdict: 'refuse',
      reason: 'short',
      retryAfterSeconds: 595,
    });
    expect(judgeRecipient(facts, start + 10 * minuteMs - 1)).toMatchObject({ retryAfterSeconds: 1 });
    expect(judgeRecipient(facts, start + 10 * minuteMs)).toMatchObject({ verdict: 'accept' });
  });

  test('slides: an expired send makes room for one send', () => {
    const facts = sent([...every(1_000, 5), start + 10 * minuteMs]);
    expect(judgeRecipient(facts, start + 10 * minuteMs)).toMatchObject({
      reason: 'short',
      retryAfterSeconds: 1,
    });
  });
});

describe('the 24-hour window', () => {
  test('accepts twenty sends and refuses the next until the first has expired', () => {
    const facts = sent(every(10 * minuteMs, 20));
    const now = start + 200 * minuteMs;
    expect(judgeRecipient(facts, now)).toEqual({
      verdict: 'refuse',
      reason: 'long',
      retryAfterSeconds: (24 * 60 - 200) * 60,
    });
    expect(judgeRecipient(facts, start + dayMs)).toMatchObject({ verdict: 'accept' });
  });

  test('determines the wait if both windows are full and it ends later', () => {
    const facts = sent([...every(10 * minuteMs, 15), ...every(1_000, 5).map((at) => at + 5 * hourMs)]);
    expect(judgeRecipient(facts, start + 5 * hourMs + 5_000)).toMatchObject({
      reason: 'long',
      retryAfterSeconds: 19 * 3_600 - 5,
    });
  });
});

describe('the record of sends', () => {
  test('drops entries older than 24 hours and keeps the newest last', () => {
    const facts = sent([start, start + hourMs, start + dayMs, start + dayMs + 1]);
    expect(facts.sends).toEqual([start + hourMs, start + dayMs, start + dayMs + 1]);
    expect(sent([start, start + dayMs]).sends).toEqual([start + dayMs]);
  });

  test('stays sorted when the clock is set back', () => {
    expect(sent([start + 1_000, start]).sends).toEqual([start, start + 1_000]);
  });
});

describe('bulk sends', () => {
  test('neither fill the ten-minute window nor are refused by it', () => {
    const six = sent(every(1_000, 6), 'bulk');
    const facts = sent(every(1_000, 5), 'transactional', six);
    expect(judgeRecipient(facts, start + 6_000)).toMatchObject({ reason: 'short' });
    expect(judgeRecipient(facts, start + 6_000, 'bulk')).toMatchObject({ verdict: 'accept' });
  });

  test('share the 24-hour window with transactional sends', () => {
    const later = every(10 * minuteMs, 10).map((at) => at + 2 * hourMs);
    const facts = sent(later, 'transactional', sent(every(10 * minuteMs, 10), 'bulk'));
    const now = start + 4 * hourMs;
    for (const stream of ['bulk', 'transactional'] as const) {
      expect(judgeRecipient(facts, now, stream)).toMatchObject({
        reason: 'long',
        retryAfterSeconds: 20 * 3_600,
      });
    }
  });

  test('are refused during a cooldown', () => {
    const facts = { sends: [], cooldownUntil: start + hourMs };
    expect(judgeRecipient(facts, start, 'bulk')).toMatchObject({ reason: 'cooldown' });
  });
});

describe('a cooldown', () => {
  test('refuses up to its last millisecond', () => {
    const facts = { sends: [], cooldownUntil: start + hourMs };
    expect(judgeRecipient(facts, start)).toEqual({
      verdict: 'refuse',
      reason: 'cooldown',
      retryAfterSeconds: 3_600,
    });
    expect(judgeRecipient(facts, start + hourMs - 1)).toMatchObject({ retryAfterSeconds: 1 });
    expect(judgeRecipient(facts, start + hourMs)).toMatchObject({ verdict: 'accept' });
  });

  test('lasts one hour, then doubles up to 24 hours', () => {
    let state: CooldownState = { bounces: 0, cooldownUntil: null };
    const hours: number[] = [];
    let now = start;
    for (let bounce = 0; bounce < 7; bounce++) {
      state = afterBounce(state, now);
      hours.push(((state.cooldownUntil ?? 0) - now) / hourMs);
      now = (state.cooldownUntil ?? 0) + minuteMs;
    }
    expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
  });

  test('is explained with the time of the bounce, however long it lasts', () => {
    let state: CooldownState = { bounces: 0, cooldownUntil: null };
    let now = start;
    for (let bounce = 0; bounce < 7; bounce++) {
      const bouncedAt = now;
      state = afterBounce(state, bouncedAt);
      const refusal = judgeRecipient({ sends: [], ...state }, bouncedAt + minuteMs);
      if (refusal.verdict === 'accept') throw new Error('a mailbox that rests was written to');
      const [since, until] = [bouncedAt, state.cooldownUntil!].map((at) => new Date(at).toISOString());
      expect(explainGuard(refusal, state, bouncedAt + minuteMs)).toBe(
        `A mail to this mailbox came back at ${since}, so it rests until ${until}`,
      );
      now = state.cooldownUntil! + minuteMs;
    }
  });

  test('is explained without a time after a delivery cleared the count', () => {
    const hostCooldown = afterDelivery(afterBounce({ bounces: 0, cooldownUntil: null }, start));
    const refusal = judgeRecipient({ sends: [], ...hostCooldown }, start);
    if (refusal.verdict === 'accept') throw new Error('a mailbox that rests was written to');
    expect(explainGuard(refusal, hostCooldown, start)).toBe(
      `A mail to this mailbox came back, so it rests until ${new Date(start + hourMs).toISOString()}`,
    );
  });

  test('has a configurable first length, even over 24 hours', () => {
    const none = { bounces: 0, cooldownUntil: null };
    expect(afterBounce(none, start, minuteMs).cooldownUntil).toBe(start + minuteMs);
    expect(afterBounce(none, start, 2 * dayMs).cooldownUntil).toBe(start + 2 * dayMs);
  });

  test('is not extended by mails already in flight', () => {
    const first = afterBounce({ bounces: 0, cooldownUntil: null }, start);
    expect(afterBounce(first, start + 1)).toEqual(first);
  });

  test('starts over after a delivery, which does not shorten a running cooldown', () => {
    const state = { bounces: 3, cooldownUntil: start + hourMs };
    expect(afterDelivery(state)).toEqual({ bounces: 0, cooldownUntil: start + hourMs });
    expect(afterBounce(afterDelivery(state), start + 2 * hourMs).cooldownUntil).toBe(start + 3 * hourMs);
  });
});

describe('soft bounces', () => {
  test('suppress for 30 days after five consecutive bounces', () => {
    let streak = 0;
    for (let bounce = 1; bounce <= 4; bounce++) {
      const after = softBounceStreak(streak, 'soft_bounce', start);
      expect(after).toEqual({ streak: bounce, suppressUntil: null });
      streak = after.streak;
    }
    expect(softBounceStreak(streak, 'soft_bounce', start)).toEqual({
      streak: 0,
      suppressUntil: start + 30 * dayMs,
    });
  });

  test('start over after a delivery', () => {
    expect(softBounceStreak(4, 'delivered', start)).toEqual({ streak: 0, suppressUntil: null });
  });
});

/** Attempts of both streams, close together and far apart, some in the same millisecond. */
const attempts = fc.array(
  fc.record({
    waitMs: fc.oneof(
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: 15 * minuteMs }),
      fc.integer({ min: 0, max: 6 * hourMs }),
    ),
    stream: fc.constantFrom<GuardStream>('transactional', 'transactional', 'bulk'),
  }),
  { maxLength: 120 },
);

describe('for any sender at any time,', () => {
  test('at most 5 transactional sends in 10 minutes and 20 sends in 24 hours are accepted', () => {
    fc.assert(
      fc.property(attempts, (list) => {
        let facts = open;
        let now = start;
        const accepted: { at: number; stream: GuardStream }[] = [];
        for (const { waitMs, stream } of list) {
          now += waitMs;
          const judged = judgeRecipient(facts, now, stream);
          if (judged.verdict === 'refuse') continue;
          accepted.push({ at: now, stream });
          facts = { ...facts, sends: judged.sends, bulkSends: judged.bulkSends };
          expect(judged.sends.length + judged.bulkSends.length).toBeLessThanOrEqual(20);
        }
        for (const last of accepted) {
          const before = accepted.filter(({ at }) => at <= last.at && at > last.at - dayMs);
          expect(before.length).toBeLessThanOrEqual(20);
          const short = before.filter((s) => s.stream === 'transactional' && s.at > last.at - 10 * minuteMs);
          expect(short.length).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: randomRuns(300) },
    );
  });

  test('a refused send is accepted exactly at the second that the refusal named', () => {
    let refusals = 0;
    fc.assert(
      fc.property(attempts, fc.option(fc.integer({ min: 0, max: 3 * dayMs })), (list, cooldownMs) => {
        let facts: GuardFacts = { ...open, cooldownUntil: cooldownMs === null ? null : start + cooldownMs };
        let now = start;
        for (const { waitMs, stream } of list) {
          now += waitMs;
          const judged = judgeRecipient(facts, now, stream);
          if (judged.verdict === 'accept') {
            facts = { ...facts, sends: judged.sends, bulkSends: judged.bulkSends };
            continue;
          }
          refusals++;
          const waited = now + judged.retryAfterSeconds * 1_000;
          expect(judged.retryAfterSeconds).toBeGreaterThanOrEqual(1);
          expect(judgeRecipient(facts, waited, stream).verdict).toBe('accept');
          expect(judgeRecipient(facts, waited - 1_000, stream).verdict).toBe('refuse');
        }
      }),
      { numRuns: randomRuns(300) },
    );
    // About three per list; without refusals the property would be vacuous.
    expect(refusals).toBeGreaterThan(10);
  });
});
