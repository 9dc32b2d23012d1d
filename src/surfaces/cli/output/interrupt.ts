import { systemClock } from '../../../world/clock.ts';
import type { Streams } from '../streams.ts';

/** The exit code of a process that SIGINT ended: 128 plus the number of the signal. */
const interruptedCode = 130;
const cleanUpMsMax = 3_000;

/**
 * Handles Ctrl-C: prints `explain` (the kept work and the command that continues it), cleans up and exits.
 * Ignores later signals, because npm forwards the terminal's. Returns a function that stops this.
 */
export function startInterruptible(
  { err }: Streams,
  explain: () => readonly string[],
  cleanUp: () => Promise<unknown> | unknown = () => {},
): () => void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    err.write(`\n${explain().join('\n')}\n`);
    const exit = (): void => process.exit(interruptedCode);
    systemClock().after(cleanUpMsMax, exit);
    const cleaned = (async () => await cleanUp())();
    void cleaned.then(exit, exit);
  };
  process.on('SIGINT', stop);
  return () => process.off('SIGINT', stop);
}
