import { setFlagsFromString } from 'node:v8';

/** Runs work that allocates much and keeps little, so that the process grows by what it keeps. */
export type SpareMemory = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * What V8 asks whenever it is about to grow, as it is while work spares memory and as V8 has it. By itself it lets the young
 * generation grow to 128 MB, and the old one to four times of what lives there, before it looks for garbage.
 */
const flags = {
  sparing: ['--semi-space-growth-factor=1', '--heap-growing-percent=50'],
  usual: ['--semi-space-growth-factor=2', '--heap-growing-percent=0'],
} as const;

/** For all work of this process at once, because it has one heap. */
export function systemSpareMemory(): SpareMemory {
  let running = 0;
  const set = (texts: readonly string[]): void => texts.forEach(setFlagsFromString);
  return async (work) => {
    running += 1;
    if (running === 1) set(flags.sparing);
    try {
      return await work();
    } finally {
      running -= 1;
      if (running === 0) set(flags.usual);
    }
  };
}
