import { hourMs, minuteMs } from '../instant.ts';

/**
 * How mails are spread over an hour: a minute's worth at once at most, then one after another, so that in no hour there
 * are more than were allowed.
 */

const minutesPerHour = hourMs / minuteMs;

/** How long a mail waits whose campaign is paused, before it is looked at again. */
export const pausedWaitMs = 10 * minuteMs;

/** A minute's worth of mails; at least one. */
export function burstOf(perHour: number): number {
  return Math.max(1, Math.floor(perHour / minutesPerHour));
}

/** Milliseconds from one mail to the next, once the burst is over. */
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

/** What was not sent long ago is not made up for, beyond a minute's worth. */
function begunAt(perHour: number, nextAt: number | undefined, now: number): number {
  const earliest = now - (burstOf(perHour) - 1) * intervalMs(perHour);
  return Math.max(nextAt ?? earliest, earliest);
}
