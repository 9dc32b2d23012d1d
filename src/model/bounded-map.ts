/** Map of at most `entriesMax` entries. Setting a key makes it the newest; beyond the limit, the oldest is evicted. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    super();
    this.#entriesMax = entriesMax;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    if (this.size >= this.#entriesMax) {
      const oldest = this.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
    return super.set(key, value);
  }
}
