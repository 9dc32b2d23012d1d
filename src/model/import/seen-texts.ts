const slotsMin = 1_024;
/** Of four slots at most three are taken. */
const fullness = 0.75;

/**
 * A set of texts that costs a few octets for each, however long they are: the addresses of a million rows in 16 MB. Two texts
 * are taken for one where 106 bits of their hashes agree, which no file brings about by chance.
 */
export class SeenTexts {
  readonly #seed: number;
  /** Two numbers a slot; zeros are an empty one. */
  #slots = new Float64Array(slotsMin * 2);
  #amount = 0;

  /** @param seed by chance, so that an attacker cannot write a file whose texts all fall on one slot */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** @returns false when it was there already */
  add(text: string): boolean {
    if (this.#amount >= (this.#slots.length / 2) * fullness) this.#grow();
    const [first, second] = hashesOf(text, this.#seed);
    const added = this.#put(first, second);
    if (added) this.#amount += 1;
    return added;
  }

  has(text: string): boolean {
    const [first, second] = hashesOf(text, this.#seed);
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let slot = (first % 0x40000000) & mask; ; slot = (slot + 1) & mask) {
      if (slots[slot * 2] === first && slots[slot * 2 + 1] === second) return true;
      if (slots[slot * 2] === 0 && slots[slot * 2 + 1] === 0) return false;
    }
  }

  #put(first: number, second: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let slot = (first % 0x40000000) & mask; ; slot = (slot + 1) & mask) {
      const kept = slots[slot * 2]!;
      if (kept === 0 && slots[slot * 2 + 1] === 0) {
        slots[slot * 2] = first;
        slots[slot * 2 + 1] = second;
        return true;
      }
      if (kept === first && slots[slot * 2 + 1] === second) return false;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] !== 0 || before[at + 1] !== 0) this.#put(before[at]!, before[at + 1]!);
    }
  }
}

/** cyrb53, twice with other seeds: 53 bits each. */
function hashesOf(text: string, seed: number): [number, number] {
  return [hashOf(text, seed ^ 0x9e3779b9) + 1, hashOf(text, seed ^ 0x85ebca6b) + 1];
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
