import { dayMs, hourMs, minuteMs } from '../instant.ts';
import { readSpanMs } from '../segment/rule-time.ts';
import { localTimeAt, toInstant, toLastInstant } from '../zoned-time.ts';
import { type DelayConfig, type QuietHours, type Weekday, weekdays } from './definition.ts';

/** Local times skipped by a DST change move forward by the gap; repeated ones mean the first occurrence. */

export function delayEnd(
  { duration, at, days }: Pick<DelayConfig, 'duration' | 'at' | 'days'>,
  from: number,
  timezone: string,
): number {
  const span = duration === null ? 0 : (readSpanMs(duration) ?? 0);
  if (at === null && days.length === 0) return from + span;
  const whole = span > 0 && isCalendarSpan(duration!);
  const base = whole ? from : from + span;
  const local = localTimeAt(base, timezone) + (whole ? span : 0);
  // Days lead to the start of a calendar day; hours and minutes lead to an exact time, from which `at` is searched.
  return nextLocalTime(local, { at, days, notBefore: base }, timezone);
}

/** Returns the first instant at or after `from` that matches the time of day and the days. */
export function alignedTo(
  { at, days }: Pick<DelayConfig, 'at' | 'days'>,
  from: number,
  timezone: string,
): number {
  if (at === null && days.length === 0) return from;
  return nextLocalTime(localTimeAt(from, timezone), { at, days, notBefore: from }, timezone);
}

/** Seven days cover every weekday; a DST gap and a passed time of day can each cost another day. */
const daysLookedAt = 9;

function nextLocalTime(
  local: number,
  { at, days, notBefore }: { at: string | null; days: readonly Weekday[]; notBefore: number },
  timezone: string,
): number {
  const firstDay = startOfDay(local);
  const timeOfDay = at === null ? local - firstDay : readTimeOfDay(at);
  for (let index = 0; index < daysLookedAt; index += 1) {
    const day = firstDay + index * dayMs;
    if (days.length > 0 && !days.includes(weekdayOf(day))) continue;
    const due = toInstant(day + timeOfDay, timezone);
    if (due >= notBefore) return due;
    // Without a time of day, the second occurrence of a repeated local time is not postponed to the next day.
    if (at === null && index === 0 && toLastInstant(day + timeOfDay, timezone) >= notBefore) return notBefore;
  }
  throw new Error(`no local time in ${timezone} within ${daysLookedAt} days of ${notBefore}`);
}

function isCalendarSpan(duration: string): boolean {
  return !/ (?:minute|hour)s?$/.test(duration);
}

const untilShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Returns the end of a delay until an instant, a local time or a day. With `at` or `days`, an instant moves
 * to the next match. Null if the text is not a time.
 */
export function untilEnd(
  text: string,
  { at, days }: Pick<DelayConfig, 'at' | 'days'>,
  timezone: string,
): number | null {
  const found = untilShape.exec(text);
  if (!found) return null;
  const [, year, month, date, hour, minute, second = '0', fraction = '', offset] = found;
  const day = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const shown = new Date(day);
  // Rejects February 30, and years in which a zone offset could leave the range of dates.
  if (shown.getUTCDate() !== Number(date) || shown.getUTCMonth() !== Number(month) - 1) return null;
  if (Number(year) < 1_000 || Number(year) >= 9_999) return null;
  if (hour === undefined) {
    const timeOfDay = at === null ? 0 : readTimeOfDay(at);
    const start = toInstant(day + timeOfDay, timezone);
    return days.length === 0
      ? start
      : nextLocalTime(day + timeOfDay, { at, days, notBefore: start }, timezone);
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local =
    day + Number(hour) * hourMs + Number(minute) * minuteMs + Number(second) * 1_000 + milliseconds;
  const instant = offset === undefined ? toInstant(local, timezone) : instantWithOffset(local, offset);
  return instant === null ? null : alignedTo({ at, days }, instant, timezone);
}

function instantWithOffset(local: number, offset: string): number | null {
  if (offset === 'Z') return local;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return local - (offset.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}

export function isQuiet(quiet: QuietHours, at: number, timezone: string): boolean {
  const local = localTimeAt(at, timezone);
  const day = startOfDay(local);
  const timeOfDay = local - day;
  const from = readTimeOfDay(quiet.from);
  const to = readTimeOfDay(quiet.to);
  const begun = isQuietDay(quiet, day) && timeOfDay >= from;
  if (from < to) return begun && timeOfDay < to;
  // Quiet hours that span midnight belong to the day on which they begin.
  return begun || (isQuietDay(quiet, day - dayMs) && timeOfDay < to);
}

/** Hours that are quiet all week never end, so the run is evaluated again after this many days. */
const quietDaysMax = 8;

/** Returns the first instant at `to` outside all quiet hours; null if `now` is not quiet. */
export function quietUntil(quiet: QuietHours, now: number, timezone: string): number | null {
  if (!isQuiet(quiet, now, timezone)) return null;
  const to = readTimeOfDay(quiet.to);
  const today = startOfDay(localTimeAt(now, timezone));
  for (let index = 0; index <= quietDaysMax; index += 1) {
    const local = today + index * dayMs + to;
    // When clocks go back across `to`, part of the quiet hours repeats.
    for (const end of [toInstant(local, timezone), toLastInstant(local, timezone)]) {
      if (end > now && !isQuiet(quiet, end, timezone)) return end;
    }
  }
  return now + quietDaysMax * dayMs;
}

function isQuietDay({ days }: QuietHours, day: number): boolean {
  return days.length === 0 || days.includes(weekdayOf(day));
}

export function startOfLocalDay(at: number, timezone: string): number {
  return toInstant(startOfDay(localTimeAt(at, timezone)), timezone);
}

function readTimeOfDay(text: string): number {
  return Number(text.slice(0, 2)) * hourMs + Number(text.slice(3, 5)) * minuteMs;
}

function startOfDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

/** January 1, 1970 was a Thursday. */
function weekdayOf(day: number): Weekday {
  return weekdays[(((day / dayMs + 3) % 7) + 7) % 7]!;
}
