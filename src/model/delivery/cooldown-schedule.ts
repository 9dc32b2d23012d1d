import { minuteMs, secondMs } from '../instant.ts';

const restMsMin = 30 * secondMs;
const restMsMax = 30 * minuteMs;

/**
 * How long an unreachable server, or a name that DNS fails to answer for, is left alone: doubling with each failure, up
 * to half an hour. Otherwise each of ten thousand mails would wait for it separately.
 *
 * @param failures consecutive, including the current one: 1 or more
 */
export function hostCooldownMs(failures: number): number {
  return Math.min(restMsMin * 2 ** (Math.max(1, failures) - 1), restMsMax);
}
