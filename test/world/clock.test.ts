import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/world/clock.ts';
import { simulatedClock } from './clock.ts';

describe('the system clock', () => {
  afterEach(() => vi.useRealTimers());

  test('tells integer milliseconds, stands still when the machine is set back by a little, and follows it otherwise', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const clock = systemClock();
    expect(clock.now()).toBe(1_000_000);
    vi.setSystemTime(971_000);
    expect(clock.now()).toBe(1_000_000);
    vi.setSystemTime(1_000_001);
    expect(clock.now()).toBe(1_000_001);
    vi.setSystemTime(900_000);
    expect(clock.now()).toBe(900_000);
  });

  test('runs a timer once, and a cancelled one never', () => {
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

  test('waits longer than one timer of Node can', () => {
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

describe('the simulated clock', () => {
  test('runs timers in the order of their time, each at its own time, and those they set', async () => {
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

  test('lets promises go on between two timers', async () => {
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

  test('goes to the next timer, and says when there is none', async () => {
    const clock = simulatedClock(0);
    clock.after(5_000, () => {});
    expect(await clock.advanceToNextTimer()).toBe(true);
    expect(clock.now()).toBe(5_000);
    expect(await clock.advanceToNextTimer()).toBe(false);
  });
});
