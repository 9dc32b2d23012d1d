import type { Clock } from '../../concurrency/clock.ts';
import type { Answer } from '../../world/resolver.ts';

/**
 * A deadline for several look-ups in DNS together. What has not been answered by then is `unavailable`, as any
 * other look-up that fails; its late answer is dropped.
 *
 * @param totalMs counted from this call, not from each look-up
 */
export function deadline(clock: Clock, totalMs: number): Deadline {
  let passed = false;
  const late: (() => void)[] = [];
  const cancel = clock.after(totalMs, () => {
    passed = true;
    for (const tell of late) tell();
  });
  return {
    answer<T>(asking: () => Promise<Answer<T>>): Promise<Answer<T>> {
      const tooLate: Answer<T> = { kind: 'unavailable', why: `no answer within ${totalMs} ms` };
      if (passed) return Promise.resolve(tooLate);
      return Promise.race([asking(), new Promise<Answer<T>>((resolve) => late.push(() => resolve(tooLate)))]);
    },
    end: cancel,
  };
}

export type Deadline = {
  answer<T>(asking: () => Promise<Answer<T>>): Promise<Answer<T>>;
  /** Stops the timer; to be called when no more is asked. */
  end(): void;
};
