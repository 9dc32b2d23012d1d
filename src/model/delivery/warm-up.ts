import { dayMs, hourMs } from '../instant.ts';

/**
 * The plan by which a new sending domain becomes known. Receivers distrust a domain that nobody has seen and that
 * begins with a hundred thousand mails; so the first days have a most for each provider.
 */

/** Mails to one provider on the first day; twice as many on each day after. */
const firstDaySendsMax = 1_000;
/** From the day after on there is no most. */
export const warmUpDays = 14;
/** What waits for the next day comes back within its first hours, not all at midnight. */
const morningMs = 2 * hourMs;

/** Days since the first of January 1970, in UTC. */
export function utcDay(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

/**
 * The most mails of one domain to one provider on a day, or null for no limit.
 * @param day 1 is the day of the domain's first direct mail
 */
export function warmUpLimit(day: number): number | null {
  if (day > warmUpDays) return null;
  return firstDaySendsMax * 2 ** (Math.max(1, day) - 1);
}

/**
 * When a mail that was one too many may be tried again: the next day in UTC. Epoch ms.
 * @param jitter 0 up to 1
 */
export function nextWarmUpDayAt(now: number, jitter: number): number {
  return (utcDay(now) + 1) * dayMs + Math.floor(morningMs * jitter);
}
