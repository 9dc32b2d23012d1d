import { dayMs, hourMs, minuteMs, secondMs } from '../instant.ts';

/**
 * Delays between attempts (RFC 5321 4.5.4.1). The first are short, because most causes pass in seconds (a connection
 * limit, a restart) or minutes (greylisting), and a sign-in code is worthless after an hour. From the fifth on they are
 * at least half an hour, as the RFC recommends.
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

/**
 * @param attempts attempts so far, including the one just deferred
 * @param acceptedAt epoch ms
 * @param now epoch ms, the end of that attempt
 * @param jitter 0 up to 1, drawn by the caller
 * @returns epoch ms of the next attempt, or null to give up
 */
export function nextAttemptAt(attempts: number, acceptedAt: number, now: number, jitter = 0): number | null {
  const end = acceptedAt + retryForMs;
  if (now >= end) return null;
  const delayMs =
    retryDelaysMs[Math.max(1, attempts) - 1] ?? retryDelaysMs[retryDelaysMs.length - 1] ?? hourMs;
  const next = now + Math.floor(delayMs * (1 + retryJitterPart * jitter));
  if (next <= end) return next;
  return end - now >= lastWaitLeastMs ? end : null;
}
