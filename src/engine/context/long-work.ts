import type { Scope } from './scope.ts';

/** Whoever watches reads no more steps than this of one piece of work. */
const reportsMax = 100;

/** Who waits for long work: see the fields of `Scope`. */
export type Waiting = Pick<Scope, 'signal' | 'progress'>;

/**
 * Tells how much of `total` is done. What is told only grows, whatever runs again meanwhile, and not each step of a
 * thousand is told, but always the last.
 * @param total undefined where nobody knows it: then every step is told
 */
export function countedProgress(
  { progress }: Pick<Waiting, 'progress'>,
  total: number | undefined,
  message: string,
): (done: number) => void {
  let reported = 0;
  return (done) => {
    if (done <= reported) return;
    if (total !== undefined && done < total && done - reported < total / reportsMax) return;
    reported = done;
    progress(done, total, message);
  };
}

/**
 * What is answered, unless whoever asked cancels first. What was asked goes on until its own deadline, and nobody hears
 * its answer: only for questions that have one and change nothing.
 * @throws what the signal was aborted with
 */
export async function unlessCancelled<Answer>(signal: AbortSignal, asking: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(signal.reason);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  try {
    return await Promise.race([promise, asking]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
