import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/model/instant.ts';
import { cronFault, nextCronTime } from '../../../src/model/workflow/reading/cron.ts';
import {
  readDurationMs,
  readOffsetDays,
  readTimeOfDay,
  readUntil,
} from '../../../src/model/workflow/reading/times.ts';

describe('a time in a definition', () => {
  it('is parsed exactly', () => {
    expect(['1 day', '365 days', '366 days', '0 days', '1.5 days'].map(readDurationMs)).toEqual([
      dayMs,
      365 * dayMs,
      null,
      null,
      null,
    ]);
    expect(['00:00', '23:59', '24:00', '9:00'].map(readTimeOfDay)).toEqual([0, 1_439, null, null]);
    expect(['-7 days', '+2 weeks', '0 days', '-0 days', '53 weeks', '1 month'].map(readOffsetDays)).toEqual([
      -7,
      14,
      0,
      0,
      null,
      null,
    ]);
    expect(readUntil('2027-01-02')).toEqual({ kind: 'date', date: '2027-01-02' });
    expect(readUntil('2027-01-02T00:00:00+02:00')).toEqual({ kind: 'instant', at: Date.UTC(2027, 0, 1, 22) });
    expect(readUntil('attributes.ends')).toEqual({ kind: 'attribute', name: 'ends' });
    expect(readUntil('trigger.ends')).toEqual({ kind: 'property', name: 'ends' });
    expect(['attributes.', 'trigger.', 'properties.x', '2027-13-01', ''].map(readUntil)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    '*/5 * * * *',
    '0 9 * * MON-FRI',
    '0 9 L * *',
    '0 9 29 2 *',
    '0 9 * * FRI#2',
    '0,59 9 * * *',
    '0 9 30 2 MON',
  ])('may be the schedule %s, which has a next time', (cron) => {
    expect(cronFault(cron)).toBeNull();
    expect(nextCronTime(cron, 'Europe/Lisbon', Date.UTC(2026, 10, 23))).toBeGreaterThan(
      Date.UTC(2026, 10, 23),
    );
  });

  it.each([
    '',
    '@daily',
    '0 9 * *',
    '0 9 ? * *',
    '0 9 15W * *',
    '*/4 * * * *',
    '0,59 * * * *',
    '0 9 31 4,6 *',
    `0 9 * * ${'1,'.repeat(10_000)}1`,
  ])('cannot be the schedule %s', (cron) => {
    expect(cronFault(cron)).not.toBeNull();
  });

  it('follows the clock changes of its zone', () => {
    // Lisbon leaves DST on 25 October 2026.
    const before = Date.UTC(2026, 9, 24, 12);
    expect(nextCronTime('0 9 * * *', 'Europe/Lisbon', before)).toBe(Date.UTC(2026, 9, 25, 9));
    expect(nextCronTime('0 9 * * *', 'Europe/Lisbon', before - dayMs)).toBe(Date.UTC(2026, 9, 24, 8));
  });
});
