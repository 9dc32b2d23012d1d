import { z } from 'zod';
import { minuteMs } from '../instant.ts';
import { instantOf } from '../zoned-time.ts';

/**
 * When a campaign is to be sent, as its author wrote it: a time with an offset is that instant, whatever time zone is
 * given beside it; one without is local time in that zone.
 */

const scheduleShape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const shapeSentence =
  'must be an ISO 8601 date and time, such as 2026-05-04T09:00:00Z, or 2026-05-04T09:00 in timezone';

/** `scheduledAt` as input: checks the form, and that the day and the time of day exist. */
export const ScheduleInput = z
  .string()
  .max(40)
  .check((ctx) => {
    if (readSchedule(ctx.value, 'UTC') !== null) return;
    ctx.issues.push({ code: 'custom', input: ctx.value, message: shapeSentence });
  });

/**
 * The instant of an ISO 8601 date and time.
 *
 * A local time that is skipped moves forward by the length of the gap (02:30 becomes 03:30); of one that occurs twice
 * it is the first.
 *
 * @param timezone IANA, known to Intl; ignored when the text has an offset
 * @returns epoch milliseconds, or null for a text that is no such date and time
 */
export function readSchedule(text: string, timezone: string): number | null {
  const found = scheduleShape.exec(text);
  if (!found) return null;
  const local = clockTime(found);
  if (local === null) return null;
  const offset = found[8];
  if (offset === undefined) return instantOf(local, timezone);
  const offsetMs = readOffset(offset);
  return offsetMs === null ? null : local - offsetMs;
}

/** The offset in a time, such as `+02:00`, as Intl takes it; undefined where it has none, or UTC. */
export function offsetIn(text: string | undefined): string | undefined {
  const offset = text === undefined ? undefined : scheduleShape.exec(text)?.[8];
  if (offset === undefined || readOffset(offset) === 0) return undefined;
  return `${offset.slice(0, 3)}:${offset.slice(-2)}`;
}

/** The local time as if it were UTC; null for the 30th of February and for 25 o'clock. */
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
  // 31 December 9999 could fall into a year of five digits in another zone, which clients cannot parse.
  return same && y < 9_999 ? time : null;
}

function readOffset(text: string): number | null {
  if (text.toUpperCase() === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minuteMs;
}
