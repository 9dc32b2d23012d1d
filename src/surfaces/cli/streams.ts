/** Where a command writes: answers to `out`, everything about them to `err`. */
export type Streams = { out: Sink; err: Sink };

type Sink = { write(text: string): unknown };

export const processStreams: Streams = { out: process.stdout, err: process.stderr };

/** How a command ended, as its exit code. */
export const exitCodes = {
  done: 0,
  /** It was asked rightly and did not work, or was refused. */
  refused: 1,
  /** The words of the command were wrong. */
  wrongWords: 2,
} as const;
