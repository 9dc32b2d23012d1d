/** LRU cache of compiled bodies, bounded by count and by size. */
export class TemplateCache<Value> {
  readonly #entriesMax: number;
  readonly #charactersMax: number;
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

  /** @param characters approximate size; a value larger than the whole cache is not kept */
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
