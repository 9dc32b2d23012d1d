import { asciiField } from './ascii-field.ts';
import { type HeaderField, headerField } from './header.ts';
import { headerFault } from './header-limits.ts';
import type { RawMessage } from './raw-message.ts';
import {
  delimitersIn,
  type Entity,
  encodingFor,
  enterPart,
  fieldsOfPart,
  labelled,
  type Place,
  parsePart,
  readFieldText,
  UnreadableParts,
  wholeMessage,
  withMimeFields,
} from './reading/mime-parts.ts';
import { readMainValue, readParameter } from './reading/parameters.ts';
import { readFields, unfoldedValue } from './reading/read-fields.ts';
import { fromQuotedPrintable, quotedPrintable, radix64, softLineBreak } from './transfer-encoding.ts';

/** RFC 5322 2.1.1, without CR LF. */
const lineOctetsMax = 998;

/**
 * A message without lines over 998 bytes. Parts (their number is `parts`) get another transfer encoding, and
 * decode to the same bytes; header fields (`fields`) are folded.
 */
export type FittedMessage =
  | { ok: true; message: RawMessage; parts: number; fields: readonly string[] }
  | { ok: false; path: 'header' | 'body'; why: string };

class Unfit extends Error {
  readonly path: 'header' | 'body';

  constructor(path: 'header' | 'body', why: string) {
    super(why);
    this.path = path;
  }
}

type Changes = { parts: number; fields: Set<string> };

type Reading = Place & { changes: Changes };

export function* fitLines(message: RawMessage): Generator<void, FittedMessage> {
  const isLong = { header: hasLongLine(message.header), body: hasLongLine(message.body) };
  if (!isLong.header && !isLong.body) return { ok: true, message, parts: 0, fields: [] };
  const tooLarge = headerFault(message.header);
  if (tooLarge !== null) return { ok: false, path: 'header', why: tooLarge };
  const changes: Changes = { parts: 0, fields: new Set() };
  try {
    const header = isLong.header ? foldedHeader(readFields(message.header), changes) : message.header;
    const fitted = isLong.body
      ? yield* fittedBody({ header, body: message.body }, changes)
      : { ...message, header };
    return { ok: true, message: fitted, parts: changes.parts, fields: [...changes.fields] };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, path: error.path, why: error.message };
    if (!(error instanceof UnreadableParts)) throw error;
    return {
      ok: false,
      path: 'body',
      why: `has a line longer than ${lineOctetsMax} octets and ${error.message}, so it cannot be encoded again`,
    };
  }
}

/** Searches backwards from the last allowed line end, so that one step skips many short lines. */
function hasLongLine(text: string): boolean {
  let start = 0;
  while (text.length - start > lineOctetsMax) {
    const lf = text.lastIndexOf('\n', start + lineOctetsMax + 1);
    if (lf < start) return true;
    start = lf + 1;
  }
  return false;
}

function* fittedBody({ header, body }: RawMessage, changes: Changes): Generator<void, RawMessage> {
  const written = { fields: readFields(header), body };
  const reading = { ...wholeMessage(), changes };
  const fitted = yield* fittedEntity(written, 'text/plain', reading);
  if (fitted.fields === written.fields) return { header, body: fitted.body };
  const { fields } = withMimeFields({ fields: fitted.fields, body });
  return {
    header: textOfFields(fields),
    body: fitted.body.endsWith('\r\n') ? fitted.body : `${fitted.body}\r\n`,
  };
}

/** @param typeUnsaid default Content-Type at this position (RFC 2046 5.1.5) */
function* fittedEntity(entity: Entity, typeUnsaid: string, reading: Reading): Generator<void, Entity> {
  if (!hasLongLine(entity.body)) return entity;
  enterPart(reading, entity.body);
  const { fields, body } = entity;
  const contentType = readFieldText(entity, 'content-type');
  const type = readMainValue(contentType) || typeUnsaid;
  if (type === 'multipart/signed') {
    throw new Unfit(
      'body',
      `has a line longer than ${lineOctetsMax} octets in a signed part (multipart/signed), and encoding it would break the signature; sign it with shorter lines`,
    );
  }
  if (type.startsWith('multipart/')) {
    const boundary = readParameter(contentType, 'boundary');
    const partType = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    return { fields, body: yield* fittedParts(body, boundary, partType, reading) };
  }
  if (type === 'message/rfc822' || type === 'message/global') {
    return { fields, body: yield* fittedPart(body, 'text/plain', reading) };
  }
  reading.changes.parts += 1;
  return yield* fittedLeaf(entity, type);
}

function* fittedLeaf({ fields, body }: Entity, type: string): Generator<void, Entity> {
  const encoding = readMainValue(readFieldText({ fields }, 'content-transfer-encoding'));
  yield;
  switch (encoding) {
    case '':
    case '7bit':
    case '8bit':
    case 'binary': {
      const octets = Buffer.from(body, 'latin1');
      const wanted = encodingFor(octets, type);
      const written = wanted === 'base64' ? yield* base64InPieces(octets) : yield* quotedInPieces(octets);
      return labelled(fields, wanted, written);
    }
    case 'quoted-printable':
      return labelled(fields, encoding, yield* quotedInPieces(fromQuotedPrintable(body)));
    case 'base64': {
      // Base64 can be rewrapped without decoding (RFC 2045 6.8).
      const characters = body.replace(/[^A-Za-z0-9+/=]+/g, '');
      return labelled(fields, encoding, yield* base64InPieces(Buffer.from(characters, 'base64')));
    }
    default:
      throw new UnreadableParts('has a part with an unknown transfer encoding');
  }
}

/** Bytes per turn; a multiple of 57, which base64 encodes as one line. */
const pieceOctets = 57 * 2_000;

function* base64InPieces(octets: Buffer): Generator<void, string> {
  const pieces: string[] = [];
  for (let at = 0; at < octets.length; at += pieceOctets) {
    pieces.push(radix64(octets.subarray(at, at + pieceOctets)));
    yield;
  }
  return pieces.join('\r\n');
}

const cr = 0x0d;

function* quotedInPieces(octets: Buffer): Generator<void, string> {
  const pieces: string[] = [];
  for (let at = 0; at < octets.length; ) {
    let end = Math.min(octets.length, at + pieceOctets);
    if (octets[end - 1] === cr && end < octets.length) end += 1;
    const piece = quotedPrintable(octets.subarray(at, end));
    pieces.push(end === octets.length || piece.endsWith('\r\n') ? piece : piece + softLineBreak);
    at = end;
    yield;
  }
  return pieces.join('');
}

function* fittedPart(
  part: string,
  typeUnsaid: string,
  { left, depth, changes }: Reading,
): Generator<void, string> {
  if (!hasLongLine(part)) return part;
  const parted = parsePart(part, left);
  if (parted === null) return foldedHeader(fieldsOfPart(part, left), changes);
  const header = foldedHeader(parted.fields, changes);
  const fitted = yield* fittedEntity(parted, typeUnsaid, { left, depth: depth + 1, changes });
  const written = fitted.fields === parted.fields ? header : foldedHeader(fitted.fields, changes);
  return `${written}\r\n${fitted.body}`;
}

function* fittedParts(
  body: string,
  boundary: string | null,
  partType: string,
  reading: Reading,
): Generator<void, string> {
  const delimiters = delimitersIn(body, boundary, reading.left);
  let text = brokenLines(body.slice(0, delimiters[0]!.start));
  for (const [index, delimiter] of delimiters.entries()) {
    const content = body.slice(delimiter.end, delimiters[index + 1]?.start);
    text += withoutBlanks(body.slice(delimiter.start, delimiter.end));
    if (delimiter.closes) return text + brokenLines(content);
    text += yield* fittedPart(content, partType, reading);
  }
  return text;
}

function withoutBlanks(delimiter: string): string {
  return hasLongLine(delimiter) ? `${delimiter.trimEnd()}\r\n` : delimiter;
}

/** Programs do not display this text. A leading blank keeps a piece from looking like a delimiter. */
function brokenLines(text: string): string {
  if (!hasLongLine(text)) return text;
  let written = '';
  let from = 0;
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf('\r\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    if (end - start > lineOctetsMax) {
      const pieces = text.slice(start, end).match(/.{1,990}/gs)!;
      written += text.slice(from, start) + pieces.join('\r\n ');
      from = end;
    }
    start = end + 2;
  }
  return written + text.slice(from);
}

function foldedHeader(fields: readonly HeaderField[], changes: Changes): string {
  return textOfFields(fields.map((field) => (hasLongLine(field.text) ? folded(field, changes) : field)));
}

function folded(field: HeaderField, changes: Changes): HeaderField {
  const ascii = asciiField(field).field;
  const short = hasLongLine(ascii.text) ? headerField(field.name, unfoldedValue(ascii)) : ascii;
  if (field.name === '' || hasLongLine(short.text)) {
    throw new Unfit(
      'header',
      `has a line longer than ${lineOctetsMax} octets without a blank to fold it at${field.name === '' ? '' : `, in ${field.name.slice(0, 76)}`}`,
    );
  }
  changes.fields.add(field.name);
  return short;
}

function textOfFields(fields: readonly HeaderField[]): string {
  return fields.map(({ text }) => text).join('');
}
