import { dayMs, hourMs } from '../instant.ts';

/**
 * The warm-up plan of a new sending domain. Receivers distrust an unknown domain that starts with a hundred thousand
 * mails, so the first days have a limit per provider.
 */

/** Mails to one provider on the first day; doubled on each following day. */
const firstDaySendsMax = 1_000;
/** After this day there is no limit. */
export const warmUpDays = 14;
/** Mails that wait for the next day are spread over its first hours, not all sent at midnight. */
const morningMs = 2 * hourMs;

/** Days since the first of January 1970, in UTC. */
export function utcDay(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

/**
 * The most mails from one domain to one provider on a day, or null for no limit.
 * @param day 1 is the day of the domain's first direct mail
 */
export function warmUpLimit(day: number): number | null {
  if (day > warmUpDays) return null;
  return firstDaySendsMax * 2 ** (Math.max(1, day) - 1);
}

/**
 * When a mail beyond the limit may be retried: the next day in UTC. Epoch ms.
 * @param jitter 0 up to 1
 */
export function nextWarmUpDayAt(now: number, jitter: number): number {
  return (utcDay(now) + 1) * dayMs + Math.floor(morningMs * jitter);
}
