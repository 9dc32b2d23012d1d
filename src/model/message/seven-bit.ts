import { asciiField } from './ascii-field.ts';
import type { HeaderField } from './header.ts';
import {
  delimitersIn,
  type Entity,
  encoded,
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
import { hasEightBit } from './reading/read-fields.ts';
import { fromQuotedPrintable, quotedPrintable } from './transfer-encoding.ts';
import { UnsafeMessage, unfitForSevenBit } from './unsafe-message.ts';

/** For a server without 8BITMIME (RFC 6152 3). Re-encoded parts decode to the same bytes. */

/** @throws UnsafeMessage 5.6.3 for bytes above 127 in an unreadable or oversized structure */
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

/** @param typeUnsaid default Content-Type at this position (RFC 2046 5.1.5) */
function sevenBitEntity(entity: Entity, typeUnsaid: string, place: Place): Entity {
  if (!hasEightBit(entity.body)) return entity;
  enterPart(place, entity.body);
  const contentType = readFieldText(entity, 'content-type');
  const type = readMainValue(contentType) || typeUnsaid;
  if (type.startsWith('multipart/')) {
    const boundary = readParameter(contentType, 'boundary');
    const partType = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    return labelled(entity.fields, '7bit', sevenBitParts(entity.body, boundary, partType, place));
  }
  if (type === 'message/rfc822' || type === 'message/global') {
    return labelled(entity.fields, '7bit', sevenBitPart(entity.body, 'text/plain', place));
  }
  return sevenBitLeaf(entity, type);
}

function sevenBitLeaf({ fields, body }: Entity, type: string): Entity {
  const encoding = readMainValue(readFieldText({ fields }, 'content-transfer-encoding'));
  switch (encoding) {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return encoded(fields, Buffer.from(body, 'latin1'), type);
    case 'quoted-printable':
      // Bytes above 127 are invalid here, but readers take them literally.
      return labelled(fields, encoding, quotedPrintable(fromQuotedPrintable(body)));
    case 'base64':
      // Characters outside the alphabet are ignored (RFC 2045 6.8).
      return labelled(fields, encoding, body.replace(/[\x80-\xff]/g, ''));
    default:
      throw new UnreadableParts('has a part with an unknown transfer encoding');
  }
}

function sevenBitPart(part: string, typeUnsaid: string, { left, depth }: Place): string {
  if (!hasEightBit(part)) return part;
  const parted = parsePart(part, left);
  if (parted === null) return sevenBitFields(fieldsOfPart(part, left));
  const recoded = sevenBitEntity(parted, typeUnsaid, { left, depth: depth + 1 });
  return `${sevenBitFields(recoded.fields)}\r\n${recoded.body}`;
}

/** A byte without an ASCII form is lost, because no server accepts such a part as 7-bit. */
function sevenBitFields(fields: readonly HeaderField[]): string {
  return fields
    .map((field) => asciiField(field).field.text)
    .join('')
    .replace(/[\x80-\xff]/g, '?');
}

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

/** Programs never display the preamble and epilogue (RFC 2046 5.1.1). */
function withoutEightBit(text: string): string {
  return text.replace(/[\x80-\xff]/g, '?');
}

function unreadable(why: string): UnsafeMessage {
  return new UnsafeMessage(
    unfitForSevenBit,
    `The message ${why}, and cannot be made fit for a server without 8BITMIME.`,
  );
}
