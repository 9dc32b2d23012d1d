import { dayMs, hourMs } from '../instant.ts';

/** Receivers distrust an unknown domain that starts with a hundred thousand mails. */

/** Mails per provider on the first day; doubles daily. */
const firstDaySendsMax = 1_000;
export const warmUpDays = 14;
/** Mails for the next day are spread over its first hours, not all sent at midnight. */
const morningMs = 2 * hourMs;

/** Days since January 1, 1970, UTC. */
export function utcDay(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

/** Returns null for no limit. @param day 1 is the day of the domain's first direct mail */
export function warmUpLimit(day: number): number | null {
  if (day > warmUpDays) return null;
  return firstDaySendsMax * 2 ** (Math.max(1, day) - 1);
}

export function nextWarmUpDayAt(now: number, jitter: number): number {
  return (utcDay(now) + 1) * dayMs + Math.floor(morningMs * jitter);
}
