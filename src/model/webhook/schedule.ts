import { hourMs, minuteMs, secondMs } from '../instant.ts';

/**
 * When a delivery is attempted: at once, and after each failure so much later. There is no jitter, because receivers are
 * promised these times; how many requests an endpoint gets at once is bounded by its connections.
 */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
];

export const attemptsMax = retryDelaysMs.length + 1;

/** A longer `Retry-After` is ignored: a delivery would be of no use after it. It is the longest wait of the schedule. */
export const retryAfterMsMax = 10 * hourMs;

/**
 * @param attempts attempts made so far, including the one that just failed: 1 or more
 * @param failedAt epoch ms, the end of that attempt
 * @param notBefore epoch ms: what the receiver asked for, as `retryAfterOf` reads it
 * @returns epoch ms of the next attempt, or null to give up
 */
export function nextDeliveryAt(attempts: number, failedAt: number, notBefore: number | null): number | null {
  const delayMs = retryDelaysMs[Math.max(1, attempts) - 1];
  if (delayMs === undefined) return null;
  return Math.max(failedAt + delayMs, notBefore ?? 0);
}

/** From the beginning of a last attempt: longer than any takes, its end included. */
const lastAttemptMsMax = minuteMs;

/**
 * When a delivery is due again if the process ends during an attempt of it.
 * @param attempts attempts so far, including the one that begins now
 * @returns epoch ms; after the last attempt, when it is taken for failed
 */
export function dueIfInterrupted(attempts: number, beginsAt: number): number {
  return nextDeliveryAt(attempts, beginsAt, null) ?? beginsAt + lastAttemptMsMax;
}

const secondsShape = /^\d{1,10}$/;
/** `Sun, 06 Nov 1994 08:49:37 GMT`, and no other text that `Date.parse` would take. */
const dateShape = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads a `Retry-After` (RFC 9110 10.2.3), seconds or an HTTP date.
 *
 * @returns epoch ms, or null for one that is unreadable, over or longer than `retryAfterMsMax`
 */
export function retryAfterOf(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  const at = secondsShape.test(text)
    ? now + Number(text) * secondMs
    : dateShape.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return at > now && at <= now + retryAfterMsMax ? at : null;
}
