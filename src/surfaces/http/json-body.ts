import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurns } from '../../concurrency/pieces.ts';
import { excessOfJson, excessOfJsonInPieces } from '../../contract/json-text.ts';
import { fieldPath } from '../../contract/validation-errors.ts';
import { Failure, type FieldFault, invalidField } from '../../model/failure.ts';

const jsonType = /^application\/json[\t ]*(?:;[\t ]*(?:charset[\t ]*=[\t ]*(?:"utf-8"|utf-8)[\t ]*)?)?$/i;

/** A larger body is read in several turns of the event loop. */
const oneTurnBytesMax = 256 * 1024;
/** Characters that are scanned in one turn: a millisecond or two. */
const scanCharacters = 512 * 1024;

/** What is no JSON text at all, beside those that are and hold more than is taken. */
export class NotJson extends Failure {
  constructor(why: string) {
    super('validation_error', {
      message: `The body ${why}`,
      details: [{ path: '', code: 'invalid', message: why }] satisfies FieldFault[],
    });
  }
}

/**
 * Reads a request body as JSON (RFC 8259): declared as `application/json`, strict UTF-8 with or without a byte
 * order mark, within the limits of a JSON text, without `__proto__` keys. A body that was not sent reads as `{}`.
 * Between the steps of reading a large one others have their turn.
 *
 * @returns the value, or the Failure to answer: `unsupported_media_type` or `validation_error` with path ''
 */
export async function readJson(
  headers: IncomingHttpHeaders,
  bytes: Buffer | null,
): Promise<unknown | Failure> {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new Failure('unsupported_media_type');
  }
  if (bytes === null || bytes.length === 0) return {};
  const type = headers['content-type'];
  if (type !== 'application/json' && (type === undefined || !jsonType.test(type))) {
    return new Failure('unsupported_media_type');
  }
  if (!isUtf8(bytes)) return new NotJson('is not valid UTF-8');
  const isLarge = bytes.length > oneTurnBytesMax;
  const text = bytes.toString('utf8', startsWithByteOrderMark(bytes) ? 3 : 0);
  if (isLarge) await nextTurn();
  const excess = isLarge ? await inTurns(excessOfJsonInPieces(text, scanCharacters)) : excessOfJson(text);
  if (excess !== null) return invalidField('', excess);
  if (isLarge) await nextTurn();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return new NotJson('is not valid JSON');
  }
  if (isLarge) await nextTurn();
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
