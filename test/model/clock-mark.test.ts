import { describe, expect, test } from 'vitest';
import { clockStepMsMin, hasStepped, judgeClock, markWatchedMs } from '../../src/model/clock-mark.ts';

import { admission, freshPace, paceAfter } from '../../src/model/delivery/destination-pace.ts';
import { hourMs, minuteMs, secondMs } from '../../src/model/instant.ts';
import { guardRefusal, recordSend } from '../../src/model/sending/recipient-guard.ts';
import { spendSendCap } from '../../src/model/sending/send-cap.ts';

const now = Date.UTC(2026, 4, 1);

describe('the mark of a database', () => {
  test('is renewed while it differs by less than a step, in either direction', () => {
    for (const ms of [0, 1, clockStepMsMin - 1, 1 - clockStepMsMin]) {
      expect(judgeClock({ at: now + ms, by: 'other' }, null, now, 0)).toEqual({ kind: 'agrees' });
    }
    expect(judgeClock(null, null, now, 0)).toEqual({ kind: 'agrees' });
  });

  test('of another time is taken over once it was not renewed for as long as it is watched', () => {
    for (const [ms, setBackMs] of [
      [hourMs, hourMs],
      [-hourMs, 0],
    ] as const) {
      const mark = { at: now + ms, by: 'other' };
      const first = judgeClock(mark, null, now, 5);
      expect(first).toEqual({ kind: 'watches', watched: { mark, since: 5, aheadMs: ms } });
      const watched = first.kind === 'watches' ? first.watched : null;
      expect(judgeClock(mark, watched, now + 10, 5 + markWatchedMs - 1)).toEqual(first);
      expect(judgeClock(mark, watched, now + 10, 5 + markWatchedMs)).toEqual({
        kind: 'takes over',
        mark,
        setBackMs,
      });
    }
  });

  test('a mark that is renewed at another time is watched again', () => {
    const watched = { mark: { at: now + hourMs, by: 'other' }, since: 0, aheadMs: hourMs };
    const renewed = { at: now + hourMs + 10 * secondMs, by: 'other' };
    expect(judgeClock(renewed, watched, now + 10 * secondMs, markWatchedMs)).toMatchObject({
      kind: 'watches',
      watched: { since: markWatchedMs },
    });
  });

  test('is compared with a clock that was set only when it went another way than the monotonic one', () => {
    const first = { wall: now, monotonic: 0 };
    const anHourLater = (wall: number) => ({ wall: now + wall, monotonic: hourMs });
    expect(hasStepped(first, anHourLater(hourMs))).toBe(false);
    expect(hasStepped(first, anHourLater(hourMs + clockStepMsMin - 1))).toBe(false);
    expect(hasStepped(first, anHourLater(2 * hourMs))).toBe(true);
    expect(hasStepped(first, anHourLater(0))).toBe(true);
  });
});

describe('after the clock was set back an hour', () => {
  const before = now + hourMs;

  test('the short window of a mailbox is open again, and the long one goes on counting', () => {
    const five = { sends: [1, 2, 3, 4, 5].map((ms) => before + ms), cooldownUntil: null };
    expect(guardRefusal(five, before + 10, 'transactional')?.reason).toBe('short');
    expect(guardRefusal(five, now, 'transactional')).toBeNull();
    const twenty = { sends: Array.from({ length: 20 }, (_, ms) => before + ms), cooldownUntil: null };
    expect(guardRefusal(twenty, now, 'transactional')?.reason).toBe('long');
  });

  test('sends are counted at their own time, so that a burst is refused as ever', () => {
    let facts: { sends: number[]; cooldownUntil: null } = { sends: [before], cooldownUntil: null };
    for (let send = 0; send < 5; send += 1) {
      expect(guardRefusal(facts, now + send, 'transactional')).toBeNull();
      facts = { ...facts, sends: recordSend(facts, now + send, 'transactional').sends };
    }
    expect(guardRefusal(facts, now + minuteMs, 'transactional')?.reason).toBe('short');
  });

  test('the cap of a token begins a new span', () => {
    const full = { startedAt: before, sends: 9 };
    const cap = { per_hour: 9, per_day: null };
    expect(spendSendCap(cap, { hour: full, day: full }, 1, before + 1)).toHaveProperty('retryAfterSeconds');
    expect(spendSendCap(cap, { hour: full, day: full }, 1, now)).toMatchObject({
      hour: { startedAt: now, sends: 1 },
    });
  });

  test('a destination that rested is written to again', () => {
    const rested = paceAfter(freshPace(), { kind: 'throttled', jitter: 0 } as never, before, 10);
    expect(admission(rested, 0, before + 1, 0).kind).toBe('rests');
    expect(admission(rested, 0, now, 0).kind).toBe('go');
  });
});
