import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in pieces of a few milliseconds. It yields after each piece, so that the caller can run something else. */
export type Pieces<Made> = Generator<undefined, Made, undefined>;

/** Runs all pieces without a pause, for callers that may block the event loop. */
export function atOnce<Made>(pieces: Generator<void, Made, undefined>): Made {
  let piece = pieces.next();
  while (!piece.done) piece = pieces.next();
  return piece.value;
}

/** Runs one piece per turn of the event loop. @throws the signal's abort reason */
export async function inTurns<Made>(
  pieces: Generator<void, Made, undefined>,
  signal?: AbortSignal,
): Promise<Made> {
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) {
    await nextTurn();
    signal?.throwIfAborted();
  }
  return piece.value;
}
