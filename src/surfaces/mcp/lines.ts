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

/**
 * Writes lines, those of one turn of the event loop in one piece: a client that has many calls under way gets
 * its answers with few system calls.
 */
export function lineWriter(output: NodeJS.WritableStream): (line: string) => void {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting;
    waiting = [];
    output.write(`${lines.join('\n')}\n`);
  };
  return (line) => {
    waiting.push(line);
    if (waiting.length === 1) setImmediate(flush);
  };
}

/** Once the input has no more, for whatever reason. */
export function ended(input: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
  });
}
