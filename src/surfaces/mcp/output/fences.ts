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

  /**
   * Whether a JSON text has the characters of the fence nowhere else: as many as were made, and each closed before the next is
   * opened. A fence that was made and is not in it makes it false.
   */
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
