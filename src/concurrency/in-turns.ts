import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs a generator and gives the event loop a turn after each yield.
 * @throws the signal's abort reason
 */
export async function inTurns<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}
