const slotsMin = 1_024;
const fullness = 0.8;
const growth = 1.5;
const words = 3;
const wordValues = 2 ** 32;

/** Texts are equal if 96 bits of their hashes agree. A million addresses take 18 MB. */
export class SeenTexts {
  readonly #seed: number;
  /** The words of each slot; zeros mean empty. */
  #slots = new Uint32Array(slotsMin * words);
  #amount = 0;
  readonly #hash = new Uint32Array(words);

  /** @param seed random, so that an attacker cannot construct texts that collide */
  constructor(seed: number) {
    this.#seed = seed;
  }

  add(text: string): boolean {
    if (this.#amount >= (this.#slots.length / words) * fullness) this.#grow();
    hashInto(this.#hash, text, this.#seed);
    const added = this.#put(this.#hash[0]!, this.#hash[1]!, this.#hash[2]!);
    if (added) this.#amount += 1;
    return added;
  }

  has(text: string): boolean {
    hashInto(this.#hash, text, this.#seed);
    const at = this.#placeOf(this.#hash[0]!, this.#hash[1]!, this.#hash[2]!);
    return !this.#isEmpty(at);
  }

  #put(first: number, second: number, third: number): boolean {
    const at = this.#placeOf(first, second, third);
    if (!this.#isEmpty(at)) return false;
    this.#slots[at] = first;
    this.#slots[at + 1] = second;
    this.#slots[at + 2] = third;
    return true;
  }

  #placeOf(first: number, second: number, third: number): number {
    const slots = this.#slots;
    // Works for any number of slots, not only powers of two.
    let at = Math.floor((first / wordValues) * (slots.length / words)) * words;
    for (;;) {
      if (slots[at] === first && slots[at + 1] === second && slots[at + 2] === third) return at;
      if (this.#isEmpty(at)) return at;
      at += words;
      if (at === slots.length) at = 0;
    }
  }

  #isEmpty(at: number): boolean {
    const slots = this.#slots;
    return slots[at] === 0 && slots[at + 1] === 0 && slots[at + 2] === 0;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(Math.ceil((before.length / words) * growth) * words);
    for (let at = 0; at < before.length; at += words) {
      const [first, second, third] = [before[at]!, before[at + 1]!, before[at + 2]!];
      if (first !== 0 || second !== 0 || third !== 0) this.#put(first, second, third);
    }
    // Frees the memory at once, because garbage collection may take a minute.
    before.buffer.transfer(0);
  }
}

/** Two cyrb53 hashes with different seeds: 53 bits each, of which 96 are kept. */
function hashInto(hash: Uint32Array, text: string, seed: number): void {
  const one = hashOf(text, seed ^ 0x9e3779b9);
  const other = hashOf(text, seed ^ 0x85ebca6b);
  hash[0] = one;
  hash[1] = other;
  hash[2] = (Math.floor(one / wordValues) << 11) ^ Math.floor(other / wordValues);
  if (hash[2] === 0) hash[2] = 1;
}

function hashOf(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
