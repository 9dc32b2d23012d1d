import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../concurrency/clock.ts';
import { minuteMs } from '../model/instant.ts';

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

/** A collection stops the process for a millisecond for each megabyte or so: no one's imports may do it over and over, */
const collectedEveryMs = 10 * minuteMs;
/** and where the heap is large already there is little to spare. */
const collectedHeapOctetsMax = 96 * 1024 * 1024;

/** For all work of this process at once, because it has one heap. */
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

/**
 * Gives back what the start of the process has left in the heap, and with it the size that its young generation has grown to; and
 * the limits that the flags mean are set when the old one is collected. Node has no other way to ask for it.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
