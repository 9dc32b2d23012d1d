import type { RawMessage } from '../raw-message.ts';
import {
  delimitersIn,
  type Entity,
  enterPart,
  type Place,
  parsePart,
  readFieldText,
  wholeMessage,
} from './mime-parts.ts';
import { readMainValue, readParameter } from './parameters.ts';
import { readFields } from './read-fields.ts';

/**
 * Extracts inline messages (`message/rfc822`, RFC 2046 5.2.1) at every depth, so that no byte is parsed again
 * for each level. Returns the message, whose nested messages keep only their header, and then these.
 * @throws UnreadableParts if the structure is too deep or too large
 */
export function separateMessages(raw: RawMessage): RawMessage[] {
  // In a delivery report, the contained message is an attachment.
  if (!nested.test(raw.body + raw.header) || report.test(raw.body)) return [raw];
  const found: RawMessage[] = [];
  const body = withoutMessages({ fields: readFields(raw.header), body: raw.body }, 'text/plain', {
    ...wholeMessage(),
    found,
  });
  return [{ header: raw.header, body }, ...found];
}

const nested = /message\/rfc822/i;
const report = /message\/(?:delivery-status|feedback-report)/i;

type Separating = Place & { found: RawMessage[] };

/** @param typeUnsaid default Content-Type at this position (RFC 2046 5.1.5) */
function withoutMessages(entity: Entity, typeUnsaid: string, place: Separating): string {
  const { body } = entity;
  const contentType = readFieldText(entity, 'content-type');
  const type = readMainValue(contentType) || typeUnsaid;
  if (type === 'message/rfc822') return isInline(entity) ? withoutBody(body, place) : body;
  if (!type.startsWith('multipart/') || !nested.test(body)) return body;
  enterPart(place, body);
  const partType = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const delimiters = delimitersIn(body, readParameter(contentType, 'boundary'), place.left);
  let text = body.slice(0, delimiters[0]!.start);
  for (const [index, delimiter] of delimiters.entries()) {
    const content = body.slice(delimiter.end, delimiters[index + 1]?.start);
    text += body.slice(delimiter.start, delimiter.end);
    text += delimiter.closes ? content : partWithoutMessages(content, partType, place);
    if (delimiter.closes) break;
  }
  return text;
}

/** Matches the parser, which does not read encoded or attached messages. */
function isInline(entity: Entity): boolean {
  const disposition = readMainValue(readFieldText(entity, 'content-disposition'));
  const encoding = readMainValue(readFieldText(entity, 'content-transfer-encoding'));
  return disposition !== 'attachment' && !/^(?:base64|quoted-printable)$/.test(encoding);
}

function withoutBody(message: string, place: Separating): string {
  enterPart(place, message);
  const parted = parsePart(message, place.left);
  if (parted === null) return message;
  const header = message.slice(0, message.length - parted.body.length - 2);
  const body = withoutMessages(parted, 'text/plain', { ...place, depth: place.depth + 1 });
  place.found.push({ header, body });
  // The header is still shown. Without Content-* fields, the parser finds nothing nested in it.
  const shown = parted.fields.filter(({ name }) => !/^content-/i.test(name)).map(({ text }) => text);
  return `${shown.join('')}\r\n`;
}

function partWithoutMessages(part: string, typeUnsaid: string, { left, depth, found }: Separating): string {
  const parted = parsePart(part, left);
  if (parted === null) return part;
  const header = part.slice(0, part.length - parted.body.length);
  return header + withoutMessages(parted, typeUnsaid, { left, depth: depth + 1, found });
}
