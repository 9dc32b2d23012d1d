import { describe, expect, test } from 'vitest';
import { hostCooldownMs } from '../../../src/model/delivery/cooldown-schedule.ts';
import {
  admission,
  freshPace,
  isForgettable,
  mailsInFlightMax,
  type Pace,
  type PaceEvent,
  paceAfter,
} from '../../../src/model/delivery/destination-pace.ts';

const now = Date.UTC(2026, 10, 21);
const minuteMs = 60_000;
const most = 10;
const accepted: PaceEvent = { kind: 'accepted', tookMs: 100 };
const throttled: PaceEvent = { kind: 'throttled', jitter: 0 };

function following(pace: Pace, ...events: PaceEvent[]): Pace {
  return events.reduce((held, event) => paceAfter(held, event, now, most), pace);
}
const times = (count: number, event: PaceEvent) => new Array<PaceEvent>(count).fill(event);

describe('the pace of a destination', () => {
  test('starts with two connections and grows to the maximum as mails are accepted', () => {
    const connections = [0, 1, 2, 4, 5, 9, 44, 500].map(
      (count) => following(freshPace(), ...times(count, accepted)).connections,
    );
    expect(connections).toEqual([2, 2, 3, 3, 4, 5, 10, 10]);
  });

  test.each<[string, PaceEvent, Partial<Pace>]>([
    ['an answer about a mail', { kind: 'answered' }, { connections: 8, restsUntil: 0 }],
    ['a request to slow down', throttled, { connections: 4, throttles: 1, restsUntil: now + minuteMs }],
    ['being crowded', { kind: 'crowded', live: 3 }, { connections: 3, restsUntil: 0 }],
    ['being crowded without a connection', { kind: 'crowded', live: 0 }, { connections: 1 }],
    ['being crowded with more than it may have', { kind: 'crowded', live: 20 }, { connections: 8 }],
    ['a lost connection', { kind: 'lost' }, { connections: 4, restsUntil: 0 }],
  ])('is adjusted after %s', (_name, event, expected) => {
    expect(following({ ...freshPace(), connections: 8 }, event)).toMatchObject(expected);
  });

  test('never drops below one connection', () => {
    const events: PaceEvent[] = [throttled, { kind: 'lost' }, { kind: 'lost' }, { kind: 'lost' }];
    expect(following(freshPace(), ...events).connections).toBe(1);
  });

  test('grows again after a hundred accepted mails once the server reported too many connections', () => {
    const crowded = following({ ...freshPace(), connections: 8 }, { kind: 'crowded', live: 3 });
    expect(following(crowded, ...times(100, accepted)).connections).toBe(3);
    expect(following(crowded, ...times(103, accepted)).connections).toBe(4);
  });

  test('doubles its pause for each request to slow down, up to an hour', () => {
    let pace = freshPace();
    let at = now;
    const minutes = [1, 2, 4, 8, 16, 32, 60, 60].map(() => {
      pace = paceAfter(pace, throttled, at, most);
      const restMs = pace.restsUntil - at;
      at = pace.restsUntil;
      return restMs / minuteMs;
    });
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('pauses once if every mail in flight is deferred', () => {
    expect(following(freshPace(), throttled, throttled, throttled)).toEqual(
      following(freshPace(), throttled),
    );
  });

  test('recovers with accepted mails', () => {
    const thrice = { ...freshPace(), throttles: 3, connections: 1 };
    expect(following(thrice, ...times(4, accepted)).throttles).toBe(3);
    expect(following(thrice, ...times(5, accepted)).throttles).toBe(2);
    expect(following(thrice, ...times(60, accepted)).throttles).toBe(0);
    expect(following(thrice, ...times(4, accepted)).connections).toBe(1);
  });

  test('is forgotten an hour after its last mail, but not during a pause', () => {
    const resting = following(freshPace(), throttled);
    expect(isForgettable(freshPace(), now, now + 60 * minuteMs - 1)).toBe(false);
    expect(isForgettable(freshPace(), now, now + 60 * minuteMs)).toBe(true);
    expect(isForgettable({ ...resting, restsUntil: now + 61 * minuteMs }, now, now + 60 * minuteMs)).toBe(
      false,
    );
  });
});

describe('a mail for a destination', () => {
  test('is sent while fewer than two mails per connection are in flight', () => {
    expect(mailsInFlightMax(freshPace())).toBe(4);
    expect(admission(freshPace(), 3, now, 0)).toEqual({ kind: 'go' });
    expect(admission(freshPace(), 4, now, 0)).toMatchObject({ kind: 'full' });
  });

  test('waits for the end of a pause plus some random seconds', () => {
    const resting = following(freshPace(), throttled);
    expect(admission(resting, 0, now, 0)).toEqual({ kind: 'rests', until: now + minuteMs });
    expect(admission(resting, 0, now, 0.5)).toEqual({ kind: 'rests', until: now + minuteMs + 15_000 });
    expect(admission(resting, 0, now + minuteMs, 0)).toEqual({ kind: 'go' });
  });

  test('gets a later time than the previous mail if the destination is full, by at most a quarter of an hour', () => {
    let pace = { ...freshPace(), mailMs: 1_000, connections: 2 };
    const waits: number[] = [];
    for (let n = 0; n < 3_000; n++) {
      const asked = admission(pace, 4, now, 0);
      if (asked.kind !== 'full') throw new Error('it should be full');
      waits.push(asked.until - now);
      pace = asked.pace;
    }
    expect(waits[0]).toBe(2_250);
    expect(waits[3]).toBe(3_000);
    expect(waits.every((wait, n) => n === 0 || wait >= waits[n - 1]!)).toBe(true);
    expect(waits.at(-1)).toBe(10 * minuteMs);
    const last = admission(pace, 4, now, 0.999);
    expect(last.kind === 'full' && last.until - now).toBeLessThan(15 * minuteMs);
  });

  test('is not delayed by reservations that have passed', () => {
    const pace = { ...freshPace(), bookedUntil: now - 1 };
    expect(admission(pace, 4, now, 0)).toMatchObject({ kind: 'full', until: now + 2_250 });
  });
});

test('the cooldown of an unreachable server doubles each time, up to half an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => hostCooldownMs(failures) / 1_000)).toEqual([
    30, 30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800,
  ]);
});
