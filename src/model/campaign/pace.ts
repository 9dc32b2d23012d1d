import { hourMs, minuteMs } from '../instant.ts';

/** Allows a burst of at most a minute's worth, then single mails, so that no hour exceeds the limit. */

const minutesPerHour = hourMs / minuteMs;

/** Delay before a paused campaign's mail is checked again. */
export const pausedWaitMs = 10 * minuteMs;

export function calculateBurst(perHour: number): number {
  return Math.max(1, Math.floor(perHour / minutesPerHour));
}

function intervalMs(perHour: number): number {
  return hourMs / (perHour - calculateBurst(perHour) + 1);
}

/** @param nextAt earliest time of the next mail, epoch ms; undefined before the first */
export function allowedNow(perHour: number, nextAt: number | undefined, now: number): number {
  const from = begunAt(perHour, nextAt, now);
  return from > now ? 0 : Math.floor((now - from) / intervalMs(perHour) + 1e-9) + 1;
}

/** Returns the earliest time of the next mail after sending `amount`, epoch ms. */
export function nextAfter(perHour: number, nextAt: number | undefined, amount: number, now: number): number {
  return Math.ceil(begunAt(perHour, nextAt, now) + amount * intervalMs(perHour));
}

/** Unused allowance beyond a minute's worth expires. */
function begunAt(perHour: number, nextAt: number | undefined, now: number): number {
  const earliest = now - (calculateBurst(perHour) - 1) * intervalMs(perHour);
  return Math.max(nextAt ?? earliest, earliest);
}
