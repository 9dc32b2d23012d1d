import type { Clock } from '../../../concurrency/clock.ts';
import { secondMs } from '../../../model/instant.ts';
import { systemClock } from '../../../world/clock.ts';
import { isTerminal, type Streams } from '../streams.ts';

const shownEveryMs = 200;

export type Progress = {
  report(done: number, total: number | null, unit: string): void;
  end(): void;
};

/** Shows a count and its rate on one line of a terminal. Writes nothing to a program. */
export function startProgress(
  { err }: Streams,
  clock: Pick<Clock, 'now'> = systemClock(),
  isShown: boolean = isTerminal(err),
): Progress {
  let unit: string | undefined;
  let begun = 0;
  let shownAt = 0;
  let width = 0;
  const end = (): void => {
    if (width > 0) err.write('\n');
    width = 0;
    unit = undefined;
  };
  return {
    report(done, total, of) {
      if (!isShown) return;
      const now = clock.now();
      if (of !== unit) {
        end();
        unit = of;
        begun = now;
        shownAt = 0;
      }
      if (done !== total && now - shownAt < shownEveryMs) return;
      shownAt = now;
      const text = formatProgress(done, total, of, now - begun);
      err.write(`\r${text.padEnd(width)}`);
      width = text.length;
    },
    end,
  };
}

/** Example: `12,000 of 50,000 rows (24 %), 3,210 rows/s`. */
export function formatProgress(done: number, total: number | null, unit: string, elapsedMs: number): string {
  const count = (number: number) => Math.round(number).toLocaleString('en');
  const of = total === null || total === 0 ? '' : ` of ${count(total)}`;
  const share = total === null || total === 0 ? '' : ` (${Math.floor((done / total) * 100)} %)`;
  const rate =
    elapsedMs < secondMs / 2 ? '' : `, ${count((done * secondMs) / elapsedMs)} ${unit.split(' ', 1)[0]}/s`;
  return `${count(done)}${of} ${unit}${share}${rate}`;
}
