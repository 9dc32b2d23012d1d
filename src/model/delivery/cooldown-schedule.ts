import { minuteMs, secondMs } from '../instant.ts';

const restMsMin = 30 * secondMs;
const restMsMax = 30 * minuteMs;

/**
 * How long a server that could not be reached, or a name that DNS could not tell about, is left alone: twice as long
 * each time it fails again, up to half an hour. Otherwise each of ten thousand mails would wait for it by itself.
 *
 * @param failures in a row, the one just met included: 1 or more
 */
export function hostCooldownMs(failures: number): number {
  return Math.min(restMsMin * 2 ** (Math.max(1, failures) - 1), restMsMax);
}
