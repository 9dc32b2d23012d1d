import { brandWords } from './brands.ts';
import { isDisguiseTarget } from './disguised-words.ts';
import { knownWords } from './phrases.ts';

type Undisguised = {
  words: string[];
  /** Spaced-out words and sentences, and words split in half. */
  split: number;
  /** Words with digits and signs in place of letters. */
  leet: number;
  telling: number;
};

const lettersInRowMin = 4;
const rowMax = 2_000;
const joinedLettersMin = 6;
const joinedLettersMax = 16;
/** The shorter half is at most this long; otherwise the halves are two words. */
const halfLettersMax = 4;
const wordLettersMax = 16;
const known: ReadonlySet<string> = new Set([...knownWords, ...brandWords]);
/** Known words by their visual form: a capital I and an l are indistinguishable. */
const bySight = new Map(
  [...known].filter(({ length }) => length > 2).map((word) => [word.replaceAll('l', 'i'), word]),
);
const plainLetters = /^[a-z]+$/;
const hasLetter = /[a-z]/;
/** A sign at the end may be a number: `bolt3`. */
const signInside = /^[a-z].*[013457@8$!].*[a-z]$/;
const letterOf: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

export function undisguised(words: readonly string[]): Undisguised {
  const result: Undisguised = { words: [], split: 0, leet: 0, telling: 0 };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (isSingle(word)) {
      let end = at + 1;
      while (end < words.length && end - at < rowMax && isSingle(words[end]!)) end += 1;
      if (end - at >= lettersInRowMin) {
        takeRow(words.slice(at, end).join(''), result);
        at = end - 1;
        continue;
      }
    }
    const joined = joinedWith(word, words[at + 1]);
    if (joined !== null) {
      result.words.push(joined);
      if (joined !== 'email' && joined !== 'emails') result.split += 1;
      at += 1;
    } else {
      takeWord(word, result);
    }
  }
  return result;
}

function isSingle(word: string): boolean {
  return word.length === 1 && word >= 'a' && word <= 'z';
}

function isKnown(word: string): boolean {
  return known.has(word);
}

/** Splits a run of letters into the longest known words. Letters between them stay one word. */
function takeRow(row: string, result: Undisguised): void {
  let rest = '';
  let found = 0;
  for (let at = 0; at < row.length; ) {
    let length = Math.min(wordLettersMax, row.length - at);
    while (length > 1 && !isKnown(row.slice(at, at + length))) length -= 1;
    if (length > 1) {
      if (rest !== '') result.words.push(rest);
      rest = '';
      const word = row.slice(at, at + length);
      result.words.push(word);
      if (length > 3) found += 1;
      if (isDisguiseTarget(word)) result.telling += 1;
      at += length;
    } else {
      rest += row[at];
      at += 1;
    }
  }
  if (rest !== '') result.words.push(rest);
  result.split += found;
}

function joinedWith(word: string, next: string | undefined): string | null {
  if (next === undefined) return null;
  if (word === 'e' && (next === 'mail' || next === 'mails')) return `e${next}`;
  const length = word.length + next.length;
  if (length < joinedLettersMin || length > joinedLettersMax) return null;
  if (word.length > halfLettersMax && next.length > halfLettersMax) return null;
  if (known.has(word) && known.has(next)) return null;
  const joined = word + next;
  return isKnown(joined) ? joined : null;
}

function takeWord(word: string, result: Undisguised): void {
  if (plainLetters.test(word)) {
    result.words.push(known.has(word) ? word : (bySight.get(word.replaceAll('l', 'i')) ?? word));
    return;
  }
  const bare = withoutSignsAtEnd(word);
  if (bare.length <= wordLettersMax && bare.length > 3 && hasLetter.test(bare)) {
    const read = bare.replace(/[013457@8$!]/g, (sign) => letterOf[sign]!);
    const meant = isKnown(read) ? read : (bySight.get(read.replaceAll('l', 'i')) ?? read);
    if (read !== bare && isKnown(meant) && meant.length > 3) {
      result.words.push(meant);
      result.leet += 1;
      if (isDisguiseTarget(meant) && signInside.test(bare)) result.telling += 1;
      return;
    }
  }
  for (const part of word.split(/[@$!]+/)) if (part !== '') result.words.push(part);
}

/** Avoids a regular expression, which takes quadratic time on runs of signs. */
function withoutSignsAtEnd(word: string): string {
  let end = word.length;
  while (end > 0 && '@$!'.includes(word[end - 1]!)) end -= 1;
  return word.slice(0, end);
}
