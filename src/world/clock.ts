import type { Clock } from '../concurrency/clock.ts';
import { clockStepMsMin } from '../model/clock-mark.ts';

/** Node fires longer timers at once, so a longer wait is made of several. */
const timerMsMax = 2 ** 31 - 1;

/**
 * The machine's clock. A timer keeps the process alive, as Node's own do, because a process that only does background
 * work has nothing else to keep it alive. So the owner of a timer cancels it when it closes.
 */
export function systemClock(): Clock {
  let latest = 0;
  return {
    now() {
      // NTP sets clocks back by small steps; windows and schedules must not see a moment twice.
      const now = Date.now();
      if (now > latest || latest - now >= clockStepMsMin) latest = now;
      return latest;
    },
    monotonic: () => performance.now(),
    after(ms, fn) {
      let left = Math.max(0, ms);
      let timer: NodeJS.Timeout;
      const wait = () => {
        const step = Math.min(left, timerMsMax);
        left -= step;
        timer = setTimeout(left > 0 ? wait : fn, step);
      };
      wait();
      return () => clearTimeout(timer);
    },
  };
}
