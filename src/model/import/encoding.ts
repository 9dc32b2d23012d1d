export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** UTF-16 by its byte order mark or the NULs of Latin text; UTF-8 if every byte fits; else windows-1252. */
export class EncodingFinder {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #head = new Uint8Array(0);
  #isUtf8 = true;

  push(octets: Uint8Array): void {
    if (this.#head.length < headOctets) this.#head = joined(this.#head, octets).slice(0, headOctets);
    if (!this.#isUtf8) return;
    try {
      this.#utf8.decode(octets, { stream: true });
    } catch {
      // The decoder reports invalid UTF-8 only by throwing.
      this.#isUtf8 = false;
    }
  }

  end(): Encoding {
    const [a, b, c, d] = this.#head;
    if (a === 0xff && b === 0xfe) return 'utf-16le';
    if (a === 0xfe && b === 0xff) return 'utf-16be';
    if (b === 0 && d === 0 && a !== 0 && c !== 0) return 'utf-16le';
    if (a === 0 && c === 0 && b !== 0 && d !== 0) return 'utf-16be';
    if (!this.#isUtf8) return 'windows-1252';
    try {
      this.#utf8.decode();
    } catch {
      return 'windows-1252';
    }
    return 'utf-8';
  }
}

const headOctets = 4;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + Math.min(b.length, headOctets));
  both.set(a);
  both.set(b.subarray(0, headOctets), a.length);
  return both;
}

/** Decodes a file in pieces. Keeps characters across pieces intact and ends every line with LF. */
export class TextDecoding {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  /** The last piece ended with CR, so the next piece may begin with its LF. */
  #carriage = false;

  constructor(encoding: Encoding) {
    this.#decoder = new TextDecoder(encoding);
  }

  push(octets: Uint8Array): string {
    return this.#lines(this.#decoder.decode(octets, { stream: true }), false);
  }

  end(): string {
    return this.#lines(this.#decoder.decode(), true);
  }

  #lines(piece: string, last: boolean): string {
    let text = this.#carriage ? `\r${piece}` : piece;
    this.#carriage = !last && text.endsWith('\r');
    if (this.#carriage) text = text.slice(0, -1);
    return withLineFeeds(text);
  }
}

export function plainText(text: string): string {
  return withLineFeeds(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
