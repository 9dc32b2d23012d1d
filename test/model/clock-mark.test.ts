import { describe, expect, test } from 'vitest';
import {
  clockStepMsMin,
  hasStepped,
  isInNewTime,
  judgeClock,
  markWatchedMs,
  shiftDue,
  shiftSince,
} from '../../src/model/clock-mark.ts';

import { admission, freshPace, paceAfter } from '../../src/model/delivery/destination-pace.ts';
import { hourMs, minuteMs, secondMs } from '../../src/model/instant.ts';
import { guardRefusal, recordSend } from '../../src/model/sending/recipient-guard.ts';
import { spendSendCap } from '../../src/model/sending/send-cap.ts';

const now = Date.UTC(2026, 4, 1);
const reading = (wall: number, monotonic: number) => ({ now: wall, monotonic, step: null });

describe('the clock mark of a database', () => {
  test('is renewed while it differs from the clock by less than a step', () => {
    for (const ms of [0, 1, clockStepMsMin - 1, 1 - clockStepMsMin]) {
      expect(judgeClock({ at: now + ms, by: 'other' }, null, reading(now, 0))).toEqual({ kind: 'agrees' });
    }
    expect(judgeClock(null, null, reading(now, 0))).toEqual({ kind: 'agrees' });
  });

  test('with another time is replaced if no process renews it in the meantime', () => {
    for (const [ms, byMs] of [
      [hourMs, -hourMs],
      [-hourMs, -0],
    ] as const) {
      const mark = { at: now + ms, by: 'other' };
      const first = judgeClock(mark, null, reading(now, 5));
      const watched = { mark, since: 5, aheadMs: ms };
      expect(first).toEqual({ kind: 'watches', watched, ours: true });
      expect(judgeClock(mark, watched, reading(now + 10, 5 + markWatchedMs - 1))).toEqual(first);
      const verdict = judgeClock(mark, watched, reading(now + 10, 5 + markWatchedMs));
      expect(verdict).toMatchObject({ kind: 'takes over', mark });
      expect(verdict).toHaveProperty('byMs', byMs + 0);
    }
  });

  test('that is renewed with another time is observed again', () => {
    const watched = { mark: { at: now + hourMs, by: 'other' }, since: 0, aheadMs: hourMs };
    const renewed = { at: now + hourMs + 10 * secondMs, by: 'other' };
    expect(judgeClock(renewed, watched, reading(now + 10 * secondMs, markWatchedMs))).toMatchObject({
      kind: 'watches',
      watched: { since: markWatchedMs },
    });
  });

  test('from before a clock change is observed, and a mark from after it is followed', () => {
    for (const byMs of [hourMs, -hourMs]) {
      const stepped = (monotonic: number) => ({ now: now + monotonic, monotonic, step: { byMs, since: 0 } });
      const mark = { at: now, by: 'us' };
      const first = judgeClock(mark, null, stepped(0));
      expect(first).toMatchObject({ kind: 'watches', ours: false });
      const watched = first.kind === 'watches' ? first.watched : null;
      expect(judgeClock(mark, watched, stepped(markWatchedMs))).toEqual({ kind: 'takes over', mark, byMs });
      const renewed = { at: now + 10 * secondMs, by: 'other' };
      expect(judgeClock(renewed, watched, stepped(markWatchedMs))).toMatchObject({ kind: 'watches' });
      expect(judgeClock({ at: now + byMs, by: 'other' }, watched, stepped(secondMs))).toEqual({
        kind: 'follows',
      });
    }
  });

  test('shifts neither overdue timestamps nor timestamps of the new time', () => {
    const back = { byMs: -hourMs, now, followedAt: now - secondMs };
    expect([now - 1, now, now + 1].map((at) => shiftDue(at, back))).toEqual([now - 1, now, now + 1 - hourMs]);
    expect([now - secondMs - 1, now - secondMs, now, now + 1].map((at) => shiftSince(at, back))).toEqual([
      now - secondMs - 1 - hourMs,
      now - secondMs,
      now,
      now + 1 - hourMs,
    ]);
  });

  test('does not shift a wait that began in the new time, unless it could be a longer wait of the old time', () => {
    const back = { byMs: -hourMs, now, followedAt: now - secondMs };
    const stays = (since: number, due: number) => isInNewTime(since, due, back);
    expect(stays(now - secondMs, now + minuteMs)).toBe(true);
    expect(stays(now, now - secondMs + hourMs)).toBe(true);
    expect(stays(now, now + hourMs)).toBe(false);
    expect(stays(now - secondMs - 1, now + minuteMs)).toBe(false);
    expect(stays(now + 1, now + minuteMs)).toBe(false);
    expect(isInNewTime(now, now + minuteMs, { byMs: hourMs, now, followedAt: null })).toBe(false);
  });

  test('detects a clock change only if the clock differs from the monotonic clock', () => {
    const first = { wall: now, monotonic: 0 };
    const anHourLater = (wall: number) => ({ wall: now + wall, monotonic: hourMs });
    expect(hasStepped(first, anHourLater(hourMs))).toBe(false);
    expect(hasStepped(first, anHourLater(hourMs + clockStepMsMin - 1))).toBe(false);
    expect(hasStepped(first, anHourLater(2 * hourMs))).toBe(true);
    expect(hasStepped(first, anHourLater(0))).toBe(true);
  });
});

describe('after the clock was set back an hour,', () => {
  const before = now + hourMs;

  test('a mailbox at its limit accepts no burst', () => {
    const five = { sends: [1, 2, 3, 4, 5].map((ms) => before + ms), cooldownUntil: null };
    expect(guardRefusal(five, before + 10, 'transactional')?.reason).toBe('short');
    expect(guardRefusal(five, now, 'transactional')?.reason).toBe('short');
    const twenty = { sends: Array.from({ length: 20 }, (_, ms) => before + ms), cooldownUntil: null };
    expect(guardRefusal(twenty, now, 'transactional')?.reason).toBe('long');
  });

  test('a mailbox at its limit never waits longer than the window', () => {
    const sends = [1, 2, 3, 4, 5].map((ms) => before + ms);
    const waitSeconds = (facts: Parameters<typeof guardRefusal>[0]) =>
      guardRefusal(facts, now, 'transactional')?.retryAfterSeconds;
    expect(waitSeconds({ sends, cooldownUntil: null })).toBe((10 * minuteMs) / secondMs);
    const twenty = Array.from({ length: 20 }, (_, ms) => before + ms);
    expect(waitSeconds({ sends: twenty, cooldownUntil: null })).toBe((24 * hourMs) / secondMs);
  });

  test('sends from before and after the change are counted together', () => {
    let facts: { sends: number[]; cooldownUntil: null } = { sends: [before], cooldownUntil: null };
    for (let send = 0; send < 4; send += 1) {
      expect(guardRefusal(facts, now + send, 'transactional')).toBeNull();
      facts = { ...facts, sends: recordSend(facts, now + send, 'transactional').sends };
    }
    expect(guardRefusal(facts, now + minuteMs, 'transactional')?.reason).toBe('short');
  });

  test('the cap of a token starts a new time span', () => {
    const full = { startedAt: before, sends: 9 };
    const cap = { per_hour: 9, per_day: null };
    expect(spendSendCap(cap, { hour: full, day: full }, 1, before + 1)).toHaveProperty('retryAfterSeconds');
    expect(spendSendCap(cap, { hour: full, day: full }, 1, now)).toMatchObject({
      hour: { startedAt: now, sends: 1 },
    });
  });

  test('a destination in backoff is tried again', () => {
    const rested = paceAfter(freshPace(), { kind: 'throttled', jitter: 0 } as never, before, 10);
    expect(admission(rested, 0, before + 1, 0).kind).toBe('rests');
    expect(admission(rested, 0, now, 0).kind).toBe('go');
  });
});
