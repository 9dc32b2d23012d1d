import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../concurrency/clock.ts';
import { minuteMs } from '../model/instant.ts';

/** Runs work that allocates much but keeps little, with slower growth of the heap. */
export type SpareMemory = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** By default, V8's young generation grows to 128 MB, and the old one to four times its live size. */
const flags = {
  sparing: ['--semi-space-growth-factor=1', '--heap-growing-percent=50'],
  usual: ['--semi-space-growth-factor=2', '--heap-growing-percent=0'],
} as const;

/** A collection stops the process for about 1 ms per MB, so frequent imports must not trigger it repeatedly, */
const collectedEveryMs = 10 * minuteMs;
/** and a large heap leaves little to gain. */
const collectedHeapOctetsMax = 96 * 1024 * 1024;

/**
 * Keeps the young generation small while the program starts. Otherwise loading the modules grows it to 32 MB, which an
 * idle process keeps. Costs the start about 20 ms of CPU.
 *
 * @returns ends it
 */
export function holdYoungGeneration(): () => void {
  const [held, usual] = [flags.sparing[0], flags.usual[0]];
  setFlagsFromString(held);
  return () => setFlagsFromString(usual);
}

/** Applies to the whole process, because it has a single heap. */
export function systemSpareMemory({ monotonic }: Pick<Clock, 'monotonic'>): SpareMemory {
  let running = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;
  const set = (texts: readonly string[]): void => texts.forEach(setFlagsFromString);
  const begin = (): void => {
    set(flags.sparing);
    if (monotonic() - collectedAt < collectedEveryMs) return;
    if (process.memoryUsage().heapTotal > collectedHeapOctetsMax) return;
    collectedAt = monotonic();
    collectGarbage();
  };
  return async (work) => {
    running += 1;
    if (running === 1) begin();
    try {
      return await work();
    } finally {
      running -= 1;
      if (running === 0) set(flags.usual);
    }
  };
}

type Collect = (how: { type: 'major'; flavor: 'last-resort' }) => void;

/** Collects the start's garbage. Also applies the flags: V8 recomputes limits in a major collection. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
