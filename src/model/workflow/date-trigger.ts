import { dayMs, minuteMs } from '../instant.ts';
import { toInstant } from '../zoned-time.ts';
import type { Trigger } from './definition.ts';
import { readOffsetDays, readTimeOfDay } from './reading/times.ts';

/**
 * A time of day in the person's zone, some days before or after a date in an attribute. All zone offsets are
 * multiples of 15 minutes, so everyone is checked at only a few instants per day.
 */

export type DateTrigger = Omit<Extract<Trigger, { type: 'DATE' }>, 'filter'>;

const quarterMs = 15 * minuteMs;
/** Dates missed by more than this, for example during an outage, are skipped. */
export const dateLateMaxMs = 7 * dayMs;

export function lastDateLook(trigger: DateTrigger, upTo: number): number {
  const phase = timeOfDayMs(trigger) % quarterMs;
  return Math.floor((upTo - phase) / quarterMs) * quarterMs + phase;
}

export function nextDateLook(trigger: DateTrigger, after: number): number {
  return lastDateLook(trigger, after) + quarterMs;
}

/** @returns `from`: 1-based position of the text in the attribute, 6 for a yearly `03-01` */
export function datesBetween(
  { offset, yearly }: DateTrigger,
  since: number,
  upTo: number,
): { from: number; texts: string[] } {
  const moved = offsetDays(offset) * dayMs;
  const texts = new Set<string>();
  // Local time differs from UTC by up to a day.
  for (let day = startOfDay(since) - dayMs; day <= upTo + dayMs; day += dayMs) {
    const text = dateText(day - moved);
    texts.add(yearly ? text.slice(5) : text);
    if (yearly && text.endsWith('02-28')) texts.add('02-29');
  }
  return { from: yearly ? 6 : 1, texts: [...texts] };
}

/** In common years, February 29 counts as February 28. @param text a date, or a timestamp whose date part counts */
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
    const at = toInstant(date + moved + timeOfDayMs(trigger), timezone);
    if (at > since && at <= upTo) return dateText(date);
  }
  return null;
}

/** Returns epoch ms at or after `from`; 'over' if the date has passed for good; null if the text is no date. */
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
    const at = toInstant(dayOfYear(one, Number(month), Number(day)) + moved + timeOfDayMs(trigger), timezone);
    if (at >= from) return at;
  }
  return 'over';
}

export function soonestDate(trigger: DateTrigger, timezone: string, from: number): string {
  const moved = offsetDays(trigger.offset) * dayMs;
  // Local time differs from UTC by up to a day, and today's time of day may have passed.
  const days = [-1, 0, 1, 2].map((later) => startOfDay(from) + later * dayMs);
  const soonest = days.find((day) => toInstant(day + timeOfDayMs(trigger), timezone) >= from);
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
