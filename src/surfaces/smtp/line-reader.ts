import type { RawMessage } from '../../model/message/raw-message.ts';

/**
 * Splits socket data into command lines and messages. Only CR LF ends a line (RFC 5321 section 2.3.8):
 * servers that disagree about a bare CR or LF allow SMTP smuggling, so a message with either is refused.
 *
 * Octets are latin1 characters, because searching a string is three times as fast as searching a buffer.
 */
export type LineReader = {
  push(chunk: Buffer): void;
  line(): ReadLine | null;
  /** `keep` admits more memory; false discards the message. `onGivenUp` reports a dropped part. */
  beginMessage(bytesMax: number, keep: (octets: number) => boolean, onGivenUp?: () => void): void;
  message(): ReadMessage | null;
  waiting(): number;
  clear(): void;
};

type ReadLine =
  /** Without the line end, one character per octet. */
  | { kind: 'line'; text: string }
  /** `bare`: a CR or LF that is not a line end. `long`: longer than any allowed line, possibly without an end. */
  | { kind: 'unreadable'; fault: 'bare' | 'long' };

export type ReadMessage =
  | { kind: 'message'; message: RawMessage }
  /** Read to its end but not kept. */
  | { kind: 'unfit'; fault: MessageFault }
  /** The sender seems to consider it ended, or it is far too long, so the start of the next command is unknown. */
  | { kind: 'lost'; fault: MessageFault };

/** `bare`: a lone CR or LF. `nul`: an octet 0. `large`: message over the limit. `full`: no memory. */
export type MessageFault = 'bare' | 'nul' | 'long line' | 'large' | 'full';

/** Longest command: a line of AUTH with its CR LF (RFC 4954 section 4). */
export const commandLineOctetsMax = 12_288;
/** Buffered octets of an incomplete line: the longest line of RFC 5321 section 4.5.3.1.6. */
const waitingLineOctetsMax = 1_000;
/** Multiple of the limit up to which a message is read, so that the sender gets the reason before the connection ends. */
const readPastTimesMax = 2;

const dot = 0x2e;
const cr = 0x0d;

/** @param lineOctetsMax limit of a message line with CR LF, not counting a doubled dot */
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
      // The LF of a final CR may still arrive.
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

class Message {
  readonly #bytesMax: number;
  readonly #lineOctetsMax: number;
  readonly #kept: Blocks;
  readonly #onGivenUp: () => void;
  /** Kept parts of the current chunk. They reference the chunk and are copied once it is consumed. */
  #pieces: string[] = [];
  #octets = 0;
  #fault: MessageFault | null = null;
  /** Octets of the current line so far; 0 at its start. */
  #lineOctets = 0;
  /** True if the previous line ended in CR LF. Otherwise a dot cannot end the message. */
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

  /** Consumes `text` from `start`. `rest` must be passed again together with the following data. */
  take(text: string, start: number): { read: ReadMessage | null; rest: string } {
    let lineStart = start;
    let partStart = start;
    for (;;) {
      const lf = text.indexOf('\n', lineStart);
      if (lf < 0) break;
      const endsWell = text.charCodeAt(lf - 1) === cr && lf > lineStart;
      // Checked once, so that a message without any CR is not searched to its end for each line.
      if (this.#fault !== 'bare' && (!endsWell || text.indexOf('\r', lineStart) !== lf - 1))
        this.#spoil('bare');
      const dotted = this.#beginsWithDot(text, lineStart);
      if (dotted && endsWell && lf === lineStart + 2) {
        this.#add(text, partStart, lineStart);
        this.#keepPieces(text, start, lineStart);
        return { read: this.#whole(), rest: text.slice(lf + 1) };
      }
      if (dotted) {
        // Removes the dot that the sender doubled (RFC 5321 section 4.5.2).
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

  /** Buffers an incomplete line. Consumes a long line in chunks, so that no octet is read twice. */
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

  /** @param start range of the message's own octets in `text`, together with `end`; later octets are not its faults */
  #keepPieces(text: string, start: number, end: number): void {
    if (this.#fault === null && text.slice(start, end).includes('\0')) this.#spoil('nul');
    if (this.#fault === null && !this.#kept.add(this.#pieces.join(''))) this.#spoil('full');
    this.#pieces = [];
  }

  /** Keeps the first fault, except that `bare` takes precedence because it leaves the end in doubt. */
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

/** Maximum size of a block. Small messages use smaller blocks. */
const blockOctetsMax = 64 * 1024;

/** A message in very many pieces, because of small packets or doubled dots, takes no more memory than another of its size. */
class Blocks {
  readonly #bytesMax: number;
  readonly #keep: (octets: number) => boolean;
  #blocks: Buffer[] = [];
  #room = 0;
  #used = 0;

  /** @param keep asked before a block is allocated */
  constructor(bytesMax: number, keep: (octets: number) => boolean) {
    this.#bytesMax = bytesMax;
    this.#keep = keep;
  }

  /** @returns false if memory was refused; part of the text may have been kept */
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

/** A line end that other servers accept as end of data. Checked only for messages that are refused anyway. */
const looksLikeEnd = /(?:^|[\r\n])\.[\r\n]/;

/** Splits a message at its first empty line (RFC 5322 section 2.1), which is in neither part. */
function parted(text: string): RawMessage {
  if (text.startsWith('\r\n')) return { header: '', body: text.slice(2) };
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? { header: text, body: '' } : { header: text.slice(0, end + 2), body: text.slice(end + 4) };
}
