/** A raw reply. Lines have one Latin-1 character per octet, without line ends. */
export type RawReply = { code: number; lines: readonly string[] };

type SmtpReply = {
  code: number;
  /** `x.y.z` of RFC 3463, if it follows the code (RFC 2034 4); otherwise null. */
  enhanced: string | null;
  /** One line of at most 1,000 characters, with the code and enhanced status. */
  reply: string;
};

/** Bounds the text stored with a message, because some servers write whole pages. */
const replyCharactersMax = 1_000;
/** RFC 5321 4.5.3.1.5 allows 512 with CR LF. A longer line is not an SMTP reply. */
const lineOctetsMax = 4_096;
const linesMax = 100;

const hyphen = 0x2d;
const space = 0x20;

/**
 * Splits octets into replies (RFC 5321 4.2.1). An invalid reply (a different code on a later line, a line
 * above 4 KiB, more than 100 lines) breaks the reader permanently, because no later reply matches a command.
 */
export class ReplyReader {
  #held = '';
  #from = 0;
  #lines: string[] = [];
  #code = 0;

  push(octets: Buffer): void {
    const text = octets.toString('latin1');
    this.#held = this.#from === this.#held.length ? text : this.#held.slice(this.#from) + text;
    this.#from = 0;
  }

  /** Whether octets have arrived after the replies taken so far. */
  get unread(): boolean {
    return this.#from < this.#held.length || this.#lines.length > 0;
  }

  /** Returns the next reply; `incomplete` until more octets arrive. */
  next(): RawReply | 'incomplete' | 'broken' {
    for (;;) {
      const end = this.#held.indexOf('\n', this.#from);
      if (end < 0) return this.#held.length - this.#from > lineOctetsMax ? 'broken' : 'incomplete';
      const stop = end > this.#from && this.#held.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
      const line = this.#held.slice(this.#from, stop);
      this.#from = end + 1;
      const code = codeOf(line);
      const first = this.#lines.length === 0;
      if (code === 0 || line.length > lineOctetsMax || (!first && code !== this.#code)) return 'broken';
      this.#lines.push(line);
      this.#code = code;
      if (line.charCodeAt(3) !== hyphen) {
        const lines = this.#lines;
        this.#lines = [];
        return { code, lines };
      }
      if (this.#lines.length === linesMax) return 'broken';
    }
  }
}

/** Returns the code of a reply line; 0 if the line is invalid. */
function codeOf(line: string): number {
  const first = line.charCodeAt(0) - 0x30;
  const second = line.charCodeAt(1) - 0x30;
  const third = line.charCodeAt(2) - 0x30;
  const digits = first >= 2 && first <= 5 && second >= 0 && second <= 9 && third >= 0 && third <= 9;
  const apart = line.length === 3 || line.charCodeAt(3) === space || line.charCodeAt(3) === hyphen;
  return digits && apart ? first * 100 + second * 10 + third : 0;
}

const enhancedStatus = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?=\s|$)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unprintable = /[\x00-\x1f\x7f-\x9f]+/g;

/** Formats a reply on one line, without the repeated code and status, and with blanks in place of control characters. */
export function readReply({ code, lines }: RawReply): SmtpReply {
  const [first = '', ...more] = lines.map(decoded);
  const enhanced = enhancedStatus.exec(first)?.[1] ?? null;
  const whole = [first.replace(/^(\d{3})-/, '$1 '), ...more.map((line) => line.slice(4))].join(' ');
  const clean = whole.replace(unprintable, ' ').trim();
  return {
    code,
    enhanced,
    reply: clean.length > replyCharactersMax ? `${clean.slice(0, replyCharactersMax - 1)}…` : clean,
  };
}

/** Replies are ASCII, or UTF-8 with SMTPUTF8 (RFC 6531 3.7.4.1) and often without it. */
function decoded(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is ASCII
  return /^[\x00-\x7f]*$/.test(line) ? line : Buffer.from(line, 'latin1').toString('utf8');
}
