import { Edges } from './edges.ts';
import { type FragmentTree, type Phrase, phraseTable } from './phrase-table.ts';

export type ConceptPhrase = Pick<Phrase, 'concept' | 'language'>;
/** The word at which the last part of the phrase begins. */
export type ConceptHit = { at: number; phrase: ConceptPhrase };

type Tree = { edges: Edges; open: Uses; whole: Uses };
/** `from` is, by node, the place after its first use in `uses`, or 0. */
type Uses = { uses: FragmentTree['open']; from: Uint32Array };

const space = 0x20;
const atWordStarts = readTree(phraseTable.atWordStarts);
const anywhere = readTree(phraseTable.anywhere);

/** Finds the phrases of all languages in one pass over the text. */
export function conceptsIn(plain: readonly string[]): ConceptHit[] {
  const text = plain.join(' ');
  const hits: ConceptHit[] = [];
  const seen = new Map<Phrase, number[]>();
  let word = 0;
  const use = (index: number, part: number, at: number): void => {
    const phrase = phraseTable.phrases[index]!;
    if (completes(seen, phrase, part, at)) hits.push({ at: word, phrase });
  };
  for (let at = 0; at < text.length; at += 1) {
    const isStart = at === 0 || text.charCodeAt(at - 1) === space;
    if (isStart && at > 0) word += 1;
    if (isStart) walk(atWordStarts, text, at, use);
    walk(anywhere, text, at, use);
  }
  return hits;
}

type OnUse = (phrase: number, part: number, at: number) => void;

function walk({ edges, open, whole }: Tree, text: string, at: number, use: OnUse): void {
  let node = edges.next(0, text.charCodeAt(at));
  for (let end = at + 1; node !== 0; end += 1) {
    useAll(open, node, at, use);
    const code = end < text.length ? text.charCodeAt(end) : space;
    if (code === space) useAll(whole, node, at, use);
    node = edges.next(node, code);
  }
}

function useAll({ uses, from }: Uses, node: number, at: number, use: OnUse): void {
  const first = from[node]!;
  if (first === 0) return;
  for (let index = first - 1; uses[index] === node; index += 3) use(uses[index + 1]!, uses[index + 2]!, at);
}

/** Notes where the part was seen, and returns whether every part of the phrase was seen within its reach. */
function completes(seen: Map<Phrase, number[]>, phrase: Phrase, part: number, at: number): boolean {
  if (phrase.parts === 1) return true;
  const places = seen.get(phrase) ?? new Array<number>(phrase.parts).fill(Number.NEGATIVE_INFINITY);
  seen.set(phrase, places);
  places[part] = at;
  return places.every((place) => at - place <= phrase.reach);
}

function readTree({ characters, branches, open, whole }: FragmentTree): Tree {
  const edges = new Edges(characters.length);
  let branch = 0;
  for (let node = 1; node <= characters.length; node += 1) {
    const isBranch = branches[branch] === node;
    edges.add(isBranch ? branches[branch + 1]! : node - 1, characters.charCodeAt(node - 1), node);
    if (isBranch) branch += 2;
  }
  return { edges, open: indexUses(open, characters.length), whole: indexUses(whole, characters.length) };
}

function indexUses(uses: FragmentTree['open'], nodes: number): Uses {
  const from = new Uint32Array(nodes + 1);
  for (let index = uses.length - 3; index >= 0; index -= 3) from[uses[index]!] = index + 1;
  return { uses, from };
}
