import type { Pieces } from '../concurrency/pieces.ts';

/**
 * What a JSON text may hold before it is parsed. Everything after parsing takes time and memory by the number of parts
 * and blocks the event loop, so a text of a few megabytes is counted while it is still a text.
 */

/**
 * Objects and arrays within each other, at most: everything after this may walk a value recursively. A Tiptap document
 * may be 50 nodes deep, each of them an object in an array.
 */
export const jsonDepthMax = 128;
/**
 * Keys and elements of a whole text, at most. Of the texts that are short for what they hold, the largest is a batch
 * of 1,000 subscribers, each with 13 fields, 100 attributes, 100 tags and 3 of consent: 217,000.
 */
export const jsonPartsMax = 250_000;
/**
 * Fields of one object, at most. The properties of an event, the widest of all, may be 1,000, and one of them may be an
 * object of as many more as fit into 16 KiB: 2,730 of six characters each.
 */
export const jsonFieldsMax = 3_000;
/**
 * Different names of fields in a whole text, at most: 20 of their own for each of 1,000 subscribers. The engine below us
 * keeps a form for every object that has names of its own, and to make a hundred thousand takes it half a second.
 */
export const jsonNamesMax = 20_000;
/** A shorter text cannot take long, whatever it names. Characters. */
const namesCountedFrom = 64 * 1024;
/**
 * A longer text may have a part for every so many characters: the smallest thing a mail is made of, a mark of a Tiptap
 * document, is an element and a key in the 16 characters of `{"type":"bold"},`.
 */
const charactersPerPart = 8;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Finds what a JSON text has too much of, before it is parsed. Strings are jumped over, so a long text in one string costs
 * next to nothing. Every bracket that opens and every comma counts as a key or an element; an empty array counts as one.
 * @returns a sentence without its subject that says what is allowed; null for a text that may be parsed
 */
export function excessOfJson(text: string): string | null {
  const scan = beginScan(text, sharedFields);
  scanUntil(scan, text.length);
  return excessFound(scan);
}

/** Does the same and yields after every `characters` characters. A string is never split. */
export function* excessOfJsonInPieces(text: string, characters: number): Pieces<string | null> {
  const scan = beginScan(text, new Int32Array(jsonDepthMax + 1));
  for (;;) {
    scanUntil(scan, Math.min(scan.at + characters, text.length));
    if (scan.excess !== null || scan.at >= text.length) return excessFound(scan);
    yield;
  }
}

/** A scan that can stop between two tokens. */
type Scan = {
  readonly text: string;
  /** By depth: the fields of the object that is open there. In an array only parts are counted. */
  readonly fields: Int32Array;
  readonly names: ((text: string, from: number, to: number) => number) | null;
  at: number;
  depth: number;
  parts: number;
  /** In an object, the next string is a name. */
  nameNext: boolean;
  excess: string | null;
};

function beginScan(text: string, fields: Int32Array): Scan {
  fields[0] = inArray;
  const names = text.length < namesCountedFrom ? null : nameCounter();
  return { text, fields, names, at: 0, depth: 0, parts: 0, nameNext: false, excess: null };
}

function excessFound({ text, parts, excess }: Scan): string | null {
  if (excess !== null) return excess;
  const partsMax = Math.max(jsonPartsMax, Math.floor(text.length / charactersPerPart));
  return parts > partsMax ? `must not have more than ${formatted(partsMax)} fields and entries` : null;
}

/** Scans until the first token that ends at or after `end`. */
function scanUntil(scan: Scan, end: number): void {
  const { text, fields, names } = scan;
  let { at, depth, parts, nameNext } = scan;
  for (; at < end; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const opening = at;
      at = closingQuote(text, opening);
      if (at < 0) {
        at = text.length;
        break;
      }
      if (nameNext && names !== null && names(text, opening + 1, at) > jsonNamesMax) {
        scan.excess = `must not have more than ${formatted(jsonNamesMax)} different names of fields`;
        return;
      }
      nameNext = false;
    } else if (character === openBrace || character === openBracket) {
      depth += 1;
      parts += 1;
      if (depth > jsonDepthMax) {
        scan.excess = `must not nest objects and arrays more than ${jsonDepthMax} deep`;
        return;
      }
      nameNext = character === openBrace;
      fields[depth] = nameNext ? 1 : inArray;
    } else if (character === closeBrace || character === closeBracket) {
      // Too many of them are for the parser to refuse.
      if (depth > 0) depth -= 1;
    } else if (character === comma) {
      parts += 1;
      const count = fields[depth]! + 1;
      fields[depth] = count;
      nameNext = count > 0;
      if (count > jsonFieldsMax) {
        scan.excess = `must not have more than ${formatted(jsonFieldsMax)} fields in one object`;
        return;
      }
    }
  }
  scan.at = at;
  scan.depth = depth;
  scan.parts = parts;
  scan.nameNext = nameNext;
}

/** So low that no text counts it up to a limit. */
const inArray = -(2 ** 30);
/** Used by every scan that runs in one go, because a new one costs as much as scanning a short text. */
const sharedFields = new Int32Array(jsonDepthMax + 1);

const nameSlots = 2 ** 18;
/** Longer names are none of ours; of one that is, this much of its beginning is looked at. */
const nameCharactersMax = 200;

/** Counts different names, a few too low: two may fall into one slot. */
function nameCounter(): (text: string, from: number, to: number) => number {
  const seen = new Uint8Array(nameSlots);
  let count = 0;
  return (text, from, to) => {
    const end = Math.min(to, from + nameCharactersMax);
    let hash = 0;
    for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const slot = (hash ^ (hash >>> 14)) & (nameSlots - 1);
    if (seen[slot] === 0) {
      seen[slot] = 1;
      count += 1;
    }
    return count;
  };
}

function formatted(amount: number): string {
  return amount.toLocaleString('en');
}

/** Escaped quotes that are passed by searching: most strings have few. */
const searchesMax = 64;

/** Where the string that opens at `opening` closes; -1 when it does not. */
function closingQuote(text: string, opening: number): number {
  let from = opening + 1;
  for (let searches = 0; searches < searchesMax; searches++) {
    const at = text.indexOf('"', from);
    if (at < 0) return -1;
    let before = at - 1;
    while (before > opening && text.charCodeAt(before) === backslash) before -= 1;
    // An even number of backslashes escape each other; an odd one escapes the quote.
    if ((at - before) % 2 === 1) return at;
    from = at + 1;
  }
  // Of a million of them each costs a search; one character at a time costs less.
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return -1;
}
