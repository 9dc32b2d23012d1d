import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in pieces of some milliseconds: it yields after each, and the caller decides what runs between. */
export type Pieces<Made> = Generator<undefined, Made, undefined>;

/** Does all pieces at once, where nothing else waits for the event loop. */
export function atOnce<Made>(pieces: Pieces<Made>): Made {
  let piece = pieces.next();
  while (!piece.done) piece = pieces.next();
  return piece.value;
}

/** Does one piece in each turn of the event loop. */
export async function inTurns<Made>(pieces: Pieces<Made>): Promise<Made> {
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) await nextTurn();
  return piece.value;
}
