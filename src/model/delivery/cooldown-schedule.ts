import { minuteMs, secondMs } from '../instant.ts';

const restMsMin = 30 * secondMs;
const restMsMax = 30 * minuteMs;

/**
 * Doubles the pause of an unreachable server or unresolved name with each failure, up to half an hour. Otherwise each
 * of ten thousand mails would wait for it separately.
 *
 * @param failures consecutive failures, including the current one
 */
export function hostCooldownMs(failures: number): number {
  return Math.min(restMsMin * 2 ** (Math.max(1, failures) - 1), restMsMax);
}
