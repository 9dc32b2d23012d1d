import type { Scope } from './scope.ts';

/** Progress notifications per job; later steps are coalesced. */
const reportsMax = 100;

export type Waiting = Pick<Scope, 'signal' | 'progress'>;

/** Reports growing progress, at most `reportsMax` times but always the end; every step if `total` is unknown. */
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

/** Waits for an answer unless the caller cancels. The work continues, so use it only for reads. @throws the abort reason */
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
