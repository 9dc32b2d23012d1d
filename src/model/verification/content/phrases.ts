import { plainWords } from '../reading/plain-words.ts';
import { lexicons } from './lexicon/index.ts';
import type { Theme } from './lexicon/lexicon.ts';

/** Looks up each phrase by its first word. The cost per lookup is bounded, so the search is linear in the mail. */

export type PhraseHit = { at: number; phrase: ThemedPhrase };

export type ThemedPhrase = { theme: Theme; strength: number };
type Phrase = ThemedPhrase & { parts: readonly Part[] };

type Part = { words: ReadonlySet<string>; stems: readonly string[] } | 'gap';

/** Words that `~` may skip. */
const gapWordsMax = 3;
const stemLettersMin = 3;

/** With this many more alternatives, a part counts as one letter shorter. */
const choicesPerLetter = 6;
const everydayWords = new Set(
  (
    'you your yours i we us our my me am is are was were be been will would can could may have has had do does did not no if ' +
    'to of in on at for from with by as or and an a the this that these it its one two 1 2 3 here now today new get see ' +
    'set send sent please thank thanks email mail message order view open time day days week name more all any who what ' +
    'when how out up ihr ihre sie ist nicht und der die das den ein eine wir zu von mit fur auf im an es du dein ihren ihrem ' +
    'je uw u de het een is niet en van op te ik wij we deze su tu sus el la los las un una en y que no es por con para del se ' +
    'seu sua o os um uma em e nao com do da voce sem votre vos vous le les des une et est dans sur pour par ne pas il lo gli ' +
    'di che per con non suo tuo'
  ).split(' '),
);

const byFirstWord = new Map<string, Phrase[]>();
const byFirstStem = new Map<string, Phrase[]>();
const words = new Set<string>();
const learnt: Phrase[] = [];

for (const lexicon of lexicons) {
  for (const [theme, lines] of Object.entries(lexicon) as [Theme, string][]) {
    for (const line of lines.split('\n')) if (line.trim() !== '') learn(theme, line.trim());
  }
}

export const knownWords: ReadonlySet<string> = words;

export function phrasesIn(text: readonly string[]): PhraseHit[] {
  const hits: PhraseHit[] = [];
  for (const [at, word] of text.entries()) {
    for (const phrase of byFirstWord.get(word) ?? []) {
      if (follows(phrase.parts, 1, text, at + 1)) hits.push({ at, phrase });
    }
    if (word.length < stemLettersMin) continue;
    for (const phrase of byFirstStem.get(word.slice(0, stemLettersMin)) ?? []) {
      if (follows(phrase.parts, 0, text, at)) hits.push({ at, phrase });
    }
  }
  return hits;
}

/** Every text with a phrase of the themes contains at least one of the words. Uses the rarest words. */
export function selectAnchors(themes: readonly Theme[]): { words: Set<string>; stems: Set<string> } {
  const anchors = { words: new Set<string>(), stems: new Set<string>() };
  for (const { theme, parts } of learnt) {
    if (!themes.includes(theme)) continue;
    const choices = parts.filter((part) => part !== 'gap');
    const rarest = choices.reduce((best, each) => (rarity(each) > rarity(best) ? each : best));
    for (const word of rarest.words) anchors.words.add(word);
    for (const stem of rarest.stems) anchors.stems.add(stem);
  }
  return anchors;
}

/** Rates by the shortest word; 0 if a word is in every text. */
function rarity({ words, stems }: Exclude<Part, 'gap'>): number {
  const choices = [...words, ...stems];
  if (choices.some((word) => everydayWords.has(word))) return 0;
  return Math.min(...choices.map(({ length }) => length)) - choices.length / choicesPerLetter;
}

function follows(parts: readonly Part[], from: number, text: readonly string[], at: number): boolean {
  let place = at;
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index]!;
    if (part === 'gap') {
      const last = Math.min(place + gapWordsMax, text.length - 1);
      for (let after = place; after <= last; after += 1) {
        if (follows(parts, index + 1, text, after)) return true;
      }
      return false;
    }
    const word = text[place];
    if (word === undefined || !fits(part, word)) return false;
    place += 1;
  }
  return true;
}

function fits({ words, stems }: Exclude<Part, 'gap'>, word: string): boolean {
  return words.has(word) || stems.some((stem) => word.startsWith(stem));
}

/** @throws Error for an empty or oversized phrase, which is a programming error */
function learn(theme: Theme, line: string): void {
  const strong = line.startsWith('!');
  const written = (strong ? line.slice(1) : line).trim().split(/\s+/);
  while (written.at(-1) === '~') written.pop();
  while (written[0] === '~') written.shift();
  const parts = written.map((part): Part => (part === '~' ? 'gap' : readPart(part, line)));
  const phrase: Phrase = { theme, strength: strong ? 2 : 1, parts };
  learnt.push(phrase);
  const first = parts[0];
  if (first === undefined || first === 'gap') throw new Error(`A phrase without a word: ${line}`);
  for (const word of first.words) add(byFirstWord, word, phrase);
  for (const stem of first.stems) add(byFirstStem, stem.slice(0, stemLettersMin), phrase);
}

function readPart(part: string, line: string): Part {
  const read = { words: new Set<string>(), stems: [] as string[] };
  for (const choice of part.split('/')) {
    const word = plainWords(choice.replace('*', '')).join('');
    if (word === '') throw new Error(`A phrase with an empty word: ${line}`);
    if (!choice.endsWith('*')) {
      read.words.add(word);
      words.add(word);
    } else if (word.length >= stemLettersMin) {
      read.stems.push(word);
    } else {
      throw new Error(`A beginning of fewer than ${stemLettersMin} letters: ${line}`);
    }
  }
  return read;
}

function add(index: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const there = index.get(key) ?? [];
  index.set(key, there);
  if (!there.includes(phrase)) there.push(phrase);
}
