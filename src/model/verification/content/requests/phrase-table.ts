import { plainText } from '../../reading/plain-words.ts';
import type { Concept, ConceptPhrases } from './concept.ts';
import { Edges } from './edges.ts';
import { phrasesByLanguage } from './languages.ts';

/** A phrase of one or more parts, which may be `reach` characters apart. */
export type Phrase = { concept: Concept; language: string; parts: number; reach: number };

/** A tree of fragments by their characters. Node 0 is the root, and character `n` leads to node `n + 1`. */
export type FragmentTree = {
  characters: string;
  /** Pairs of a node and the node that leads to it, where that is not the node before it. */
  branches: number[];
  /** Uses of the fragments that end at a node, three numbers each: node, phrase and part. In the order of their nodes. */
  open: number[];
  /** Like `open`, of fragments after which the word must end. */
  whole: number[];
};

export type PhraseTable = {
  phrases: Phrase[];
  atWordStarts: FragmentTree;
  anywhere: FragmentTree;
};

/** Parts of a phrase may be this far apart, which is about a sentence. */
const reachCharacters = 90;
/** Scripts without spaces need fewer characters for a sentence. */
const reachUnspaced = 30;
const lettersMin = 2;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** @throws Error for a fragment of too few letters, which is a programming error */
function buildPhraseTable(languages: Readonly<Record<string, ConceptPhrases>>): PhraseTable {
  const phrases: Phrase[] = [];
  const trees = { atWordStarts: new TreeBuilder(), anywhere: new TreeBuilder() };
  const learn = (language: string, concept: Concept, line: string): void => {
    const parts = line.split('+');
    const reach = unspaced.test(line) ? reachUnspaced : reachCharacters;
    phrases.push({ concept, language, parts: parts.length, reach });
    for (const [part, choices] of parts.entries()) {
      for (const choice of choices.split('/')) {
        const written = choice.trim();
        const isUnspaced = unspaced.test(written);
        const text = written.replaceAll('*', '').trim();
        if (text.length < (isUnspaced ? 1 : lettersMin))
          throw new Error(`A part of fewer than ${lettersMin} letters: ${written}`);
        const tree = isUnspaced || written.startsWith('*') ? trees.anywhere : trees.atWordStarts;
        tree.add(text, isUnspaced || written.endsWith('*') ? 'open' : 'whole', phrases.length - 1, part);
      }
    }
  };
  for (const [language, concepts] of Object.entries(languages)) {
    for (const [concept, written] of Object.entries(concepts) as [Concept, string][]) {
      const lines = plainText(written).text.replace(/['’]/g, '').replaceAll('-', ' ');
      for (const line of lines.split('\n')) if (line.trim() !== '') learn(language, concept, line);
    }
  }
  return { phrases, atWordStarts: trees.atWordStarts.build(), anywhere: trees.anywhere.build() };
}

type Use = [node: number, phrase: number, part: number];

class TreeBuilder {
  readonly #tree = { characters: '', branches: [] as number[] };
  readonly #uses = { open: [] as Use[], whole: [] as Use[] };
  readonly #edges = new Edges();

  add(text: string, end: 'open' | 'whole', phrase: number, part: number): void {
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      let next = this.#edges.next(node, text.charCodeAt(at));
      if (next === 0) {
        this.#tree.characters += text[at];
        next = this.#tree.characters.length;
        if (node !== next - 1) this.#tree.branches.push(next, node);
        this.#edges.add(node, text.charCodeAt(at), next);
      }
      node = next;
    }
    this.#uses[end].push([node, phrase, part]);
  }

  build(): FragmentTree {
    const [open, whole] = [this.#uses.open, this.#uses.whole].map((uses) =>
      uses.sort(([a], [b]) => a - b).flat(),
    );
    return { ...this.#tree, open: open!, whole: whole! };
  }
}

/** The phrases of all languages. The build writes the value of this module, because computing it takes 200 ms. */
export const phraseTable = buildPhraseTable(phrasesByLanguage);
