import { asciiField } from './ascii-field.ts';
import type { HeaderField } from './header.ts';
import {
  delimitersIn,
  type Entity,
  encoded,
  enter,
  fieldsOfPart,
  labelled,
  type Place,
  partOf,
  textOf,
  UnreadableParts,
  wholeMessage,
  withMimeFields,
} from './mime-parts.ts';
import { parameterOf, wordOf } from './parameters.ts';
import { hasEightBit } from './read-fields.ts';
import { fromQuotedPrintable, quotedPrintable } from './transfer-encoding.ts';
import { UnsafeMessage, unfitForSevenBit } from './unsafe-message.ts';

/**
 * Makes a MIME message 7-bit for a server without 8BITMIME (RFC 6152 3): every part with octets above 127 is encoded
 * and labelled so, and decodes to the same octets. Everything else, including the structure, is preserved.
 */

/** @throws UnsafeMessage 5.6.3 for a structure with octets above 127 that is unreadable or too large */
export function sevenBitMessage(message: Entity): Entity {
  if (!hasEightBit(message.body)) return message;
  try {
    const { fields, body } = sevenBitEntity(withMimeFields(message), 'text/plain', wholeMessage());
    return { fields, body: body.endsWith('\r\n') ? body : `${body}\r\n` };
  } catch (error) {
    if (error instanceof UnreadableParts) throw unreadable(error.message);
    throw error;
  }
}

/** @param typeUnsaid the default Content-Type here (RFC 2046 5.1.5) */
function sevenBitEntity(entity: Entity, typeUnsaid: string, place: Place): Entity {
  if (!hasEightBit(entity.body)) return entity;
  enter(place, entity.body);
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
  const encoding = wordOf(textOf({ fields }, 'content-transfer-encoding'));
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
      throw new UnreadableParts('has a part with an unknown transfer encoding');
  }
}

/** A part between two delimiters: header, empty line, content. */
function sevenBitPart(part: string, typeUnsaid: string, { left, depth }: Place): string {
  if (!hasEightBit(part)) return part;
  const parted = partOf(part, left);
  if (parted === null) return sevenBitFields(fieldsOfPart(part, left));
  const recoded = sevenBitEntity(parted, typeUnsaid, { left, depth: depth + 1 });
  return `${sevenBitFields(recoded.fields)}\r\n${recoded.body}`;
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
  const delimiters = delimitersIn(body, boundary, place.left);
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

function unreadable(why: string): UnsafeMessage {
  return new UnsafeMessage(
    unfitForSevenBit,
    `The message ${why}, and cannot be made fit for a server without 8BITMIME.`,
  );
}
