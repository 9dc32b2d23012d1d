import { dayMs } from '../../instant.ts';
import { named } from '../../segment/rule-field.ts';
import { readRuleTime, readSpanMs } from '../../segment/rule-time.ts';
import { fieldNameLengthMax } from '../../text/custom-attributes.ts';
import { propertyAsked } from './rule-language.ts';

/** The longest delay, wait and cap. */
export const spanMaxMs = 365 * dayMs;
const offsetDaysMax = 365;

/** A duration of at most a year such as `3 days`, in milliseconds; null for anything else. */
export function readDurationMs(text: string): number | null {
  const ms = readSpanMs(text);
  return ms !== null && ms <= spanMaxMs ? ms : null;
}

const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** `HH:MM` in minutes after midnight; null for anything else. */
export function readTimeOfDay(text: string): number | null {
  const [, hours, minutes] = timeOfDay.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const offsetShape = /^([+-]?)(\d{1,3}) (day|week)s?$/;

/** Days before (`-7 days`) or after (`1 week`) a date, or `0 days`; null for anything else. */
export function readOffsetDays(text: string): number | null {
  const [, sign, amount, unit] = offsetShape.exec(text) ?? [];
  if (amount === undefined) return null;
  const days = Number(amount) * (unit === 'week' ? 7 : 1);
  if (days > offsetDaysMax) return null;
  return sign === '-' && days !== 0 ? -days : days;
}

/** The end of a delay as its author wrote it. */
export type Until =
  | { kind: 'date'; date: string }
  | { kind: 'instant'; at: number }
  | { kind: 'attribute' | 'property'; name: string };

const dateShape = /^\d{4}-\d{2}-\d{2}$/;
const attributePrefix = 'attributes.';

/** Reads `until`; null for what is no date, no instant, and neither `attributes.<name>` nor `trigger.<property>`. */
export function readUntil(text: string): Until | null {
  const attribute = named(text, attributePrefix, 'attribute', fieldNameLengthMax);
  if (attribute) return { kind: 'attribute', name: attribute.name };
  const asked = propertyAsked(text);
  if (asked?.of === 'trigger') return { kind: 'property', name: asked.name };
  const at = readRuleTime(text);
  // A clock of another zone could leave the range of dates in the other years.
  if (at === null || !/^[1-9]/.test(text) || text.startsWith('9999') || !isDayOfCalendar(text.slice(0, 10)))
    return null;
  return dateShape.test(text) ? { kind: 'date', date: text } : { kind: 'instant', at };
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isDayOfCalendar(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
