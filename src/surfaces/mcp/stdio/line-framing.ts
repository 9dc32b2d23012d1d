import { StringDecoder } from 'node:string_decoder';

/** One message is one line. A longer one is refused, so that a peer cannot fill the memory. */
export const lineCharactersMax = 10 * 1024 * 1024;

/**
 * Cuts a stream of bytes into lines, in time that grows with the bytes alone, however they are cut up.
 * @param onLine gets each line without its end, empty ones too
 * @param onTooLong is called once for a line that is passed over
 */
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

/** So much may wait for a reader that does not read; while more waits, nothing is begun that would add to it. */
export const waitingBytesMax = 4 * 1024 * 1024;

export type LineWriter = {
  write(line: string): void;
  /** The same for what need not be said twice: while too much waits, equal lines are kept once. */
  tell(line: string): void;
  /** Whether more than `waitingBytesMax` wait for the reader. */
  isFull(): boolean;
  /** As soon as no more does; and when the client no longer reads, since then nothing waits. */
  room(): Promise<void>;
};

/**
 * Writes lines, those of one turn of the event loop in one piece: a client that has many calls under way gets
 * its answers with few system calls. It takes every line: who writes asks for room first, where it can wait.
 */
export function lineWriter(output: NodeJS.WritableStream): LineWriter {
  let lines: string[] = [];
  let bytesOfLines = 0;
  /** Those handed to the stream, and not yet to the reader, included. */
  let bytesWaiting = 0;
  const unwritten = new Set<string>();
  let roomWanted: (() => void)[] = [];
  const isFull = (): boolean => bytesWaiting > waitingBytesMax;

  const flush = (): void => {
    const bytes = bytesOfLines;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    bytesOfLines = 0;
    // It is called for what could not be written too.
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

/** Once the input has no more, for whatever reason. */
export function ended(input: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
  });
}
