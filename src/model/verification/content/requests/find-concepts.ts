import { plainText } from '../../reading/plain-words.ts';
import type { Concept, ConceptPhrases } from './concept.ts';
import { phrasesByLanguage } from './languages.ts';

/** Parts of a phrase may be this far apart, which is about a sentence. */
const reachCharacters = 90;
/** Scripts without spaces need fewer characters for a sentence. */
const reachUnspaced = 30;
const lettersMin = 2;

/** The word at which the last part of the phrase begins. */
export type ConceptHit = { at: number; phrase: ConceptPhrase };

export type ConceptPhrase = { concept: Concept; language: string };
type Phrase = ConceptPhrase & { parts: number; reach: number };
type Use = { phrase: Phrase; part: number };

/**
 * A tree of fragments by their characters. Nodes are numbers; 0 is the root. An edge is a node and a character's number in
 * `alphabet`. `open` are the uses of the fragment that ends at a node, and `whole` of one after which the word must end.
 */
type Tree = { edges: Map<number, number>; open: Map<number, Use[]>; whole: Map<number, Use[]> };

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const space = 0x20;
/** Numbers the characters of all fragments from 1, so that the keys of edges stay small integers. */
const alphabet = new Uint16Array(0x10000);
const lettersMax = 0x1000;
let letters = 0;
const atWordStarts = newTree();
const anywhere = newTree();
const none: readonly Use[] = [];

let isLearnt = false;

/** Finds the phrases of all languages in one pass over the text. */
export function conceptsIn(plain: readonly string[]): ConceptHit[] {
  const text = plain.join(' ');
  learnLanguages();
  const hits: ConceptHit[] = [];
  const seen = new Map<Phrase, number[]>();
  let word = 0;
  const use = (uses: readonly Use[], at: number): void => {
    for (const { phrase, part } of uses) {
      if (completes(seen, phrase, part, at)) hits.push({ at: word, phrase });
    }
  };
  for (let at = 0; at < text.length; at += 1) {
    const isStart = at === 0 || text.charCodeAt(at - 1) === space;
    if (isStart && at > 0) word += 1;
    if (isStart) walk(atWordStarts, text, at, use);
    walk(anywhere, text, at, use);
  }
  return hits;
}

function walk(
  { edges, open, whole }: Tree,
  text: string,
  at: number,
  use: (uses: readonly Use[], at: number) => void,
): void {
  let node = edges.get(alphabet[text.charCodeAt(at)]!);
  for (let end = at + 1; node !== undefined; end += 1) {
    use(open.get(node) ?? none, at);
    const code = end < text.length ? text.charCodeAt(end) : space;
    if (code === space) use(whole.get(node) ?? none, at);
    node = edges.get(node * lettersMax + alphabet[code]!);
  }
}

/** Notes where the part was seen, and returns whether every part of the phrase was seen within its reach. */
function completes(seen: Map<Phrase, number[]>, phrase: Phrase, part: number, at: number): boolean {
  if (phrase.parts === 1) return true;
  const places = seen.get(phrase) ?? new Array<number>(phrase.parts).fill(Number.NEGATIVE_INFINITY);
  seen.set(phrase, places);
  places[part] = at;
  return places.every((place) => at - place <= phrase.reach);
}

/** Learns all languages with the first text, so that a verdict does not depend on the texts before it. */
function learnLanguages(): void {
  if (isLearnt) return;
  isLearnt = true;
  for (const [language, phrases] of Object.entries(phrasesByLanguage)) learnAll(language, phrases);
}

function learnAll(language: string, phrases: ConceptPhrases): void {
  for (const [concept, written] of Object.entries(phrases) as [Concept, string][]) {
    const lines = plainText(written).text.replace(/['’]/g, '').replaceAll('-', ' ');
    for (const line of lines.split('\n')) if (line.trim() !== '') learn({ concept, language }, line);
  }
}

function learn(about: ConceptPhrase, line: string): void {
  const parts = line.split('+');
  const isUnspaced = unspaced.test(line);
  const reach = isUnspaced ? reachUnspaced : reachCharacters;
  const phrase: Phrase = { ...about, parts: parts.length, reach };
  for (const [part, choices] of parts.entries()) {
    for (const choice of choices.split('/')) addFragment(choice.trim(), { phrase, part });
  }
}

/** @throws Error for a fragment of too few letters, or too many characters in all, which are programming errors */
function addFragment(written: string, use: Use): void {
  const isUnspaced = unspaced.test(written);
  const text = written.replaceAll('*', '').trim();
  if (text.length < (isUnspaced ? 1 : lettersMin))
    throw new Error(`A part of fewer than ${lettersMin} letters: ${written}`);
  const tree = isUnspaced || written.startsWith('*') ? anywhere : atWordStarts;
  let node = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (alphabet[code] === 0) {
      letters += 1;
      if (letters >= lettersMax) throw new Error(`The phrases use more than ${lettersMax} characters`);
      alphabet[code] = letters;
    }
    const edge = node * lettersMax + alphabet[code]!;
    node = tree.edges.get(edge) ?? tree.edges.size + 1;
    tree.edges.set(edge, node);
  }
  const uses = isUnspaced || written.endsWith('*') ? tree.open : tree.whole;
  const there = uses.get(node);
  if (there) there.push(use);
  else uses.set(node, [use]);
}

function newTree(): Tree {
  return { edges: new Map(), open: new Map(), whole: new Map() };
}
