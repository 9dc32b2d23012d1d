import { createInterface } from 'node:readline';
import { columnsMax } from './output/help.ts';

/** Output streams of a command: results on `out`, messages on `err`. */
export type Streams = { out: Sink; err: Sink };

type Sink = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export function isTerminal({ isTTY }: Sink): boolean {
  return isTTY === true;
}

/** Uses the default width for a terminal that does not know its width and reports 0. */
export function terminalColumns({ columns }: Sink): number {
  return columns || columnsMax;
}

export const processStreams: Streams = { out: process.stdout, err: process.stderr };

export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
};

export const processTerminal: Terminal = { input: process.stdin, output: process.stdout };

/** Returns false if either end is a pipe or a file, as when a program runs the command. */
export function isAtTerminal({ input, output }: Terminal): boolean {
  return input.isTTY === true && output.isTTY === true;
}

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

export const exitCodes = {
  done: 0,
  refused: 1,
  wrongWords: 2,
} as const;
