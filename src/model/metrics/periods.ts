import { dayMs, hourMs } from '../instant.ts';
import { instantOf, localTimeAt } from '../zoned-time.ts';

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** A stretch of time from `start` up to, but without, `end`, in epoch milliseconds. */
export type Period = { start: number; end: number };

/** Epoch milliseconds at which the period of `at` begins by the clocks of a zone: hours, days, weeks from Monday, months. */
export function periodStart(at: number, interval: Interval, timezone: string): number {
  if (interval === 'hour') return hourStart(at, timezone);
  return instantOf(localStart(localTimeAt(at, timezone), interval), timezone);
}

/** When the period after the one that begins at `start` does. */
export function nextPeriod(start: number, interval: Interval, timezone: string): number {
  if (interval === 'hour') return Math.max(hourStart(start + hourMs, timezone), start + hourMs / 2);
  const local = localStart(localTimeAt(start, timezone), interval);
  return instantOf(following(local, interval), timezone);
}

/**
 * The periods that have a part in a range, oldest first.
 * @param max at most so many, and one more when there are more
 */
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

/** The hour is the one that a clock of the zone shows: in Kolkata it begins at half past one of UTC. */
function hourStart(at: number, timezone: string): number {
  const offset = localTimeAt(at, timezone) - at;
  return Math.floor((at + offset) / hourMs) * hourMs - offset;
}

/** 1 January 1970 was a Thursday: so many days before it a week began. */
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
