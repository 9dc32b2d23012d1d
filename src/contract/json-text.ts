import type { Pieces } from '../concurrency/pieces.ts';

/** Checked before parsing, because later time and memory depend on the number of parts and block the event loop. */

/** Nesting limit, because later code may recurse. A Tiptap document may nest 50 nodes, each an object in an array. */
export const jsonDepthMax = 128;
/**
 * The largest legitimate text, a batch of 1,000 subscribers with 13 fields, 100 attributes, 100 tags and 3
 * consent fields each, has 217,000 keys and elements.
 */
export const jsonPartsMax = 250_000;
/** Event properties may have 1,000, one of them an object with as many as fit into 16 KiB: 2,730 of six characters each. */
export const jsonFieldsMax = 3_000;
/** 20 per subscriber of a batch. V8 keeps a hidden class per set of names; 100,000 take half a second. */
export const jsonNamesMax = 20_000;
/** Shorter texts, in characters, are fast in any case. */
const namesCountedFrom = 64 * 1024;
/** The smallest Tiptap mark has two parts in the 16 characters of `{"type":"bold"},`. */
const charactersPerPart = 8;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Returns a sentence without its subject, or null. Counts each opening bracket and comma as a part. */
export function excessOfJson(text: string): string | null {
  const scan = beginScan(text, sharedFields);
  scanUntil(scan, text.length);
  return excessFound(scan);
}

/** Yields after every `characters` characters. A string is never split. */
export function* excessOfJsonInPieces(text: string, characters: number): Pieces<string | null> {
  const scan = beginScan(text, new Int32Array(jsonDepthMax + 1));
  for (;;) {
    scanUntil(scan, Math.min(scan.at + characters, text.length));
    if (scan.excess !== null || scan.at >= text.length) return excessFound(scan);
    yield;
  }
}

type Scan = {
  readonly text: string;
  /** Field counts by depth. Arrays count only parts. */
  readonly fields: Int32Array;
  readonly names: ((text: string, from: number, to: number) => number) | null;
  at: number;
  depth: number;
  parts: number;
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
      // The parser rejects excess closing brackets.
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

/** Low enough that no text counts it up to a limit. */
const inArray = -(2 ** 30);
/** Shared by synchronous scans, because allocating costs as much as scanning a short text. */
const sharedFields = new Int32Array(jsonDepthMax + 1);

const nameSlots = 2 ** 18;
/** Only this prefix of a longer name is compared. */
const nameCharactersMax = 200;

/** Collisions make the count slightly too low. */
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

/** Most strings have fewer escaped quotes. */
const searchesMax = 64;

/** Returns -1 if the string does not close. */
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
  // With very many escaped quotes, one pass by character is cheaper than further searches.
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return -1;
}
