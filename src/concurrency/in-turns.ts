import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs work that yields between its pieces, and gives other work a turn of the event loop after each.
 * @throws what the signal was aborted with
 */
export async function inTurns<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}
