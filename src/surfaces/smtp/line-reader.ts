import type { RawMessage } from '../../model/message/raw-message.ts';

/**
 * Octets as they come from a socket, made into command lines and messages.
 *
 * A line ends in CR LF and in nothing else (RFC 5321 2.3.8). A reader that takes a bare LF or CR for a line end sees another
 * end of data than one that does not, and what one of them takes for the body the other takes for commands. So neither
 * is ever an end here, and a message that holds one is refused.
 *
 * Octets are characters here (latin1): one chunk is converted once, and searching a string is three times as fast as
 * searching a buffer.
 */
export type LineReader = {
  push(chunk: Buffer): void;
  /** The next command line, or null until more comes. */
  line(): ReadLine | null;
  /**
   * Reads a message from here on.
   *
   * @param keep asked before so many more octets of memory are taken; no keeps none of the message
   * @param onGivenUp what was kept is dropped, though the message goes on
   */
  beginMessage(bytesMax: number, keep: (octets: number) => boolean, onGivenUp?: () => void): void;
  /** The message that was begun, or null until more comes. */
  message(): ReadMessage | null;
  /** Octets that came and were not read yet. */
  waiting(): number;
  /** Forgets them. */
  clear(): void;
};

type ReadLine =
  /** Without its line end. One character per octet. */
  | { kind: 'line'; text: string }
  /** `bare`: a CR or LF that is no line end. `long`: longer than any line may be, and perhaps without an end. */
  | { kind: 'unreadable'; fault: 'bare' | 'long' };

export type ReadMessage =
  | { kind: 'message'; message: RawMessage }
  /** Read up to its end, and not kept. */
  | { kind: 'unfit'; fault: MessageFault }
  /** It looks as if the sender thinks it ended, or it is far too long: where the next command begins is unknown. */
  | { kind: 'lost'; fault: MessageFault };

/**
 * `bare`: a CR or LF alone. `nul`: an octet 0. `long line`: over the length allowed. `large`: over the size allowed.
 * `full`: it was not allowed to be kept.
 */
export type MessageFault = 'bare' | 'nul' | 'long line' | 'large' | 'full';

/** A line of AUTH with its CR LF (RFC 4954 4): the longest that any command may have. */
export const commandLineOctetsMax = 12_288;
/** Octets of an incomplete line that are buffered: the longest line that RFC 5321 4.5.3.1.6 allows. */
const waitingLineOctetsMax = 1_000;
/** A message is read past up to this many times its limit, so that the sender learns why; then the connection ends. */
const readPastTimesMax = 2;

const dot = 0x2e;
const cr = 0x0d;

/** @param lineOctetsMax limit of a message line, including CR LF and without the doubled dot */
export function lineReader(lineOctetsMax = waitingLineOctetsMax): LineReader {
  let text = '';
  let at = 0;
  let writing: Message | null = null;

  return {
    push(chunk) {
      const more = chunk.toString('latin1');
      text = at === text.length ? more : text.slice(at) + more;
      at = 0;
    },

    line() {
      const lf = text.indexOf('\n', at);
      const end = lf < 0 ? text.length : lf;
      const firstCr = text.indexOf('\r', at);
      // A CR that came last may have its LF on the way.
      if (firstCr >= 0 && firstCr < end - 1) return { kind: 'unreadable', fault: 'bare' };
      if (end - at >= commandLineOctetsMax) return { kind: 'unreadable', fault: 'long' };
      if (lf < 0) return null;
      if (firstCr < 0 || firstCr !== lf - 1) return { kind: 'unreadable', fault: 'bare' };
      const line = text.slice(at, firstCr);
      at = lf + 1;
      return { kind: 'line', text: line };
    },

    beginMessage(bytesMax, keep, onGivenUp = () => {}) {
      writing = new Message(bytesMax, lineOctetsMax, keep, onGivenUp);
    },

    message() {
      if (!writing) throw new Error('no message was begun');
      const taken = writing.take(text, at);
      text = taken.rest;
      at = 0;
      if (taken.read) writing = null;
      return taken.read;
    },

    waiting: () => text.length - at,
    clear() {
      text = '';
      at = 0;
    },
  };
}

/** A message while it comes. */
class Message {
  readonly #bytesMax: number;
  readonly #lineOctetsMax: number;
  readonly #kept: Blocks;
  readonly #onGivenUp: () => void;
  /** What is kept of the current chunk; it points into the chunk, and nothing of it stays when the chunk was taken. */
  #pieces: string[] = [];
  #octets = 0;
  #fault: MessageFault | null = null;
  /** Octets of the current line taken so far; 0 at its start. */
  #lineOctets = 0;
  /** Whether the line before ended as lines do: only then can a dot be the end. */
  #afterLine = true;

  constructor(
    bytesMax: number,
    lineOctetsMax: number,
    keep: (octets: number) => boolean,
    onGivenUp: () => void,
  ) {
    this.#bytesMax = bytesMax;
    this.#lineOctetsMax = lineOctetsMax;
    this.#kept = new Blocks(bytesMax, keep);
    this.#onGivenUp = onGivenUp;
  }

  /** Takes what it can of `text` from `start` on; `rest` is what is left, to come again with what follows it. */
  take(text: string, start: number): { read: ReadMessage | null; rest: string } {
    let lineStart = start;
    let partStart = start;
    for (;;) {
      const lf = text.indexOf('\n', lineStart);
      if (lf < 0) break;
      const endsWell = text.charCodeAt(lf - 1) === cr && lf > lineStart;
      // Asked once at most: a message without any CR is not searched to its end for each of its lines.
      if (this.#fault !== 'bare' && (!endsWell || text.indexOf('\r', lineStart) !== lf - 1))
        this.#spoil('bare');
      const dotted = this.#beginsWithDot(text, lineStart);
      if (dotted && endsWell && lf === lineStart + 2) {
        this.#add(text, partStart, lineStart);
        this.#keepPieces(text, start, lineStart);
        return { read: this.#whole(), rest: text.slice(lf + 1) };
      }
      if (dotted) {
        // The dot that the sender doubled (RFC 5321 4.5.2).
        this.#add(text, partStart, lineStart);
        partStart = lineStart + 1;
      }
      const counted = dotted ? lineStart + 1 : lineStart;
      if (this.#lineOctets + lf + 1 - counted > this.#lineOctetsMax) this.#spoil('long line');
      this.#lineOctets = 0;
      this.#afterLine = endsWell;
      lineStart = lf + 1;
    }
    this.#add(text, partStart, lineStart);
    this.#keepPieces(text, start, lineStart);
    return this.#unfinished(text, lineStart);
  }

  #beginsWithDot(text: string, lineStart: number): boolean {
    return this.#lineOctets === 0 && this.#afterLine && text.charCodeAt(lineStart) === dot;
  }

  /** Buffers an incomplete line until its end arrives. Takes a long line in chunks, so that no octet is read twice. */
  #unfinished(text: string, lineStart: number): { read: ReadMessage | null; rest: string } {
    let rest = text.slice(lineStart);
    const firstCr = rest.indexOf('\r');
    if (firstCr >= 0 && firstCr < rest.length - 1) this.#spoil('bare');
    if (this.#fault === 'bare' && looksLikeEnd.test(text))
      return { read: { kind: 'lost', fault: this.#fault }, rest: '' };
    if (rest.length > waitingLineOctetsMax) {
      // The last character may be the CR of the line end.
      const end = text.length - 1;
      const from = this.#beginsWithDot(text, lineStart) ? lineStart + 1 : lineStart;
      this.#lineOctets += end - from;
      if (this.#lineOctets > this.#lineOctetsMax) this.#spoil('long line');
      this.#add(text, from, end);
      this.#keepPieces(text, lineStart, end);
      rest = rest.slice(-1);
    }
    if (this.#fault !== null && this.#octets > this.#bytesMax * readPastTimesMax) {
      return { read: { kind: 'lost', fault: this.#fault }, rest: '' };
    }
    return { read: null, rest };
  }

  #add(text: string, start: number, end: number): void {
    if (start === end) return;
    this.#octets += end - start;
    if (this.#fault !== null) return;
    if (this.#octets > this.#bytesMax) this.#spoil('large');
    else this.#pieces.push(text.slice(start, end));
  }

  /** @param start and end of the message's own octets in `text`: what follows them is none of its faults */
  #keepPieces(text: string, start: number, end: number): void {
    if (this.#fault === null && text.slice(start, end).includes('\0')) this.#spoil('nul');
    if (this.#fault === null && !this.#kept.add(this.#pieces.join(''))) this.#spoil('full');
    this.#pieces = [];
  }

  /** The first fault is the one that is reported, but for one that leaves the end in doubt. */
  #spoil(fault: MessageFault): void {
    const first = this.#fault === null;
    if (first || fault === 'bare') this.#fault = fault;
    if (!first) return;
    this.#pieces = [];
    this.#kept.clear();
    this.#onGivenUp();
  }

  #whole(): ReadMessage {
    if (this.#fault !== null) return { kind: 'unfit', fault: this.#fault };
    const text = this.#kept.text();
    this.#kept.clear();
    return { kind: 'message', message: parted(text) };
  }
}

/** A message is kept in blocks of this many octets; a small one in smaller ones. */
const blockOctetsMax = 64 * 1024;

/**
 * Octets kept outside of the heap, in as many as were asked for: a message that comes in very many pieces, because its
 * sender sends it so or doubles a dot in each of its lines, takes no more memory than another one of its size.
 */
class Blocks {
  readonly #bytesMax: number;
  readonly #keep: (octets: number) => boolean;
  #blocks: Buffer[] = [];
  /** Octets of all blocks. */
  #room = 0;
  #used = 0;

  /** @param keep asked for each block before it is made */
  constructor(bytesMax: number, keep: (octets: number) => boolean) {
    this.#bytesMax = bytesMax;
    this.#keep = keep;
  }

  /** @returns false when it may not be kept; then some of it may have been. */
  add(text: string): boolean {
    const fits = Math.min(text.length, this.#room - this.#used);
    if (fits > 0) {
      const last = this.#blocks.at(-1)!;
      last.write(text, last.length - (this.#room - this.#used), fits, 'latin1');
      this.#used += fits;
    }
    const left = text.length - fits;
    if (left === 0) return true;
    const room = Math.max(left, Math.min(this.#room, blockOctetsMax, this.#bytesMax - this.#room));
    if (!this.#keep(room)) return false;
    const block = Buffer.allocUnsafeSlow(room);
    block.write(text.slice(fits), 0, left, 'latin1');
    this.#blocks.push(block);
    this.#room += room;
    this.#used += left;
    return true;
  }

  text(): string {
    const last = this.#blocks.pop();
    if (!last) return '';
    const texts = this.#blocks.map((block) => block.toString('latin1'));
    texts.push(last.toString('latin1', 0, last.length - (this.#room - this.#used)));
    this.#blocks.push(last);
    return texts.join('');
  }

  clear(): void {
    this.#blocks = [];
    this.#room = 0;
    this.#used = 0;
  }
}

/** What others take for the end of data. Asked of a message that is refused anyway. */
const looksLikeEnd = /(?:^|[\r\n])\.[\r\n]/;

/** Parts a message at its first empty line (RFC 5322 2.1), which belongs to neither half. */
function parted(text: string): RawMessage {
  if (text.startsWith('\r\n')) return { header: '', body: text.slice(2) };
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? { header: text, body: '' } : { header: text.slice(0, end + 2), body: text.slice(end + 4) };
}
