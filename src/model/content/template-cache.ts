/**
 * What was compiled lately. Bounded by count and by size, so that neither many small bodies nor a few large ones fill
 * the memory; the one that was not asked for longest goes first.
 */
export class TemplateCache<Value> {
  readonly #entriesMax: number;
  readonly #charactersMax: number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, { value: Value; characters: number }>();
  #characters = 0;

  constructor({ entriesMax, charactersMax }: { entriesMax: number; charactersMax: number }) {
    this.#entriesMax = entriesMax;
    this.#charactersMax = charactersMax;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param characters what the value takes, roughly; one that is larger than everything allowed is not kept */
  set(key: string, value: Value, characters: number): void {
    this.#remove(key);
    if (characters > this.#charactersMax) return;
    this.#entries.set(key, { value, characters });
    this.#characters += characters;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#entriesMax && this.#characters <= this.#charactersMax) break;
      this.#remove(oldest);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#characters -= entry.characters;
  }
}
