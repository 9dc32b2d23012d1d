import { hourMs, minuteMs, secondMs } from '../instant.ts';

/** There is no jitter, because receivers are promised these times, and connections bound the concurrent requests. */
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

/** Longest wait of the schedule. A longer `Retry-After` is ignored, because the delivery would come too late. */
export const retryAfterMsMax = 10 * hourMs;

/** Returns the next attempt (epoch ms), at least `notBefore`, or null. `attempts` includes the last one. */
export function nextDeliveryAt(attempts: number, failedAt: number, notBefore: number | null): number | null {
  const delayMs = retryDelaysMs[Math.max(1, attempts) - 1];
  if (delayMs === undefined) return null;
  return Math.max(failedAt + delayMs, notBefore ?? 0);
}

/** Longer than any last attempt takes, including its end. */
const lastAttemptMsMax = minuteMs;

/** For a process that ends during an attempt. @param attempts attempts so far, including the current attempt */
export function dueIfInterrupted(attempts: number, beginsAt: number): number {
  return nextDeliveryAt(attempts, beginsAt, null) ?? beginsAt + lastAttemptMsMax;
}

const secondsShape = /^\d{1,10}$/;
/** `Date.parse` would accept other formats than `Sun, 06 Nov 1994 08:49:37 GMT`. */
const dateShape = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** RFC 9110 10.2.3. @returns epoch ms; null if it is invalid, in the past or longer than `retryAfterMsMax` */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  const at = secondsShape.test(text)
    ? now + Number(text) * secondMs
    : dateShape.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return at > now && at <= now + retryAfterMsMax ? at : null;
}
