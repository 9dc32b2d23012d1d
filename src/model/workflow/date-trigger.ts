import { dayMs, minuteMs } from '../instant.ts';
import { instantOf } from '../zoned-time.ts';
import type { Trigger } from './definition.ts';
import { readOffsetDays, readTimeOfDay } from './reading/times.ts';

/**
 * When a trigger of type DATE lets a person in: at a time of day in their zone, some days before or after a day in one of their
 * attributes. All zones differ from UTC by quarters of an hour, so only a few instants of a day need a look at everyone.
 */

export type DateTrigger = Omit<Extract<Trigger, { type: 'DATE' }>, 'filter'>;

const quarterMs = 15 * minuteMs;
/** After the platform was down for longer, days before this are passed over. */
export const dateLateMaxMs = 7 * dayMs;

/** The last instant, up to one, at which someone somewhere may be let in. */
export function lastDateLook(trigger: DateTrigger, upTo: number): number {
  const phase = timeOfDayMs(trigger) % quarterMs;
  return Math.floor((upTo - phase) / quarterMs) * quarterMs + phase;
}

export function nextDateLook(trigger: DateTrigger, after: number): number {
  return lastDateLook(trigger, after) + quarterMs;
}

/**
 * How the texts of attributes begin that may let someone in between two instants, for a look that reads few people.
 * @returns `from`: the character at which they begin, counted from 1: `2026-03-01`, or `03-01` of each year
 */
export function datesBetween(
  { offset, yearly }: DateTrigger,
  since: number,
  upTo: number,
): { from: number; texts: string[] } {
  const moved = offsetDays(offset) * dayMs;
  const texts = new Set<string>();
  // Clocks are up to a day ahead of UTC or behind it.
  for (let day = startOfDay(since) - dayMs; day <= upTo + dayMs; day += dayMs) {
    const text = dateText(day - moved);
    texts.add(yearly ? text.slice(5) : text);
    if (yearly && text.endsWith('02-28')) texts.add('02-29');
  }
  return { from: yearly ? 6 : 1, texts: [...texts] };
}

/**
 * The day for which a person is let in after one instant and up to another; null where there is none. A birthday on the
 * 29th of February is on the 28th in other years.
 * @param text of the attribute: a date, or a time of which the day is taken as written
 */
export function dateBetween(
  trigger: DateTrigger,
  text: unknown,
  timezone: string,
  since: number,
  upTo: number,
): string | null {
  const [, year, month, day] = (typeof text === 'string' && dateShape.exec(text)) || [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return null;
  const moved = offsetDays(trigger.offset) * dayMs;
  for (const one of trigger.yearly ? yearsBetween(since - moved, upTo - moved) : [Number(year)]) {
    if (one < Number(year)) continue;
    const date = dayOfYear(one, Number(month), Number(day));
    const at = instantOf(date + moved + timeOfDayMs(trigger), timezone);
    if (at > since && at <= upTo) return dateText(date);
  }
  return null;
}

/**
 * The next time, `from` included, at which a date lets its person in: epoch ms. `over` for a day that comes no more, null for what
 * is no date.
 */
export function nextDateStart(
  trigger: DateTrigger,
  text: unknown,
  timezone: string,
  from: number,
): number | 'over' | null {
  const [, year, month, day] = (typeof text === 'string' && dateShape.exec(text)) || [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return null;
  const moved = offsetDays(trigger.offset) * dayMs;
  const first = Math.max(Number(year), new Date(from - moved - dayMs).getUTCFullYear());
  for (const one of trigger.yearly ? [first, first + 1, first + 2] : [Number(year)]) {
    const at = instantOf(dayOfYear(one, Number(month), Number(day)) + moved + timeOfDayMs(trigger), timezone);
    if (at >= from) return at;
  }
  return 'over';
}

/** The date that lets its person in next, `from` included. */
export function soonestDate(trigger: DateTrigger, timezone: string, from: number): string {
  const moved = offsetDays(trigger.offset) * dayMs;
  // Clocks are up to a day ahead of UTC or behind it, and the time of a day may be over.
  const days = [-1, 0, 1, 2].map((later) => startOfDay(from) + later * dayMs);
  const soonest = days.find((day) => instantOf(day + timeOfDayMs(trigger), timezone) >= from);
  return dateText((soonest ?? from) - moved);
}

const dateShape = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/;

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function dayOfYear(year: number, month: number, day: number): number {
  const exists = isDay(year, month, day);
  return Date.UTC(year, month - 1, exists ? day : day - 1);
}

function yearsBetween(since: number, upTo: number): number[] {
  const years = [since - dayMs, since, upTo, upTo + dayMs].map((at) => new Date(at).getUTCFullYear());
  return [...new Set(years)];
}

function offsetDays(offset: string): number {
  return readOffsetDays(offset) ?? 0;
}

function timeOfDayMs({ at }: DateTrigger): number {
  return (readTimeOfDay(at) ?? 0) * minuteMs;
}

function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
