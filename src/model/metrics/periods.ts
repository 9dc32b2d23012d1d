import { dayMs, hourMs } from '../instant.ts';
import { hourStart, localTimeAt, toInstant } from '../zoned-time.ts';

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

export type Period = { start: number; end: number };

/** Returns the local start of the hour, day, week (from Monday) or month, epoch milliseconds. */
export function periodStart(at: number, interval: Interval, timezone: string): number {
  if (interval === 'hour') return hourStart(at, timezone);
  return toInstant(localStart(localTimeAt(at, timezone), interval), timezone);
}

export function nextPeriod(start: number, interval: Interval, timezone: string): number {
  if (interval === 'hour') return Math.max(hourStart(start + hourMs, timezone), start + hourMs / 2);
  const local = localStart(localTimeAt(start, timezone), interval);
  return toInstant(following(local, interval), timezone);
}

/** @param max maximum number of periods; returns `max + 1` periods if there are more */
export function periodsBetween(
  { from, to }: { from: number; to: number },
  interval: Interval,
  timezone: string,
  max: number,
): Period[] {
  const periods: Period[] = [];
  let start = periodStart(from, interval, timezone);
  while (start < to && periods.length <= max) {
    const end = nextPeriod(start, interval, timezone);
    periods.push({ start, end });
    start = end;
  }
  return periods;
}

/** January 1, 1970 was a Thursday, this many days after the start of its week. */
const epochDayOfWeek = 3;
const weekDays = 7;

function localStart(local: number, interval: Exclude<Interval, 'hour'>): number {
  const day = Math.floor(local / dayMs);
  switch (interval) {
    case 'day':
      return day * dayMs;
    case 'week':
      return (day - ((((day + epochDayOfWeek) % weekDays) + weekDays) % weekDays)) * dayMs;
    case 'month': {
      const date = new Date(local);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
  }
}

function following(local: number, interval: Exclude<Interval, 'hour'>): number {
  if (interval === 'day') return local + dayMs;
  if (interval === 'week') return local + weekDays * dayMs;
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
