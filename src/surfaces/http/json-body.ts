import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { fieldPath } from '../../contract/faults.ts';
import { Failure, invalidField } from '../../model/failure.ts';

/**
 * Objects and arrays within each other, at most: everything after this may walk a body recursively. A Tiptap document
 * may be 50 nodes deep, each of them an object in an array.
 */
export const jsonDepthMax = 128;
/**
 * Keys and elements of a whole body, at most. Of the bodies that are short for what they hold, the largest is a batch
 * of 1,000 subscribers, each with 13 fields, 100 attributes, 100 tags and 3 of consent: 217,000.
 */
export const jsonPartsMax = 250_000;
/**
 * A longer body may have a part for every so many characters: the smallest thing a mail is made of, a mark of a Tiptap
 * document, is an element and a key in the 16 characters of `{"type":"bold"},`.
 */
const charactersPerPart = 8;

const jsonType = /^application\/json[\t ]*(?:;[\t ]*(?:charset[\t ]*=[\t ]*(?:"utf-8"|utf-8)[\t ]*)?)?$/i;

/**
 * Reads a request body as JSON (RFC 8259): declared as `application/json`, strict UTF-8 with or without a byte
 * order mark, within the two limits above, without `__proto__` keys. A body that was not sent reads as `{}`.
 *
 * @returns the value, or the Failure to answer: `unsupported_media_type` or `validation_error` with path ''
 */
export function readJson(headers: IncomingHttpHeaders, bytes: Buffer | null): unknown | Failure {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new Failure('unsupported_media_type');
  }
  if (bytes === null || bytes.length === 0) return {};
  const type = headers['content-type'];
  if (type !== 'application/json' && (type === undefined || !jsonType.test(type))) {
    return new Failure('unsupported_media_type');
  }
  if (!isUtf8(bytes)) return invalidField('', 'is not valid UTF-8');
  const text = bytes.toString('utf8', startsWithByteOrderMark(bytes) ? 3 : 0);
  const excess = excessOf(text);
  if (excess !== null) return invalidField('', excess);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalidField('', 'is not valid JSON');
  }
  if (mayHoldPrototypeKey(text)) {
    const path = prototypeKeyPath(value);
    if (path !== null)
      return invalidField(fieldPath(path.reverse()), 'is not a field of this request', 'unknown_field');
  }
  return value;
}

function startsWithByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * What a JSON text has too much of, as a sentence, or null. Asked before parsing, since a few megabytes of brackets
 * become hundreds of megabytes of arrays. Strings are jumped over, so a long body in one string costs next to nothing.
 * Every bracket that opens and every comma begins a key or an element; that an empty array has none is not looked for.
 */
function excessOf(text: string): string | null {
  const partsMax = Math.max(jsonPartsMax, text.length / charactersPerPart);
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = closingQuote(text, at);
      if (at < 0) break;
    } else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      parts += 1;
      if (depth > jsonDepthMax) return `must not nest objects and arrays more than ${jsonDepthMax} deep`;
    } else if (character === 0x7d || character === 0x5d) {
      depth -= 1;
    } else if (character === comma) {
      parts += 1;
    }
  }
  return parts > partsMax ? 'has too many fields and entries' : null;
}

/** Where the string that opens at `opening` closes; -1 when it does not. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // An even number of backslashes escape each other; an odd one escapes the quote.
    if ((at - before) % 2 === 1) return at;
    at = text.indexOf('"', at + 1);
  }
  return -1;
}

/** A key `__proto__` is legal JSON and harmless in the parsed value, but not in whatever copies fields by name. */
function mayHoldPrototypeKey(text: string): boolean {
  return text.includes('__proto__') || (text.includes('\\u') && /\\u00(?:5f|70|72|6f|74)/i.test(text));
}

/** The way to a key `__proto__`, from its end. */
function prototypeKeyPath(value: unknown): PropertyKey[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = prototypeKeyPath(value[index]);
      if (found !== null) return [...found, index];
    }
    return null;
  }
  for (const [key, field] of Object.entries(value)) {
    const found = key === '__proto__' ? [] : prototypeKeyPath(field);
    if (found !== null) return [...found, key];
  }
  return null;
}
