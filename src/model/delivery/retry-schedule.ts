import { dayMs, hourMs, minuteMs, secondMs } from '../instant.ts';

/**
 * Delays between attempts (RFC 5321 4.5.4.1). The first are short, because most causes (greylisting) pass in
 * minutes and sign-in codes expire. From the fifth on, they last at least the RFC's half hour.
 */
const retryDelaysMs: readonly number[] = [
  10 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
];

export const retryForMs = 3 * dayMs;

/** Random extension of a delay, so that mails deferred together do not return together. */
const retryJitterPart = 0.2;

const lastWaitLeastMs = 30 * minuteMs;

/** Returns the next attempt (epoch ms) or null to give up. The last attempt counts and ended at `now`. */
export function nextAttemptAt(attempts: number, acceptedAt: number, now: number, jitter = 0): number | null {
  const end = acceptedAt + retryForMs;
  if (now >= end) return null;
  const delayMs =
    retryDelaysMs[Math.max(1, attempts) - 1] ?? retryDelaysMs[retryDelaysMs.length - 1] ?? hourMs;
  const next = now + Math.floor(delayMs * (1 + retryJitterPart * jitter));
  if (next <= end) return next;
  return end - now >= lastWaitLeastMs ? end : null;
}
