import { createInterface } from 'node:readline';

/** Where a command writes: answers to `out`, everything about them to `err`. */
export type Streams = { out: Sink; err: Sink };

type Sink = { write(text: string): unknown };

export const processStreams: Streams = { out: process.stdout, err: process.stderr };

/** Where a person may sit: what they type, and what they see of it. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
};

export const processTerminal: Terminal = { input: process.stdin, output: process.stdout };

/** False for a pipe or a file at either end, as when a program runs the command. */
export function isAtTerminal({ input, output }: Terminal): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Asks for a line. @returns what was typed, empty when the input ends before that */
export async function askLine({ input, output }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: false });
  try {
    return await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    });
  } finally {
    lines.close();
  }
}

/** How a command ended, as its exit code. */
export const exitCodes = {
  done: 0,
  /** It was asked rightly and did not work, or was refused. */
  refused: 1,
  /** The words of the command were wrong. */
  wrongWords: 2,
} as const;
