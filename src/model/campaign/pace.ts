import { hourMs, minuteMs } from '../instant.ts';

/**
 * Spreads mails over an hour: a burst of at most a minute's worth, then one after another, so that no hour exceeds the
 * limit.
 */

const minutesPerHour = hourMs / minuteMs;

/** How long a mail of a paused campaign waits before it is checked again. */
export const pausedWaitMs = 10 * minuteMs;

/** A minute's worth of mails; at least one. */
export function burstOf(perHour: number): number {
  return Math.max(1, Math.floor(perHour / minutesPerHour));
}

/** Milliseconds between mails once the burst is over. */
function intervalMs(perHour: number): number {
  return hourMs / (perHour - burstOf(perHour) + 1);
}

/**
 * How many mails may be sent at `now`.
 * @param nextAt when one more may be, epoch ms; undefined when none was sent so far
 */
export function allowedNow(perHour: number, nextAt: number | undefined, now: number): number {
  const from = begunAt(perHour, nextAt, now);
  return from > now ? 0 : Math.floor((now - from) / intervalMs(perHour) + 1e-9) + 1;
}

/** When one more may be sent after `amount` were, at `now`; whole epoch ms. */
export function nextAfter(perHour: number, nextAt: number | undefined, amount: number, now: number): number {
  return Math.ceil(begunAt(perHour, nextAt, now) + amount * intervalMs(perHour));
}

/** Unused allowance of the past is lost, beyond a minute's worth. */
function begunAt(perHour: number, nextAt: number | undefined, now: number): number {
  const earliest = now - (burstOf(perHour) - 1) * intervalMs(perHour);
  return Math.max(nextAt ?? earliest, earliest);
}
