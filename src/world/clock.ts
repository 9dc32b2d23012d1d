import { uptime } from 'node:os';
import type { Clock, HeldClock } from '../concurrency/clock.ts';
import { clockStepMsMin } from '../model/clock-mark.ts';
import { minuteMs, secondMs } from '../model/instant.ts';

/** Node fires longer timers immediately, so a longer wait uses several. */
const timerMsMax = 2 ** 31 - 1;
/** After this time, a clock without a keeper follows a step by itself. */
export const heldMsMax = minuteMs;

type Machine = Clock & {
  /** Total suspension since the process started, in ms. The monotonic clock does not count it. */
  suspendedMs?(): number;
};

/** The machine's clock. A timer keeps the process alive, so its owner cancels it when it closes. */
export function systemClock(): HeldClock {
  const awakeSince = uptime() * secondMs - performance.now();
  return heldClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    suspendedMs: () => uptime() * secondMs - performance.now() - awakeSince,
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
  });
}

/** Corrects a machine's wall clock. Compares each reading with the monotonic clock, so that no row gets the time of a glitch. */
export function heldClock(machine: Machine): HeldClock {
  let offset = machine.now() - machine.monotonic();
  let latest = machine.now();
  let suspendedBefore = machine.suspendedMs?.() ?? 0;
  /** Monotonic time at which the current step was first seen. */
  let since: number | null = null;
  /** Monotonic time at which the step is followed without a call of `follow`. */
  let heldUntil = 0;

  function follow(): void {
    offset = machine.now() - machine.monotonic();
    latest = machine.now();
    since = null;
  }

  /** After a suspension, the wall clock is right: only the monotonic clock stood still. */
  function wasSuspendedFor(ms: number): boolean {
    const suspended = machine.suspendedMs?.() ?? 0;
    const suspendedFor = suspended - suspendedBefore;
    suspendedBefore = suspended;
    return Math.abs(ms - suspendedFor) < clockStepMsMin;
  }

  /** Returns the difference between wall clock and held time. Corrects a small difference and returns 0. */
  function stepMs(wall: number, monotonic: number): number {
    const byMs = wall - monotonic - offset;
    if (Math.abs(byMs) < clockStepMsMin) {
      offset += byMs;
      since = null;
      return 0;
    }
    if (since === null && wasSuspendedFor(byMs)) follow();
    else if (since === null) {
      since = monotonic;
      heldUntil = monotonic + heldMsMax;
    } else if (monotonic >= heldUntil) follow();
    return since === null ? 0 : byMs;
  }

  return {
    now() {
      const wall = machine.now();
      const monotonic = machine.monotonic();
      const held = stepMs(wall, monotonic) === 0 ? wall : Math.round(monotonic + offset);
      // NTP sets clocks back in small steps, but windows and schedules must not see the same time twice.
      if (held > latest || latest - held >= clockStepMsMin) latest = held;
      return latest;
    },
    monotonic: () => machine.monotonic(),
    after: (ms, fn) => machine.after(ms, fn),
    step() {
      const monotonic = machine.monotonic();
      const byMs = stepMs(machine.now(), monotonic);
      if (since === null) return null;
      heldUntil = monotonic + heldMsMax;
      return { byMs: Math.round(byMs), since };
    },
    follow,
  };
}
