import { disguisedLetters } from '../reading/lookalikes.ts';
import { plainWords } from '../reading/plain-words.ts';
import type { SeenHtml } from '../reading/seen-html.ts';
import { brandWords } from './brands.ts';
import { lureThemes } from './lexicon/lexicon.ts';
import { selectAnchors } from './phrases.ts';

const lureLettersMin = 5;
const tokenLettersMin = 4;
const wordLettersMax = 40;
const runCharactersMax = 300;
const tellingWords: ReadonlySet<string> = new Set([
  ...brandWords,
  ...[...selectAnchors(lureThemes).words].filter(({ length }) => length >= lureLettersMin),
]);
const notAscii = /[^\p{ASCII}]/u;
const token = /[\p{L}\p{Mark}\p{Default_Ignorable_Code_Point}]+/gv;
const markInside = /\p{Script=Latin}[\p{Default_Ignorable_Code_Point}--\u00AD]+\p{Script=Latin}/v;
const backwards = /\u202E([^\u202C\u202E\n]*)/g;
const letter = /[\p{L}\p{N}]/u;

export function isDisguiseTarget(word: string): boolean {
  return tellingWords.has(word);
}

/**
 * Counts disguised brand names and lure words: foreign letters, invisible or hidden characters inside,
 * reversed text. No honest sender disguises words. `written` still has every disguise.
 */
export function disguisedWords(written: string, { text, cuts, turned }: SeenHtml): number {
  let found = countTelling(turned);
  if (notAscii.test(written)) {
    for (const [word] of written.matchAll(token)) {
      if (word.length < tokenLettersMin || word.length > wordLettersMax) continue;
      if (!markInside.test(word) && disguisedLetters(word.toLowerCase()) === 0) continue;
      found += countTelling(word);
    }
    for (const [, run] of written.matchAll(backwards)) {
      found += countTelling([...run!.slice(0, runCharactersMax)].reverse().join(''));
    }
  }
  for (const at of cuts) found += countTelling(wordAround(text, at));
  return found;
}

function countTelling(text: string): number {
  return text === '' ? 0 : plainWords(text).filter(isDisguiseTarget).length;
}

function wordAround(text: string, at: number): string {
  let from = at;
  let to = at;
  while (from > 0 && at - from < wordLettersMax && letter.test(text[from - 1]!)) from -= 1;
  while (to < text.length && to - at < wordLettersMax && letter.test(text[to]!)) to += 1;
  return text.slice(from, to);
}
