import { StringDecoder } from 'node:string_decoder';

/** Longer lines are rejected, so that a peer cannot fill the memory. */
export const lineCharactersMax = 10 * 1024 * 1024;

/** Takes linear time, regardless of the chunk sizes. @param onTooLong called once per skipped line */
export function lineReader(
  onLine: (line: string) => void,
  onTooLong: () => void,
): (chunk: Uint8Array) => void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let held = 0;
  const hold = (part: string): void => {
    const fitted = held <= lineCharactersMax;
    held += part.length;
    if (held <= lineCharactersMax) parts.push(part);
    else if (fitted) {
      parts = [];
      onTooLong();
    }
  };
  return (chunk) => {
    const text = decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      hold(text.slice(start, end));
      start = end + 1;
      const line = held <= lineCharactersMax ? parts.join('') : null;
      parts = [];
      held = 0;
      if (line !== null) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    hold(text.slice(start));
  };
}

/** Limit of buffered output. Above it no new message is started. */
export const waitingBytesMax = 4 * 1024 * 1024;

export type LineWriter = {
  write(line: string): void;
  /** Writes a notification that need not be repeated: while the buffer is full, equal lines are kept once. */
  tell(line: string): void;
  isFull(): boolean;
  /** Resolves when the buffer is no longer full, or when the client has stopped reading for good. */
  room(): Promise<void>;
};

/** Writes the lines of one turn of the event loop with a single call. Callers that can wait should await `room` first. */
export function lineWriter(output: NodeJS.WritableStream): LineWriter {
  let lines: string[] = [];
  let bytesOfLines = 0;
  /** Includes bytes handed to the stream but not yet read by the client. */
  let bytesWaiting = 0;
  const unwritten = new Set<string>();
  let roomWanted: (() => void)[] = [];
  const isFull = (): boolean => bytesWaiting > waitingBytesMax;

  const flush = (): void => {
    const bytes = bytesOfLines;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    bytesOfLines = 0;
    // The callback also runs for failed writes.
    output.write(text, () => taken(bytes));
  };
  const write = (line: string): void => {
    const bytes = Buffer.byteLength(line) + 1;
    bytesOfLines += bytes;
    bytesWaiting += bytes;
    if (lines.push(line) === 1) setImmediate(flush);
  };
  const taken = (bytes: number): void => {
    bytesWaiting -= bytes;
    if (isFull()) return;
    for (const line of unwritten) write(line);
    unwritten.clear();
    const wanted = roomWanted;
    roomWanted = [];
    for (const found of wanted) found();
  };
  return {
    write,
    tell(line) {
      if (isFull()) unwritten.add(line);
      else write(line);
    },
    isFull,
    async room() {
      while (isFull()) await new Promise<void>((found) => roomWanted.push(found));
    },
  };
}

/** Passes each line to `onLine` until the input ends. @param onTooLong called once per skipped line */
export async function readLines(
  input: NodeJS.ReadableStream,
  onLine: (line: string) => void,
  onTooLong: () => void,
): Promise<void> {
  const read = lineReader(onLine, onTooLong);
  input.on('data', read);
  await ended(input);
  input.off('data', read);
}

function ended(input: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
  });
}

/** Resolves in the next turn of the event loop, because the writer flushes at the end of a turn. */
export async function flushed(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
