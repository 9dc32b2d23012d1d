import type { Scope } from './scope.ts';

/** Progress notifications per job; later steps are coalesced. */
const reportsMax = 100;

/** Who waits for long work: see the fields of `Scope`. */
export type Waiting = Pick<Scope, 'signal' | 'progress'>;

/**
 * Reports how much of `total` is done. The number only grows, whatever is retried meanwhile, and not every step of a
 * thousand is reported, but always the last.
 * @param total undefined where it is not known: then every step is reported
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
 * The answer, unless the caller cancels first. The work runs on until its own deadline and its answer is dropped, so use
 * it only for questions that change nothing.
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
