import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurns } from '../../concurrency/pieces.ts';
import { excessOfJson, excessOfJsonInPieces } from '../../contract/json-text.ts';
import { fieldPath } from '../../contract/validation-errors.ts';
import { Failure, type FieldFault, invalidField } from '../../model/failure.ts';

const jsonType = /^application\/json[\t ]*(?:;[\t ]*(?:charset[\t ]*=[\t ]*(?:"utf-8"|utf-8)[\t ]*)?)?$/i;

const oneTurnBytesMax = 256 * 1024;
/** Characters scanned per turn, which takes one or two milliseconds. */
const scanCharacters = 512 * 1024;

/** Distinguishes a body that is not JSON from JSON that exceeds the limits. */
export class NotJson extends Failure {
  constructor(why: string) {
    super('validation_error', {
      message: `The body ${why}`,
      details: [{ path: '', code: 'invalid', message: why }] satisfies FieldFault[],
    });
  }
}

/**
 * Reads `application/json` (RFC 8259) in strict UTF-8, with an optional byte order mark and without
 * `__proto__` keys, in turns. An empty body is `{}`. Returns `unsupported_media_type` or `validation_error`.
 */
export function readJson(
  headers: IncomingHttpHeaders,
  bytes: Buffer | null,
): unknown | Failure | Promise<unknown | Failure> {
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
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', hasByteOrderMark ? 3 : 0);
  if (bytes.length > oneTurnBytesMax) return parseInTurns(text);
  const excess = excessOfJson(text);
  return excess === null ? withoutPrototypeKey(text, parse(text)) : invalidField('', excess);
}

async function parseInTurns(text: string): Promise<unknown | Failure> {
  await nextTurn();
  const excess = await inTurns(excessOfJsonInPieces(text, scanCharacters));
  if (excess !== null) return invalidField('', excess);
  await nextTurn();
  const value = parse(text);
  await nextTurn();
  return withoutPrototypeKey(text, value);
}

function parse(text: string): unknown | NotJson {
  try {
    return JSON.parse(text);
  } catch {
    return new NotJson('is not valid JSON');
  }
}

function withoutPrototypeKey(text: string, value: unknown): unknown | Failure {
  if (!(value instanceof NotJson) && mayHoldPrototypeKey(text)) {
    const path = prototypeKeyPath(value);
    if (path !== null)
      return invalidField(fieldPath(path.reverse()), 'is not a field of this request', 'unknown_field');
  }
  return value;
}

/** A `__proto__` key is valid JSON and harmless in the parsed value, but not in code that copies fields by name. */
function mayHoldPrototypeKey(text: string): boolean {
  return text.includes('__proto__') || (text.includes('\\u') && /\\u00(?:5f|70|72|6f|74)/i.test(text));
}

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
