const fewestSlots = 1 << 10;
/** Fibonacci hashing: 2^32 divided by the golden ratio. */
const multiplier = 0x9e3779b1;
/** Another odd number, so that the characters of nearby nodes spread. */
const nodeMultiplier = 0x85ebca6b;

/** Edges of a tree, by node and UTF-16 character, in a hash table of typed arrays: faster and smaller than a `Map`. */
export class Edges {
  private nodes: Uint32Array;
  private characters: Uint16Array;
  /** The node at the end of the edge; 0 in an empty slot, because no edge leads to the root. */
  private targets: Uint32Array;
  private shift: number;
  private size = 0;

  /** @param size expected number of edges */
  constructor(size = 0) {
    const slots = Math.max(fewestSlots, 2 ** Math.ceil(Math.log2(size * 2 + 1)));
    this.nodes = new Uint32Array(slots);
    this.characters = new Uint16Array(slots);
    this.targets = new Uint32Array(slots);
    this.shift = Math.clz32(slots) + 1;
  }

  /** Returns the next node, or 0 if no edge has the character. */
  next(node: number, character: number): number {
    return this.targets[this.findSlot(node, character)]!;
  }

  add(node: number, character: number, target: number): void {
    if (this.size * 2 >= this.nodes.length) this.grow();
    const slot = this.findSlot(node, character);
    this.nodes[slot] = node;
    this.characters[slot] = character;
    this.targets[slot] = target;
    this.size += 1;
  }

  /** Returns the slot of the edge, or the empty slot where it belongs. */
  private findSlot(node: number, character: number): number {
    const { nodes, characters, targets } = this;
    const last = nodes.length - 1;
    let slot = Math.imul(Math.imul(node, nodeMultiplier) ^ character, multiplier) >>> this.shift;
    while (targets[slot] !== 0 && (nodes[slot] !== node || characters[slot] !== character)) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  private grow(): void {
    const { nodes, characters, targets } = this;
    Object.assign(this, new Edges(nodes.length));
    for (let slot = 0; slot < nodes.length; slot += 1) {
      if (targets[slot] !== 0) this.add(nodes[slot]!, characters[slot]!, targets[slot]!);
    }
  }
}
