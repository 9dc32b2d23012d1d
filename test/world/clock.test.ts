import { afterEach, describe, expect, test, vi } from 'vitest';
import { heldClock, heldMsMax, systemClock } from '../../src/world/clock.ts';
import { simulatedClock } from './simulated/clock.ts';

describe('the system clock', () => {
  afterEach(() => vi.useRealTimers());

  test("returns whole milliseconds, and stands still when the machine's clock is set back slightly", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const clock = systemClock();
    expect(clock.now()).toBe(1_000_000);
    vi.setSystemTime(971_000);
    expect(clock.now()).toBe(1_000_000);
    vi.setSystemTime(1_000_001);
    expect(clock.now()).toBe(1_000_001);
  });

  test('runs a timer once, and never runs a cancelled timer', () => {
    vi.useFakeTimers();
    const clock = systemClock();
    const ran: string[] = [];
    clock.after(20, () => ran.push('kept'));
    const cancel = clock.after(10, () => ran.push('cancelled'));
    cancel();
    cancel();
    vi.advanceTimersByTime(60_000);
    expect(ran).toEqual(['kept']);
  });

  test("supports waits longer than a Node timer's maximum", () => {
    vi.useFakeTimers();
    const clock = systemClock();
    const sixtyDaysMs = 60 * 24 * 3_600_000;
    let ran = false;
    const cancelledLate = clock.after(sixtyDaysMs, () => expect.unreachable());
    clock.after(sixtyDaysMs, () => {
      ran = true;
    });
    vi.advanceTimersByTime(sixtyDaysMs - 1);
    expect(ran).toBe(false);
    cancelledLate();
    vi.advanceTimersByTime(1);
    expect(ran).toBe(true);
  });
});

describe('a held clock', () => {
  const hourMs = 3_600_000;

  test.each([hourMs, -hourMs])(
    "follows monotonic time when the machine's clock is set by %i ms, until it adopts the change",
    async (ms) => {
      const machine = simulatedClock(1_000_000);
      const clock = heldClock(machine);
      machine.setBy(ms);
      await machine.advance(500);
      expect(clock.step()).toEqual({ byMs: ms, since: 500 });
      expect(clock.now()).toBe(1_000_500);
      clock.follow();
      expect(clock.step()).toBeNull();
      expect(clock.now()).toBe(1_000_500 + ms);
    },
  );

  test('ignores a change that is reverted before the clock adopts it', async () => {
    const machine = simulatedClock(1_000_000);
    const clock = heldClock(machine);
    machine.setBy(4 * hourMs);
    expect(clock.now()).toBe(1_000_000);
    await machine.advance(3_000);
    machine.setBy(-4 * hourMs);
    expect(clock.step()).toBeNull();
    expect(clock.now()).toBe(1_003_000);
  });

  test('adopts a change by itself after a minute without a call of step', async () => {
    const machine = simulatedClock(1_000_000);
    const [alone, watched] = [heldClock(machine), heldClock(machine)];
    machine.setBy(hourMs);
    for (const clock of [alone, watched]) expect(clock.now()).toBe(1_000_000);
    await machine.advance(heldMsMax - 1);
    expect(watched.step()).not.toBeNull();
    expect(alone.now()).toBe(1_000_000 + heldMsMax - 1);
    await machine.advance(1);
    expect(alone.now()).toBe(1_000_000 + heldMsMax + hourMs);
    expect(watched.now()).toBe(1_000_000 + heldMsMax);
  });

  test('adopts a change at once after the machine was suspended', () => {
    const machine = simulatedClock(1_000_000);
    let suspendedMs = 0;
    const clock = heldClock({ ...machine, suspendedMs: () => suspendedMs });
    machine.setBy(hourMs);
    suspendedMs = hourMs;
    expect(clock.now()).toBe(1_000_000 + hourMs);
    machine.setBy(hourMs);
    expect(clock.now()).toBe(1_000_000 + hourMs);
  });
});

describe('the simulated clock', () => {
  test('runs timers in order, each at its own time, including timers that they start', async () => {
    const clock = simulatedClock(1_000);
    const ran: [string, number][] = [];
    clock.after(30, () => ran.push(['c', clock.now()]));
    clock.after(10, () => {
      ran.push(['a', clock.now()]);
      clock.after(10, () => ran.push(['b', clock.now()]));
      clock.after(100, () => ran.push(['too late', clock.now()]));
    });
    clock.after(30, () => ran.push(['d', clock.now()]));
    await clock.advance(50);
    expect(ran).toEqual([
      ['a', 1_010],
      ['b', 1_020],
      ['c', 1_030],
      ['d', 1_030],
    ]);
    expect([clock.now(), clock.monotonic(), clock.timers()]).toEqual([1_050, 50, 1]);
  });

  test('lets promises continue between two timers', async () => {
    const clock = simulatedClock();
    const ran: string[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
    const work = async () => {
      for (const step of ['one', 'two', 'three']) {
        await wait(10);
        ran.push(step);
      }
    };
    void work();
    await clock.advance(30);
    expect(ran).toEqual(['one', 'two', 'three']);
  });

  test('advances to the next timer, or reports that there is none', async () => {
    const clock = simulatedClock(0);
    clock.after(5_000, () => {});
    expect(await clock.advanceToNextTimer()).toBe(true);
    expect(clock.now()).toBe(5_000);
    expect(await clock.advanceToNextTimer()).toBe(false);
  });
});
