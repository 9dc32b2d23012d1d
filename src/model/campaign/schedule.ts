import { z } from 'zod';
import { minuteMs } from '../instant.ts';
import { toInstant } from '../zoned-time.ts';

/** A time with an offset ignores the time zone; a time without an offset is local. */

const scheduleShape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const shapeSentence =
  'must be an ISO 8601 date and time, such as 2026-05-04T09:00:00Z, or 2026-05-04T09:00 in timezone';

export const ScheduleInput = z
  .string()
  .max(40)
  .check((ctx) => {
    if (readSchedule(ctx.value, 'UTC') !== null) return;
    ctx.issues.push({ code: 'custom', input: ctx.value, message: shapeSentence });
  });

/**
 * Parses ISO 8601. A local time skipped by a DST change moves forward by the gap (02:30 becomes 03:30); a
 * repeated one means the first occurrence. `timezone` is ignored if the text has an offset. Null if invalid.
 */
export function readSchedule(text: string, timezone: string): number | null {
  const found = scheduleShape.exec(text);
  if (!found) return null;
  const local = clockTime(found);
  if (local === null) return null;
  const offset = found[8];
  if (offset === undefined) return toInstant(local, timezone);
  const offsetMs = readOffset(offset);
  return offsetMs === null ? null : local - offsetMs;
}

/** Returns an offset such as `+02:00` in Intl's format; undefined for UTC or without an offset. */
export function offsetIn(text: string | undefined): string | undefined {
  const offset = text === undefined ? undefined : scheduleShape.exec(text)?.[8];
  if (offset === undefined || readOffset(offset) === 0) return undefined;
  return `${offset.slice(0, 3)}:${offset.slice(-2)}`;
}

/** Returns the local time as if it were UTC; null for February 30 or 25 o'clock. */
function clockTime([, year, month, day, hour, minute, second = '0', fraction = '']: RegExpExecArray):
  | number
  | null {
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const shown = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)];
  const [y, mo, d, h, mi, s] = shown as [number, number, number, number, number, number];
  const time = Date.UTC(y, mo, d, h, mi, s, milliseconds);
  const read = new Date(time);
  const same =
    read.getUTCFullYear() === y &&
    read.getUTCMonth() === mo &&
    read.getUTCDate() === d &&
    read.getUTCHours() === h &&
    read.getUTCMinutes() === mi &&
    read.getUTCSeconds() === s;
  // December 31, 9999 could become a five-digit year in another zone, which clients cannot parse.
  return same && y < 9_999 ? time : null;
}

function readOffset(text: string): number | null {
  if (text.toUpperCase() === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minuteMs;
}
