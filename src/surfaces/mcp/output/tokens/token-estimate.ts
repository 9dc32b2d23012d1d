import { knownPieces } from './known-pieces.ts';
import { isPair, isTriple } from './letter-tokens.ts';

/**
 * Estimates an upper bound of o200k tokens without the tokenizer, whose tables are larger than this server.
 * It splits a text into words, groups of three digits and other runs, and merges neighbors within each.
 * Frequent words have known counts. For other letters, the bound follows from the pairs and triples that are
 * tokens; text that looks English gets a lower estimate. Other characters: at most a token per byte.
 */

/** Letters that follow a letter in English and most languages of its alphabet. Other sequences are ids, codes or typos. */
const followers: Readonly<Record<string, string>> = {
  a: 'bcdfgiklmnprstuvwxy',
  b: 'aeijlorsuy',
  c: 'acehikloprtuy',
  d: 'adeikmorstuy',
  e: 'abcdefghilmnopqrstuvwxy',
  f: 'aefilortuy',
  g: 'aehilnorsu',
  h: 'aeiort',
  i: 'abcdefglmnoprstvxz',
  j: 'eos',
  k: 'eis',
  l: 'abdeilostuy',
  m: 'abceilmopstu',
  n: 'acdefgiklnopstuvy',
  o: 'abcdefgiklmnoprstuvwx',
  p: 'aehilmoprstux',
  q: 'lu',
  r: 'acdefgiklmnorstuvy',
  s: 'acdehiklmopqstuw',
  t: 'acdehilmnoprstuwy',
  u: 'abcdegilmnprst',
  v: 'aeio',
  w: 'aehinorsw',
  x: 'apt',
  y: 'elops',
  z: 'ae',
};

const alphabetLength = 26;
const firstSmall = 0x61;
/** 1 if the second letter may follow the first, by two letters from 0 to 25. */
const follows = Uint8Array.from({ length: alphabetLength ** 2 }, (_, pair) => {
  const letter = (index: number) => String.fromCharCode(firstSmall + index);
  const after = followers[letter(Math.floor(pair / alphabetLength))]!;
  return after.includes(letter(pair % alphabetLength)) ? 1 : 0;
});

/** Cost of an English word: per letter, plus a constant. Shorter and longer words are often not English. */
const tokensOfLetter = 0.44;
const tokensOfWord = 0.4;
const wordLettersMin = 4;
const wordLettersMax = 20;
const digitsOfToken = 3;
const knownLettersMax = 16;
/** Cost of the signs between JSON fields, by number of tokens. */
const joints: ReadonlyMap<string, number> = new Map(
  [
    [],
    [
      '":"',
      '","',
      '":',
      ',"',
      '{"',
      '"}',
      '":["',
      '":{"',
      '"},{"',
      '":[',
      '"},',
      '},"',
      '},{"',
      '"}}',
      '"]',
      '}]',
      '}}',
      '://',
    ],
    ['"},"', '":{', '":[{"', '"],"', '"]}', '":[],"', '":{}', '"}]', '"}],"', '}],"', '}},"', '[{"'],
    ['":{},"'],
  ].flatMap((all, tokens) => all.map((signs) => [signs, tokens] as const)),
);
const blanksOfToken = 8;

/** Non-ASCII characters that cost less than one token per byte. */
const cheaper: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x0410, 0x044f, 1],
  [0x05d0, 0x05ea, 1],
  [0x0900, 0x0eff, 2],
  [0x1000, 0x10ff, 2],
  [0x1200, 0x137f, 2],
  [0x2000, 0x206f, 2],
  [0x3040, 0x30ff, 2],
  [0xff00, 0xffef, 2],
];

/** @param enough stops counting at this number, so that a text over its limit is not read to the end */
export function tokensAtMost(text: string, enough = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length && tokens < enough) {
    const start = at;
    const code = text.charCodeAt(at);
    if (isLetter(code)) {
      at = pieceEnd(text, at);
      tokens += tokensOfPiece(text, start, at);
    } else if (isDigit(code)) {
      at = runEnd(text, at, isDigit);
      tokens += Math.ceil((at - start) / digitsOfToken);
    } else if (code === 0x20) {
      at = runEnd(text, at, isBlank);
      const isOfWord = at < text.length && isLetter(text.charCodeAt(at));
      // The last blank belongs to the word after it.
      tokens += Math.ceil((at - start - 1) / blanksOfToken) + (isOfWord ? 0 : 1);
    } else if (code < 0x80) {
      at = runEnd(text, at, isSign);
      const isOfWord = at - start === 1 && at < text.length && !isTaken(text, start);
      const end = isOfWord ? pieceEnd(text, at) : at;
      const withWord = end > at ? signedPiece(text.slice(start, end)) : undefined;
      if (withWord === undefined) tokens += joints.get(text.slice(start, at)) ?? at - start;
      else {
        tokens += withWord;
        at = end;
      }
    } else {
      const character = text.codePointAt(at)!;
      at += character > 0xffff ? 2 : 1;
      tokens += tokensOfCharacter(character);
    }
  }
  return Math.ceil(tokens);
}

/** Returns true if the tokenizer joins the sign with the blank or sign before it, and not with the word after it. */
function isTaken(text: string, at: number): boolean {
  const before = at === 0 ? 0 : text.charCodeAt(at - 1);
  return before === 0x20 || before >= 0x80;
}

/** Signs that merge with the beginning of some words and leave a rest that is not a word. */
const tearing: ReadonlySet<string> = new Set("'(-/");

/** Undefined if unknown, in which case the sign is its own token. */
function signedPiece(piece: string): number | undefined {
  const together = knownPieces.get(piece);
  if (together !== undefined || !tearing.has(piece[0]!)) return together;
  const word = knownPieces.get(piece.slice(1));
  return word === undefined ? undefined : word + 2;
}

function runEnd(text: string, from: number, belongs: (code: number) => boolean): number {
  let at = from + 1;
  while (at < text.length && belongs(text.charCodeAt(at))) at += 1;
  return at;
}

function pieceEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isLetter(text.charCodeAt(at))) {
    if (at > from && isCapital(text.charCodeAt(at)) && !isCapital(text.charCodeAt(at - 1))) break;
    at += 1;
  }
  return at;
}

function tokensOfPiece(text: string, from: number, to: number): number {
  const letters = to - from;
  const known = letters <= knownLettersMax ? knownPieces.get(text.slice(from, to)) : undefined;
  if (known !== undefined) return known;
  let capitals = 0;
  let likely = letters >= wordLettersMin && letters <= wordLettersMax;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (isCapital(code)) capitals += 1;
    if (at > from && likely) {
      const before = (text.charCodeAt(at - 1) | 0x20) - firstSmall;
      likely = follows[before * alphabetLength + (code | 0x20) - firstSmall] === 1;
    }
  }
  const most = tokensOfLetters(text, from, to);
  return likely && capitals <= 1 ? Math.min(most, tokensOfWord + tokensOfLetter * letters) : most;
}

/**
 * Returns the maximum tokens for a run of letters. The tokenizer merges neighbors while the result is a
 * token, so no two adjacent parts may form a known token (up to three letters, or a blank and letters).
 */
function tokensOfLetters(text: string, from: number, to: number): number {
  const start = from > 0 && text.charCodeAt(from - 1) === 0x20 ? from - 1 : from;
  // Maximum number of tokens at the last four positions, by the letters of the last token: one, two or more.
  let [one1, two1, more1] = [none, none, 0];
  let [one2, two2, more2] = [none, none, none];
  let [best3, bestBefore] = [none, none];
  for (let at = start; at < to; at += 1) {
    const last = text.charCodeAt(at);
    const second = at > start ? text.charCodeAt(at - 1) : 0;
    const third = at > start + 1 ? text.charCodeAt(at - 2) : 0;
    const joins = second !== 0 && isPair(second, last);
    const joinsAll = third !== 0 && isTriple(third, second, last);
    const one = 1 + Math.max(more1, joins ? none : one1, joinsAll ? none : two1);
    const two = joins ? 1 + Math.max(more2, two2, joinsAll ? none : one2) : none;
    const three = third !== 0 && (joinsAll || !isSmall(third) || !isSmall(last)) ? best3 : none;
    const more = 1 + Math.max(three, bestBefore);
    bestBefore = Math.max(bestBefore, best3);
    best3 = Math.max(one2, two2, more2);
    [one2, two2, more2] = [one1, two1, more1];
    [one1, two1, more1] = [one, two, more];
  }
  return Math.max(one1, two1, more1);
}

const none = Number.NEGATIVE_INFINITY;

function tokensOfCharacter(character: number): number {
  const range = cheaper.find(([from, to]) => character >= from && character <= to);
  if (range) return range[2];
  if (character < 0x800) return 2;
  return character < 0x10000 ? 3 : 4;
}

function isLetter(code: number): boolean {
  return isCapital(code) || isSmall(code);
}

function isSmall(code: number): boolean {
  return code >= firstSmall && code <= 0x7a;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isBlank(code: number): boolean {
  return code === 0x20;
}

function isSign(code: number): boolean {
  return code < 0x80 && code !== 0x20 && !isLetter(code) && !isDigit(code);
}
