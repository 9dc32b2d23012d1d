import { dayMs, minuteMs, secondMs } from './instant.ts';

/**
 * Clocks of time zones. A local time is written as the epoch milliseconds at which a clock in UTC would show it, so that
 * calendar days can be added to it. Zones are IANA names known to Intl.
 */

/** The local time that clocks in a zone show at an instant. */
export function localTimeAt(at: number, timezone: string): number {
  return at + offsetsOf(timezone)(at);
}

/**
 * The instant of a local time. One that is skipped moves forward by the length of the gap (02:30 becomes 03:30); of one
 * that occurs twice it is the first.
 */
export function instantOf(local: number, timezone: string): number {
  const { before, shown } = instantsOf(local, timezone);
  return shown.length > 0 ? Math.min(...shown) : local - before;
}

/** As `instantOf`, with the second of a local time that occurs twice; one that is skipped moves forward. */
export function lastInstantOf(local: number, timezone: string): number {
  const { before, shown } = instantsOf(local, timezone);
  return shown.length > 0 ? Math.max(...shown) : local - before;
}

/** No zone is further from UTC, and none changes its offset twice within two days, so each side of a change is seen. */
const aroundMs = dayMs;

function instantsOf(local: number, timezone: string): { before: number; shown: number[] } {
  const offsetAt = offsetsOf(timezone);
  const before = offsetAt(local - aroundMs);
  const after = offsetAt(local + aroundMs);
  const shown = [before, after].map((offset) => local - offset).filter((at) => at + offsetAt(at) === local);
  return { before, shown };
}

/** Intl takes 30 µs to make a format and 2 µs to use it. There are about 600 zones, each written in any case. */
const known = new Map<string, (at: number) => number>();
const knownMax = 1_000;

/** A zone's offset from UTC at an instant, in milliseconds. */
function offsetsOf(timezone: string): (at: number) => number {
  const before = known.get(timezone);
  if (before) return before;
  const made = remembering(readOffsets(timezone));
  if (known.size >= knownMax) known.clear();
  known.set(timezone, made);
  return made;
}

/** Since 1972 no zone has changed its clocks within a minute, so one answer holds for all of it. */
const stretchMs = minuteMs;
const stretchesMax = 64;

function remembering(read: (at: number) => number): (at: number) => number {
  const answers = new Map<number, number>();
  return (at) => {
    const stretch = Math.floor(at / stretchMs);
    const answer = answers.get(stretch) ?? read(stretch * stretchMs);
    if (answers.size >= stretchesMax) answers.clear();
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
