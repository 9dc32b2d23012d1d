import { BoundedMap } from './bounded-map.ts';
import { dayMs, hourMs, minuteMs, secondMs } from './instant.ts';

/** A local time is written as epoch milliseconds as if in UTC, so that calendar days can be added. */

export function localTimeAt(at: number, timezone: string): number {
  return at + offsetsOf(timezone)(at);
}

/** Returns the start of the local hour: in Kolkata, an hour begins at half past in UTC. */
export function hourStart(at: number, timezone: string): number {
  const offset = offsetsOf(timezone)(at);
  return Math.floor((at + offset) / hourMs) * hourMs - offset;
}

/** A skipped local time moves forward by the gap (02:30 becomes 03:30); a repeated one means the first occurrence. */
export function toInstant(local: number, timezone: string): number {
  const { before, shown } = instantsOf(local, timezone);
  return shown.length > 0 ? Math.min(...shown) : local - before;
}

/** Like `toInstant`, but a repeated local time means the second occurrence. */
export function toLastInstant(local: number, timezone: string): number {
  const { before, shown } = instantsOf(local, timezone);
  return shown.length > 0 ? Math.max(...shown) : local - before;
}

/** No zone is further from UTC or changes its offset twice within two days, so both sides of a change are covered. */
const aroundMs = dayMs;

function instantsOf(local: number, timezone: string): { before: number; shown: number[] } {
  const offsetAt = offsetsOf(timezone);
  const before = offsetAt(local - aroundMs);
  const after = offsetAt(local + aroundMs);
  const shown = [before, after].map((offset) => local - offset).filter((at) => at + offsetAt(at) === local);
  return { before, shown };
}

/** Intl takes 30 µs to create a format and 2 µs to use it. There are about 600 zones, in upper or lower case. */
const knownMax = 1_000;
const known = new BoundedMap<string, (at: number) => number>(knownMax);

function offsetsOf(timezone: string): (at: number) => number {
  const before = known.get(timezone);
  if (before) return before;
  const made = remembering(readOffsets(timezone));
  known.set(timezone, made);
  return made;
}

/** No zone has changed its clocks within a minute since 1972, so results are cached per minute. */
const stretchMs = minuteMs;
const stretchesMax = 64;

function remembering(read: (at: number) => number): (at: number) => number {
  const answers = new BoundedMap<number, number>(stretchesMax);
  return (at) => {
    const stretch = Math.floor(at / stretchMs);
    const known = answers.get(stretch);
    if (known !== undefined) return known;
    const answer = read(stretch * stretchMs);
    answers.set(stretch, answer);
    return answer;
  };
}

function readOffsets(timezone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const year = shown.era === 'BC' ? 1 - Number(shown.year) : Number(shown.year);
    const clock = new Date(0);
    clock.setUTCFullYear(year, Number(shown.month) - 1, Number(shown.day));
    clock.setUTCHours(Number(shown.hour), Number(shown.minute), Number(shown.second));
    return clock.getTime() - Math.floor(at / secondMs) * secondMs;
  };
}
