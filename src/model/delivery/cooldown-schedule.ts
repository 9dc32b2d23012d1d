import { minuteMs, secondMs } from '../instant.ts';

const restMsMin = 30 * secondMs;
const restMsMax = 30 * minuteMs;

/** Otherwise each of ten thousand mails would wait separately. @param failures including the current failure */
export function hostCooldownMs(failures: number): number {
  return Math.min(restMsMin * 2 ** (Math.max(1, failures) - 1), restMsMax);
}
