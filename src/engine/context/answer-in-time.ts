import type { Clock } from '../../concurrency/clock.ts';
import type { Answer } from '../../world/dns/resolver.ts';

/** Shares one deadline, counted from this call, among several DNS look-ups. Late answers become `unavailable`. */
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
  end(): void;
};
