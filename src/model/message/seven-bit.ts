import { isUtf8 } from 'node:buffer';
import { asciiField } from './ascii-field.ts';
import { type HeaderField, headerField } from './header.ts';
import { parameterOf, wordOf } from './parameters.ts';
import { findField, hasEightBit, isNamed, readFields, unfoldedValue } from './read-fields.ts';
import { fromQuotedPrintable, prefersRadix64, quotedPrintable, radix64 } from './transfer-encoding.ts';
import { UnsafeMessage, unfitForSevenBit } from './unsafe-message.ts';

/**
 * Makes a MIME message 7-bit for a server without 8BITMIME (RFC 6152 3): every part with octets above 127 is encoded
 * and labelled so, and decodes to the same octets. Everything else, including the structure, is preserved.
 */

/** A message or a part of one: header and content, one character per octet. */
type Entity = { fields: HeaderField[]; body: string };

/** Depth of nested parts; each level is read again. */
const depthMax = 30;
/** Octets read over all levels: a large message must have few levels, or it takes too long. */
const octetsReadMax = 80 * 1024 * 1024;
const partsMax = 1_000;
/** The header of one part. An octet of header costs a hundred times as much as one of content. */
const partHeaderOctetsMax = 64 * 1024;
const partFieldsMax = 1_000;
/** The headers of all parts together. */
const headerOctetsMax = 512 * 1024;
const fieldsMax = 10_000;

/** What is left of these limits. One per message, decremented while reading. */
type Allowance = { octets: number; parts: number; headerOctets: number; fields: number };

/** @throws UnsafeMessage 5.6.3 for a structure with octets above 127 that is unreadable or too large */
export function sevenBitMessage(message: Entity): Entity {
  if (!hasEightBit(message.body)) return message;
  const left = { octets: octetsReadMax, parts: partsMax, headerOctets: headerOctetsMax, fields: fieldsMax };
  const { fields, body } = sevenBitEntity(withMimeFields(message), 'text/plain', { left, depth: 0 });
  return { fields, body: body.endsWith('\r\n') ? body : `${body}\r\n` };
}

/** Labels a message without MIME as text (RFC 2045 5.2). A label needs a MIME-Version. */
function withMimeFields({ fields, body }: Entity): Entity {
  const added: HeaderField[] = [];
  if (findField(fields, 'mime-version') === undefined) added.push(headerField('MIME-Version', '1.0'));
  if (findField(fields, 'content-type') === undefined) {
    // RFC 1428 3 names a charset for unknown ones.
    const charset = isUtf8(Buffer.from(body, 'latin1')) ? 'utf-8' : 'unknown-8bit';
    added.push(headerField('Content-Type', `text/plain; charset=${charset}`));
  }
  return { fields: [...fields, ...added], body };
}

type Place = { left: Allowance; depth: number };

/** @param typeUnsaid the default Content-Type here (RFC 2046 5.1.5) */
function sevenBitEntity(entity: Entity, typeUnsaid: string, place: Place): Entity {
  if (!hasEightBit(entity.body)) return entity;
  place.left.octets -= entity.body.length;
  if (place.depth > depthMax || place.left.octets < 0) throw unreadable('has too many parts within parts');
  const contentType = textOf(entity, 'content-type');
  const type = wordOf(contentType) || typeUnsaid;
  if (type.startsWith('multipart/')) {
    const boundary = parameterOf(contentType, 'boundary');
    const partType = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    return labelled(entity.fields, '7bit', sevenBitParts(entity.body, boundary, partType, place));
  }
  if (type === 'message/rfc822' || type === 'message/global') {
    return labelled(entity.fields, '7bit', sevenBitPart(entity.body, 'text/plain', place));
  }
  return sevenBitLeaf(entity, type);
}

function sevenBitLeaf({ fields, body }: Entity, type: string): Entity {
  const encoding = wordOf(textOf({ fields, body }, 'content-transfer-encoding'));
  switch (encoding) {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return encoded(fields, Buffer.from(body, 'latin1'), type);
    case 'quoted-printable':
      // Octets above 127 are invalid in it, and readers take them literally.
      return labelled(fields, encoding, quotedPrintable(fromQuotedPrintable(body)));
    case 'base64':
      // RFC 2045 6.8: characters outside of the alphabet are ignored.
      return labelled(fields, encoding, body.replace(/[\x80-\xff]/g, ''));
    default:
      throw unreadable('has a part in an encoding that is not known');
  }
}

function encoded(fields: HeaderField[], octets: Buffer, type: string): Entity {
  let above127 = 0;
  for (const octet of octets) if (octet > 0x7f) above127 += 1;
  // Only text has line ends (RFC 2045 6.7): in anything else they may be significant octets.
  return !type.startsWith('text/') || prefersRadix64(octets.length, above127)
    ? labelled(fields, 'base64', radix64(octets))
    : labelled(fields, 'quoted-printable', quotedPrintable(octets));
}

function labelled(fields: readonly HeaderField[], encoding: string, body: string): Entity {
  const label = headerField('Content-Transfer-Encoding', encoding);
  const kept = fields.filter((field) => !isNamed(field, 'content-transfer-encoding'));
  return { fields: [...kept, label], body };
}

function textOf({ fields }: Entity, name: string): string {
  const field = findField(fields, name);
  return field === undefined ? '' : unfoldedValue(field);
}

/** A part between two delimiters: header, empty line, content. */
function sevenBitPart(part: string, typeUnsaid: string, { left, depth }: Place): string {
  if (!hasEightBit(part)) return part;
  const headerEnd = part.startsWith('\r\n') ? 0 : part.indexOf('\r\n\r\n') + 2;
  // Without an empty line all of it is header, and there is nothing to encode.
  if (headerEnd === 1) return sevenBitFields(fieldsOfPart(part, left));
  const fields = fieldsOfPart(part.slice(0, headerEnd), left);
  const entity = { fields, body: part.slice(headerEnd + 2) };
  const recoded = sevenBitEntity(entity, typeUnsaid, { left, depth: depth + 1 });
  return `${sevenBitFields(recoded.fields)}\r\n${recoded.body}`;
}

function fieldsOfPart(header: string, left: Allowance): HeaderField[] {
  left.headerOctets -= header.length;
  if (header.length > partHeaderOctetsMax || left.headerOctets < 0) {
    throw unreadable('has parts with too large a header');
  }
  const fields = readFields(header);
  left.fields -= fields.length;
  if (fields.length > partFieldsMax || left.fields < 0) {
    throw unreadable('has parts with too many header fields');
  }
  return fields;
}

/** The header of a part. An octet that cannot be written in ASCII is lost: no server takes such a part 7-bit. */
function sevenBitFields(fields: readonly HeaderField[]): string {
  return fields
    .map((field) => asciiField(field).field.text)
    .join('')
    .replace(/[\x80-\xff]/g, '?');
}

/** The parts of a multipart (RFC 2046 5.1.1), each converted; delimiter lines and everything around them stay. */
function sevenBitParts(body: string, boundary: string | null, partType: string, place: Place): string {
  if (boundary === null || boundary === '') throw unreadable('has parts without a boundary');
  const delimiters = delimitersIn(body, boundary, place.left);
  if (delimiters.length === 0) throw unreadable('has none of the parts that it says it has');
  let text = withoutEightBit(body.slice(0, delimiters[0]!.start));
  for (const [index, delimiter] of delimiters.entries()) {
    const next = delimiters[index + 1];
    const content = body.slice(delimiter.end, next?.start);
    text += body.slice(delimiter.start, delimiter.end);
    text += delimiter.closes ? withoutEightBit(content) : sevenBitPart(content, partType, place);
    if (delimiter.closes) break;
  }
  return text;
}

/** The preamble and epilogue are never displayed (RFC 2046 5.1.1). */
function withoutEightBit(text: string): string {
  return text.replace(/[\x80-\xff]/g, '?');
}

type Delimiter = { start: number; end: number; closes: boolean };

/** Each delimiter with its line ends, up to the closing one. */
function delimitersIn(body: string, boundary: string, left: Allowance): Delimiter[] {
  const delimiters: Delimiter[] = [];
  const mark = `--${boundary}`;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body.charCodeAt(at - 1) !== 0x0a) continue;
    const lineEnd = body.indexOf('\r\n', at);
    const rest = body.slice(at + mark.length, lineEnd === -1 ? undefined : lineEnd);
    // Another boundary may have this one as its prefix.
    const ending = /^(--)?[ \t]*$/.exec(rest);
    if (ending === null) continue;
    const closes = ending[1] !== undefined;
    // The CR LF before a delimiter belongs to it. After a header without content there may be only one for both.
    const before = delimiters.at(-1)?.end ?? 0;
    delimiters.push({
      start: Math.max(at - 2, before),
      end: lineEnd === -1 ? body.length : lineEnd + 2,
      closes,
    });
    if (closes) break;
    left.parts -= 1;
    if (left.parts < 0) throw unreadable('has too many parts');
  }
  return delimiters;
}

function unreadable(why: string): UnsafeMessage {
  return new UnsafeMessage(
    unfitForSevenBit,
    `The message ${why}, and cannot be made fit for a server without 8BITMIME.`,
  );
}
