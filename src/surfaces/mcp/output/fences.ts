/** What stands around a text that others wrote, where an assistant reads it. */
export const opening = '⟦';
export const closing = '⟧';

/** The fence put around the texts of one value, counted so that a copy of it in one of those texts is noticed. */
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

  /**
   * Whether a JSON text is in ASCII but for these. Only for fences whose two characters take two bytes each in UTF-8: then the
   * text has two bytes more than characters for each of them.
   */
  areAllBeyondAscii(json: string): boolean {
    return Buffer.byteLength(json) - json.length === 2 * this.#made;
  }

  /** Whether a JSON text has the characters of the fence nowhere else. */
  areAllOf(json: string): boolean {
    return occurrences(this.#opening, json) === this.#made && occurrences(this.#closing, json) === this.#made;
  }
}

function occurrences(of: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(of); at >= 0; at = text.indexOf(of, at + 1)) count += 1;
  return count;
}
