export const opening = '⟦';
export const closing = '⟧';

/** Counts the fences added to one value, so that a forged copy of a fence in its texts is detected. */
export class Fences {
  readonly #opening: string;
  readonly #closing: string;
  #made = 0;

  constructor(before = opening, after = closing) {
    this.#opening = before;
    this.#closing = after;
  }

  around(text: string): string {
    this.#made += 1;
    return this.#opening + text + this.#closing;
  }

  get made(): number {
    return this.#made;
  }

  /** Requires fence characters with two UTF-8 bytes: each adds two to the bytes beyond the characters. */
  areAllBeyondAscii(json: string): boolean {
    return Buffer.byteLength(json) - json.length === 2 * this.#made;
  }

  /** Returns true if the JSON contains exactly the fences added by this object, each closed before the next opens. */
  areAllOf(json: string): boolean {
    let from = 0;
    let opens = json.indexOf(this.#opening);
    for (let left = this.#made; left > 0; left -= 1) {
      const closes = json.indexOf(this.#closing, from);
      const next = json.indexOf(this.#opening, opens + 1);
      if (opens < 0 || closes < opens || (next >= 0 && next < closes)) return false;
      from = closes + 1;
      opens = next;
    }
    return opens < 0 && !json.includes(this.#closing, from);
  }
}
