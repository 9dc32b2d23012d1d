import { dayMs, hourMs } from '../instant.ts';

/**
 * Receivers distrust an unknown domain that starts with a hundred thousand mails, so a new sending domain has a limit
 * per provider in its first days.
 */

/** Mails per provider on the first day; doubles daily. */
const firstDaySendsMax = 1_000;
/** Last day with a limit. */
export const warmUpDays = 14;
/** Mails for the next day are spread over its first hours, not all sent at midnight. */
const morningMs = 2 * hourMs;

/** Days since January 1, 1970, UTC. */
export function utcDay(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

/**
 * Returns the daily limit per domain and provider; null for none.
 * @param day 1 is the day of the domain's first direct mail
 */
export function warmUpLimit(day: number): number | null {
  if (day > warmUpDays) return null;
  return firstDaySendsMax * 2 ** (Math.max(1, day) - 1);
}

/**
 * Returns a time on the next UTC day, epoch ms.
 * @param jitter 0 up to 1
 */
export function nextWarmUpDayAt(now: number, jitter: number): number {
  return (utcDay(now) + 1) * dayMs + Math.floor(morningMs * jitter);
}
