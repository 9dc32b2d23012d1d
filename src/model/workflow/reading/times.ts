import { dayMs } from '../../instant.ts';
import { named } from '../../segment/rule-field.ts';
import { readRuleTime, readSpanMs } from '../../segment/rule-time.ts';
import { fieldNameLengthMax } from '../../text/custom-attributes.ts';
import { propertyAsked } from './rule-language.ts';

export const spanMaxMs = 365 * dayMs;
const offsetDaysMax = 365;

/** Parses a duration such as `3 days`, at most a year; null if invalid. */
export function readDurationMs(text: string): number | null {
  const ms = readSpanMs(text);
  return ms !== null && ms <= spanMaxMs ? ms : null;
}

const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Parses `HH:MM` into minutes after midnight; null if invalid. */
export function readTimeOfDay(text: string): number | null {
  const [, hours, minutes] = timeOfDay.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const offsetShape = /^([+-]?)(\d{1,3}) (day|week)s?$/;

/** Parses an offset in days before (`-7 days`) or after (`1 week`) a date; null if invalid. */
export function readOffsetDays(text: string): number | null {
  const [, sign, amount, unit] = offsetShape.exec(text) ?? [];
  if (amount === undefined) return null;
  const days = Number(amount) * (unit === 'week' ? 7 : 1);
  if (days > offsetDaysMax) return null;
  return sign === '-' && days !== 0 ? -days : days;
}

export type Until =
  | { kind: 'date'; date: string }
  | { kind: 'instant'; at: number }
  | { kind: 'attribute' | 'property'; name: string };

const dateShape = /^\d{4}-\d{2}-\d{2}$/;
const attributePrefix = 'attributes.';

/** Parses a date, an instant, `attributes.<name>` or `trigger.<property>`; null if it is none of them. */
export function readUntil(text: string): Until | null {
  const attribute = named(text, attributePrefix, 'attribute', fieldNameLengthMax);
  if (attribute) return { kind: 'attribute', name: attribute.name };
  const asked = propertyAsked(text);
  if (asked?.of === 'trigger') return { kind: 'property', name: asked.name };
  const at = readRuleTime(text);
  // In the excluded years, a zone offset could leave the range of dates.
  if (at === null || !/^[1-9]/.test(text) || text.startsWith('9999') || !isDayOfCalendar(text.slice(0, 10)))
    return null;
  return dateShape.test(text) ? { kind: 'date', date: text } : { kind: 'instant', at };
}

/** `Date.parse` turns February 30 into March 2. */
function isDayOfCalendar(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
