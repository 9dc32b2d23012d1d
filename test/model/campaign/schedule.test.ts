import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSchedule, ScheduleInput } from '../../../src/model/campaign/schedule.ts';

const read = (text: string, timezone = 'UTC'): string | null => {
  const at = readSchedule(text, timezone);
  return at === null ? null : new Date(at).toISOString();
};

describe('a local time in its time zone', () => {
  test.each([
    // Ordinary days.
    ['UTC', '2026-05-04T09:00', '2026-05-04T09:00:00.000Z'],
    ['UTC', '2026-05-04T09:00:30', '2026-05-04T09:00:30.000Z'],
    ['UTC', '2026-05-04T09:00:30.25', '2026-05-04T09:00:30.250Z'],
    ['Europe/Lisbon', '2026-07-01T09:00', '2026-07-01T08:00:00.000Z'],
    ['Europe/Lisbon', '2026-12-01T09:00', '2026-12-01T09:00:00.000Z'],
    ['America/New_York', '2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    ['America/New_York', '2026-12-01T09:00', '2026-12-01T14:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-04T09:00', '2026-05-04T03:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-04T09:00', '2026-05-03T19:00:00.000Z'],
    ['Etc/GMT+12', '2026-05-04T09:00', '2026-05-04T21:00:00.000Z'],
    ['america/new_york', '2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    // Midnight, which some formats write as 24:00.
    ['Europe/Lisbon', '2026-07-01T00:00', '2026-06-30T23:00:00.000Z'],
    // Around the change to summer time, including the skipped hour.
    ['Europe/Lisbon', '2026-03-29T00:59:59', '2026-03-29T00:59:59.000Z'],
    ['Europe/Lisbon', '2026-03-29T01:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Lisbon', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Lisbon', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-08T01:59:59', '2026-03-08T06:59:59.000Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00.000Z'],
    // Around the change back, including the repeated hour, where the first occurrence counts.
    ['Europe/Lisbon', '2026-10-25T00:59', '2026-10-24T23:59:00.000Z'],
    ['Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Lisbon', '2026-10-25T02:00', '2026-10-25T02:00:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T02:00', '2026-04-04T15:30:00.000Z'],
    // A skipped day and a repeated day.
    ['Pacific/Apia', '2011-12-29T12:00', '2011-12-29T22:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31T12:00', '2011-12-30T22:00:00.000Z'],
    ['Pacific/Apia', '2026-05-04T09:00', '2026-05-03T20:00:00.000Z'],
  ])('is converted to a UTC time: %s %s', (timezone, text, instant) => {
    expect(read(text, timezone)).toBe(instant);
  });
});

test.each([
  ['2026-05-04T09:00Z', '2026-05-04T09:00:00.000Z'],
  ['2026-05-04t09:00z', '2026-05-04T09:00:00.000Z'],
  ['2026-05-04T09:00:00+02:00', '2026-05-04T07:00:00.000Z'],
  ['2026-05-04T09:00:00-0330', '2026-05-04T12:30:00.000Z'],
  ['2026-05-04T09:00:00.123456789+00:00', '2026-05-04T09:00:00.123Z'],
  ['2026-01-01T00:30:00+05:45', '2025-12-31T18:45:00.000Z'],
])('the offset in %s overrides the time zone', (text, instant) => {
  expect(read(text, 'America/New_York')).toBe(instant);
});

test.each([
  '',
  'tomorrow',
  '2026-05-04',
  '2026-05-04 09:00',
  '2026-05-04T09',
  '2026-05-04T9:00',
  '2026-02-29T09:00',
  '2026-02-30T09:00Z',
  '2026-13-01T09:00',
  '2026-00-01T09:00',
  '2026-05-04T24:00',
  '2026-05-04T09:60',
  '2026-05-04T09:00:60Z',
  '2026-05-04T09:00:00.Z',
  '2026-05-04T09:00+24:00',
  '2026-05-04T09:00+02:60',
  '2026-05-04T09:00 Europe/Lisbon',
  '0050-05-04T09:00',
  '9999-12-31T23:59Z',
  '+002026-05-04T09:00Z',
  '1777885200000',
])('the time %j is rejected', (text) => {
  expect(read(text)).toBeNull();
  expect(ScheduleInput.safeParse(text).success).toBe(false);
});

test('a local time that occurs twice means the first occurrence', () => {
  const zones = [
    'Europe/Lisbon',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Tehran',
    'America/St_Johns',
  ];
  const minutes = fc.integer({
    min: Date.UTC(2024, 0, 1) / 60_000,
    max: Date.UTC(2032, 0, 1) / 60_000,
  });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (timezone, minute) => {
      const at = minute * 60_000;
      const clock = new Date(at).toLocaleString('sv-SE', { timeZone: timezone }).replace(' ', 'T');
      const first = readSchedule(clock, timezone)!;
      const shown = new Date(first).toLocaleString('sv-SE', { timeZone: timezone }).replace(' ', 'T');
      expect(shown).toBe(clock);
      expect(first).toBeLessThanOrEqual(at);
      expect(at - first).toBeLessThanOrEqual(60 * 60_000);
    }),
  );
});
