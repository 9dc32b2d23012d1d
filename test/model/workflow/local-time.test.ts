import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import { type Weekday, weekdays } from '../../../src/model/workflow/definition.ts';
import { delayEnd, isQuiet, quietUntil, untilEnd } from '../../../src/model/workflow/local-time.ts';
import { localTimeAt, toInstant, toLastInstant } from '../../../src/model/zoned-time.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const zones = Intl.supportedValuesOf('timeZone');
const yearsFrom = Date.UTC(2026, 0, 1);
const yearsUntil = Date.UTC(2028, 0, 1);

/** Computes local time independently of the program, from the zone's offset in Intl. */
function clockOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)!;
    if (sign === undefined) return at;
    return at + (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
  };
}

/** Returns the instants at which a zone changes its clocks within the two years. No zone changes them twice in a week. */
function changesOf(clock: (at: number) => number): number[] {
  const offset = (at: number) => clock(at) - at;
  const changes: number[] = [];
  let offsetBefore = offset(yearsFrom);
  for (let week = yearsFrom; week < yearsUntil; week += 7 * dayMs) {
    const offsetAfter = offset(week + 7 * dayMs);
    if (offsetBefore === offsetAfter) continue;
    let before = week;
    let after = week + 7 * dayMs;
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
      if (offset(middle) === offsetBefore) before = middle;
      else after = middle;
    }
    changes.push(after);
    offsetBefore = offsetAfter;
  }
  return changes;
}

/** Lists the changes of all zones. Zones that change the same way at the same instants are one entry. */
function distinctChanges(): { zone: string; clock: (at: number) => number; change: number }[] {
  const distinct = new Map<string, { zone: string; clock: (at: number) => number; change: number }>();
  for (const zone of zones) {
    const clock = clockOf(zone);
    for (const change of changesOf(clock)) {
      const offsets = [change - minuteMs, change].map((at) => clock(at) - at);
      const rule = `${change} ${offsets}`;
      if (!distinct.has(rule)) distinct.set(rule, { zone, clock, change });
    }
  }
  return [...distinct.values()];
}

const pad = (value: number) => String(value).padStart(2, '0');
const timeOf = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;

/** Reads the clock once for every minute around a change, with the independent method. */
function clocksAround(clock: (at: number) => number, change: number): Map<number, number> {
  const shown = new Map<number, number>();
  for (let at = change - 50 * hourMs; at <= change + 50 * hourMs; at += 15 * minuteMs)
    shown.set(at, clock(at));
  return shown;
}

test('a daily delay ends once a day at its time, never early, at every clock change of two years', () => {
  const changes = distinctChanges();
  let gaps = 0;
  let repeats = 0;
  for (const { zone, clock, change } of changes) {
    const shown = clocksAround(clock, change);
    for (let minute = 0; minute < 24 * 60; minute += 30) {
      const at = timeOf(minute);
      // A subscriber whose daily delay ended before the change continues day by day.
      let from = delayEnd({ duration: null, at, days: [] }, change - 49 * hourMs, zone);
      expect(clock(from) % dayMs, `${zone} ${at}`).toBe(minute * minuteMs);
      for (let times = 0; times < 3; times += 1) {
        const end = delayEnd({ duration: '1 day', at, days: [] }, from, zone);
        // If clocks go forward at 23:00, that day's time is the first of the next day.
        const nominal = (Math.floor(clock(from) / dayMs) + 1) * dayMs + minute * minuteMs;
        const first = [...shown].filter(([, local]) => local === nominal).map(([instant]) => instant);
        const said = `${zone} ${at} after ${new Date(from).toISOString()}`;
        if (first.length > 0) expect(end, said).toBe(first[0]);
        else {
          // A skipped time is later by the length of the gap, never before it.
          gaps += 1;
          expect(end, said).toBeGreaterThanOrEqual(change);
          expect(clock(end) - nominal, said).toBe(clock(change) - clock(change - minuteMs) - minuteMs);
        }
        if (first.length > 1) {
          repeats += 1;
          // Between both occurrences the day's time has passed, so the next is tomorrow's.
          const again = delayEnd({ duration: null, at, days: [] }, end + minuteMs, zone);
          expect(clock(again), said).toBe(nominal + dayMs);
        }
        expect(end, said).toBeGreaterThan(from);
        from = end;
      }
    }
  }
  expect([changes.length > 100, gaps > 100, repeats > 100]).toEqual([true, true, true]);
}, 300_000);

const zone = fc.constantFrom(...zones);
const instant = fc
  .integer({ min: yearsFrom / 1_000, max: yearsUntil / 1_000 })
  .map((second) => second * 1_000);
const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 });
const someDays = fc.subarray([...weekdays]);
const weekdayOf = (local: number): Weekday =>
  (['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'] as const)[Math.floor(local / dayMs) % 7]!;

describe('a delay', () => {
  test('ends on an allowed day, not before its calendar days are over, in any zone', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.option(minuteOfDay, { nil: null }),
        someDays,
        fc.integer({ min: 0, max: 10 }),
        (where, from, minute, days, amount) => {
          const at = minute === null ? null : timeOf(minute);
          const duration = amount === 0 ? null : `${amount} days`;
          if (at === null && days.length === 0) return;
          const end = delayEnd({ duration, at, days }, from, where);
          const local = clockOf(where);
          expect(end).toBeGreaterThanOrEqual(from);
          const daysOn = Math.floor(local(end) / dayMs) - Math.floor(local(from) / dayMs);
          expect(daysOn).toBeGreaterThanOrEqual(amount);
          // A skipped time may move past midnight.
          const shifted = minute !== null && local(end) % dayMs !== minute * minuteMs;
          if (shifted) return;
          expect(daysOn).toBeLessThanOrEqual(amount + 8);
          if (days.length > 0) expect(days).toContain(weekdayOf(local(end)));
          if (minute === null && local(end) % dayMs !== local(from) % dayMs) {
            expect(end - from).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: randomRuns(3_000) },
    );
  }, 60_000);

  test('with only a duration is exact across any clock change', () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: 1, max: 400 }), (where, from, days) => {
        const end = delayEnd({ duration: `${days} days`, at: null, days: [] }, from, where);
        expect(end).toBe(from + days * dayMs);
      }),
    );
  });

  test.each([
    // Three days, then nine o'clock on a working day: Friday evening leads to Monday.
    [
      '3 days',
      '09:00',
      ['mon', 'tue', 'wed', 'thu', 'fri'],
      '2026-05-01T18:00:00Z',
      '2026-05-04T08:00:00.000Z',
    ],
    [
      '3 days',
      '09:00',
      ['mon', 'tue', 'wed', 'thu', 'fri'],
      '2026-04-29T18:00:00Z',
      '2026-05-04T08:00:00.000Z',
    ],
    ['1 day', '09:00', [], '2026-05-01T22:59:00Z', '2026-05-02T08:00:00.000Z'],
    ['1 day', '09:00', [], '2026-05-01T23:01:00Z', '2026-05-03T08:00:00.000Z'],
    ['2 weeks', null, ['tue'], '2026-05-01T10:00:30.250Z', '2026-05-19T10:00:30.250Z'],
    // Hours lead to a time, after which the next nine o'clock counts.
    ['20 hours', '09:00', [], '2026-05-01T10:00:00Z', '2026-05-02T08:00:00.000Z'],
    ['23 hours', '09:00', [], '2026-05-01T10:00:00Z', '2026-05-03T08:00:00.000Z'],
    [null, '09:00', [], '2026-05-01T07:59:59Z', '2026-05-01T08:00:00.000Z'],
    [null, '09:00', [], '2026-05-01T08:00:00Z', '2026-05-01T08:00:00.000Z'],
    [null, '09:00', [], '2026-05-01T08:00:01Z', '2026-05-02T08:00:00.000Z'],
    // Lisbon's clocks go forward at 01:00 on 29 March 2026, and back at 02:00 on 25 October.
    ['1 day', '01:30', [], '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['1 day', '01:30', [], '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    [null, '01:30', [], '2026-10-25T01:10:00Z', '2026-10-26T01:30:00.000Z'],
    [null, null, ['sun'], '2026-10-25T01:10:00Z', '2026-10-25T01:10:00.000Z'],
  ] as const)('of %j at %j on %j from %s ends at %s in Lisbon', (duration, at, days, from, end) => {
    const ends = delayEnd({ duration, at, days }, Date.parse(from), 'Europe/Lisbon');
    expect(new Date(ends).toISOString()).toBe(end);
  });

  test.each([
    ['2026-05-04', null, [], '2026-05-03T23:00:00.000Z'],
    ['2026-05-04', '09:00', [], '2026-05-04T08:00:00.000Z'],
    ['2026-05-02', '09:00', ['mon'], '2026-05-04T08:00:00.000Z'],
    ['2026-05-04T12:00:00Z', null, [], '2026-05-04T12:00:00.000Z'],
    ['2026-05-04T12:00:00+02:00', null, [], '2026-05-04T10:00:00.000Z'],
    ['2026-05-04T12:00', null, [], '2026-05-04T11:00:00.000Z'],
    ['2026-05-04T12:00:00Z', '09:00', [], '2026-05-05T08:00:00.000Z'],
    ['2024-02-29', null, [], '2024-02-29T00:00:00.000Z'],
  ] as const)('until %s at %j on %j ends at %s in Lisbon', (text, at, days, end) => {
    expect(new Date(untilEnd(text, { at, days }, 'Europe/Lisbon')!).toISOString()).toBe(end);
  });

  test.each([
    '',
    'soon',
    '2026-02-29',
    '2026-13-01',
    '2026-05-04T25:00',
    '2026-05-04T12:00+30:00',
    '0001-01-01',
    '9999-12-31',
    '1777885200',
    ' 2026-05-04',
  ])('until %j is rejected', (text) => {
    expect(untilEnd(text, { at: null, days: [] }, 'Europe/Lisbon')).toBeNull();
  });

  test('rejects a long text quickly', () => {
    const long = `2026-05-04${'0'.repeat(1_000_000)}`;
    expect(untilEnd(long, { at: null, days: [] }, 'Europe/Lisbon')).toBeNull();
  });
});

describe('quiet hours', () => {
  test('end at the first local time outside of them, in every zone', () => {
    fc.assert(
      fc.property(zone, instant, minuteOfDay, minuteOfDay, someDays, (where, now, from, to, days) => {
        const quiet = { from: timeOf(from), to: timeOf(to), days };
        const end = quietUntil(quiet, now, where);
        if (end === null) {
          expect(isQuiet(quiet, now, where)).toBe(false);
          return;
        }
        expect(isQuiet(quiet, now, where)).toBe(true);
        expect(end).toBeGreaterThan(now);
        const allWeek = from === to && (days.length === 0 || days.length === 7);
        expect(isQuiet(quiet, end, where)).toBe(allWeek);
        expect(end - now).toBeLessThanOrEqual(9 * dayMs);
        // No earlier minute is outside them, except those that a gap skipped.
        const local = localTimeAt(end, where) % dayMs;
        if (!allWeek && local === to * minuteMs) {
          for (let at = now; at < end - minuteMs; at += Math.max(minuteMs, Math.floor((end - now) / 40))) {
            expect(isQuiet(quiet, at, where)).toBe(true);
          }
        }
      }),
      { numRuns: randomRuns(3_000) },
    );
  }, 60_000);

  test('belong to the day on which they start', () => {
    const friday = { from: '22:00', to: '08:00', days: ['fri'] } as const;
    const quietAt = (at: string) => isQuiet(friday, Date.parse(at), 'UTC');
    expect(quietAt('2026-05-01T21:59:00Z')).toBe(false);
    expect(quietAt('2026-05-01T22:00:00Z')).toBe(true);
    expect(quietAt('2026-05-02T07:59:00Z')).toBe(true);
    expect(quietAt('2026-05-02T08:00:00Z')).toBe(false);
    expect(quietAt('2026-05-02T22:00:00Z')).toBe(false);
    expect(quietAt('2026-05-01T07:00:00Z')).toBe(false);
  });

  test('of a whole weekend end on Monday', () => {
    const weekend = { from: '00:00', to: '00:00', days: ['sat', 'sun'] } as const;
    const end = quietUntil(weekend, Date.parse('2026-05-02T12:00:00Z'), 'Europe/Lisbon')!;
    expect(new Date(end).toISOString()).toBe('2026-05-03T23:00:00.000Z');
  });
});

test('a repeated local time has two UTC times, and any other local time has one', () => {
  fc.assert(
    fc.property(zone, instant, (where, at) => {
      const local = localTimeAt(at, where);
      const [first, last] = [toInstant(local, where), toLastInstant(local, where)];
      expect([first, last]).toContain(at);
      expect(localTimeAt(first, where)).toBe(local);
      expect(localTimeAt(last, where)).toBe(local);
      expect(first).toBeLessThanOrEqual(last);
    }),
    { numRuns: randomRuns(2_000) },
  );
});
