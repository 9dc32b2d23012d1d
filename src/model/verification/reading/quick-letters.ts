import { latinLetters } from './lookalikes.ts';

/** Look-alikes map to the same letter, so a word and its disguise are equal and hash alike. */

export const tableSize = 1 << 19;

export const sharpS = 0xdf;

/** Makes a disguised word equal to its plain form. */
export function canonical(word: string): string {
  let written = '';
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    written += code <= tabledMax ? canonicalLetters[code]! : unknownLetter;
  }
  return written;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = step(hash, word.charCodeAt(at));
  return hash;
}

export function step(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) & (tableSize - 1);
}

export const tabledMax = 0x24f;
/** `a` to `z` or a digit for word characters, 0 for separators, 255 for characters that need full verification. */
export const letters = new Uint8Array(tabledMax + 1);
export const never = 255;
for (let code = 0; code <= tabledMax; code += 1) letters[code] = classOf(String.fromCharCode(code));

const unknownLetter = '\x7f';
const canonicalLetters = Array.from(letters, (letter, code) => {
  const written = letter === 0 || letter === never ? unknownLetter : String.fromCharCode(letter);
  return code === sharpS ? written + written : written;
});

function classOf(character: string): number {
  const disguise = '0o1i3e4a5s7t8b@a$s!ili|i'.match(/../gs)!.find(([sign]) => sign === character);
  if (disguise) return disguise.charCodeAt(1);
  if (character === 'ß') return 's'.charCodeAt(0);
  const plain = latinLetters(character.toLowerCase());
  if (/^[a-z0-9]$/.test(plain)) return plain === 'l' ? 'i'.charCodeAt(0) : plain.charCodeAt(0);
  if (character === '\u00AD' || /\p{L}/u.test(character)) return never;
  return 0;
}

export function letterFor(code: number): number {
  if (code <= tabledMax) return letters[code]!;
  return isPlainSign(code) ? 0 : never;
}

/** Typographic signs, currencies, arrows, bullets and pictures, none of which resembles a letter. */
function isPlainSign(code: number): boolean {
  return (
    (code >= 0x2010 && code <= 0x2027) ||
    code === 0x202f ||
    (code >= 0x2030 && code <= 0x205e) ||
    (code >= 0x20a0 && code <= 0x20bf) ||
    code === 0x2122 ||
    (code >= 0x2190 && code <= 0x23ff) ||
    (code >= 0x25a0 && code <= 0x27bf)
  );
}

export function isLetterAt(source: string, at: number): boolean {
  return at < source.length && letterFor(source.charCodeAt(at)) !== 0;
}

export function wordEnd(source: string, from: number): number {
  let end = from;
  while (isLetterAt(source, end)) end += 1;
  return end;
}

export function buildHashBits(words: Iterable<string>, size: number): Uint8Array {
  const bits = new Uint8Array(size >> 3);
  for (const word of words) {
    const hash = hashOf(word) & (size - 1);
    bits[hash >> 3]! |= 1 << (hash & 7);
  }
  return bits;
}

export function isIn(bits: Uint8Array, hash: number): boolean {
  return ((bits[hash >> 3]! >> (hash & 7)) & 1) === 1;
}

const harmlessReference =
  /&(?:nbsp|amp|lt|gt|quot|apos|copy|reg|trade|euro|pound|hellip|ndash|mdash|bull|middot|rarr|larr|laquo|raquo|#39|#x27|#8217|#8211|#8212|#160);/y;

/** @returns -1 for a character reference that is not known as harmless */
export function endOfReference(source: string, at: number): number {
  if (source[at + 1] !== '#' && !isLetterAt(source, at + 1)) return at;
  harmlessReference.lastIndex = at;
  return harmlessReference.test(source) ? harmlessReference.lastIndex - 1 : -1;
}
