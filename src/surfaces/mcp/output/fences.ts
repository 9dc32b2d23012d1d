/** What stands around a text that others wrote, where an assistant reads it. */
export const opening = '⟦';
export const closing = '⟧';

/** What is put around the texts of one value, and how often it was. */
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

  /** Whether a JSON is in ASCII, but for these: where they are controls of two bytes in UTF-8. Costs next to nothing. */
  areAllBeyondAscii(json: string): boolean {
    return Buffer.byteLength(json) - json.length === 2 * this.#made;
  }

  /** Whether no other text of a JSON has the characters of these. */
  areAllOf(json: string): boolean {
    return occurrences(this.#opening, json) === this.#made && occurrences(this.#closing, json) === this.#made;
  }
}

function occurrences(of: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(of); at >= 0; at = text.indexOf(of, at + 1)) count += 1;
  return count;
}
