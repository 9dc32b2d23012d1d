/**
 * How many tokens of o200k a text has at most, without the tokenizer, whose tables are larger than this server. The
 * tokenizer cuts a text into runs of letters, groups of three digits, and the rest, and merges within each; so a run can be
 * judged by its length. What looks like English is merged well. Of other letters at least every second stands with a
 * neighbour, as nearly every pair of letters is a token. Beyond ASCII a character is taken for what it costs alone, at
 * worst one token for each of its bytes.
 */

/** What English and most languages of its alphabet let follow a letter; anything else is an id, a code or a slip. */
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
/** By two letters from 0 to 25: whether the second may follow the first. */
const follows = Uint8Array.from({ length: alphabetLength ** 2 }, (_, pair) => {
  const letter = (index: number) => String.fromCharCode(firstSmall + index);
  const after = followers[letter(Math.floor(pair / alphabetLength))]!;
  return after.includes(letter(pair % alphabetLength)) ? 1 : 0;
});

/** A word of English: what each letter costs, and the word beside. Longer ones than this are rarely words. */
const tokensOfLetter = 0.44;
const tokensOfWord = 0.4;
const wordLettersMax = 20;
const digitsOfToken = 3;
/** Signs that stand together between the fields of JSON and are one token. */
const joints = new Set([
  '":"',
  '","',
  '":',
  ',"',
  '{"',
  '"}',
  '":{"',
  '":["',
  '"],"',
  '"},"',
  '"},{"',
  '":[{"',
  '":[],"',
  '":[',
  '":{',
]);
/** Blanks that are one token together. */
const blanksOfToken = 8;

/** Characters beyond ASCII that cost less than their bytes: from, to, tokens. */
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

/**
 * @param enough the count stops there: a text that is over a limit need not be read to its end
 */
export function tokensAtMost(text: string, enough = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length && tokens < enough) {
    const start = at;
    const code = text.charCodeAt(at);
    if (isLetter(code)) {
      at = runEnd(text, at, isLetter);
      tokens += tokensOfLetters(text, start, at);
    } else if (isDigit(code)) {
      at = runEnd(text, at, isDigit);
      tokens += Math.ceil((at - start) / digitsOfToken);
    } else if (code === 0x20) {
      at = runEnd(text, at, isBlank);
      // One blank belongs to the word after it.
      if (at - start > 1 || at === text.length || !isLetter(text.charCodeAt(at)))
        tokens += Math.ceil((at - start) / blanksOfToken);
    } else if (code < 0x80) {
      at = runEnd(text, at, isSign);
      tokens += joints.has(text.slice(start, at)) ? 1 : at - start;
    } else {
      const character = text.codePointAt(at)!;
      at += character > 0xffff ? 2 : 1;
      tokens += tokensOfCharacter(character);
    }
  }
  return Math.ceil(tokens);
}

function runEnd(text: string, from: number, belongs: (code: number) => boolean): number {
  let at = from + 1;
  while (at < text.length && belongs(text.charCodeAt(at))) at += 1;
  return at;
}

/** Letters in a row: words in camel case are parted as the tokenizer parts them, before a capital after a small letter. */
function tokensOfLetters(text: string, from: number, to: number): number {
  let tokens = 0;
  let start = from;
  for (let at = from + 1; at <= to; at += 1) {
    if (at < to && !(isCapital(text.charCodeAt(at)) && !isCapital(text.charCodeAt(at - 1)))) continue;
    tokens += tokensOfPiece(text, start, at);
    start = at;
  }
  return tokens;
}

function tokensOfPiece(text: string, from: number, to: number): number {
  const letters = to - from;
  if (letters === 1) return 1;
  let capitals = 0;
  let likely = letters <= wordLettersMax;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (isCapital(code)) capitals += 1;
    if (at > from && likely) {
      const before = (text.charCodeAt(at - 1) | 0x20) - firstSmall;
      likely = follows[before * alphabetLength + (code | 0x20) - firstSmall] === 1;
    }
  }
  if (likely && capitals <= 1) return tokensOfWord + tokensOfLetter * letters;
  // With the blank or sign before them; of two neighbours that stand alone, at least one pair would have been merged.
  return (2 * letters + 3) / 3;
}

function tokensOfCharacter(character: number): number {
  const range = cheaper.find(([from, to]) => character >= from && character <= to);
  if (range) return range[2];
  if (character < 0x800) return 2;
  return character < 0x10000 ? 3 : 4;
}

function isLetter(code: number): boolean {
  return isCapital(code) || (code >= firstSmall && code <= 0x7a);
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
