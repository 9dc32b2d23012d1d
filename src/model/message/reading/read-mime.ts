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

export type ReadMessage = {
  html: string;
  text: string;
  attachments: ReadAttachment[];
  /** The message exceeded the limit, so its end may be missing. */
  cut: boolean;
  /** False if parsing failed and `text` is the source. */
  understood: boolean;
};

export type ReadAttachment = {
  filename: string | null;
  type: string;
  size: number;
  /** Of an image that the HTML names as `cid:`. */
  contentId?: string;
  content?: Uint8Array;
};

/** Bytes parsed. More than any route accepts, so that no content after an attachment is lost. */
const octetsMax = 12_000_000;
/** A line costs the parser as much time and memory as a hundred bytes. The largest attachment has 160,000 lines. */
const linesMax = 300_000;
const nestingMax = 50;
const headerOctetsMax = 500_000;
/** No real message has more attachments; thousands of parts are an attack. */
export const attachmentsMax = 100;
const sourceOctetsMax = 100_000;
const contentIdCharactersMax = 998;

/** Never throws. Takes up to seconds, so servers call `Rendering.read` instead. @param attachment from 1 */
export async function readMime(raw: RawMessage, attachment?: number): Promise<ReadMessage> {
  const whole = `${raw.header}\r\n${raw.body}`;
  if (hasMoreLines(whole.slice(0, octetsMax), linesMax)) return unreadMessage(raw);
  try {
    const body = raw.body.slice(0, Math.max(0, octetsMax - raw.header.length - 2));
    const content: MessageContent = { html: '', text: '', attachments: [] };
    for (const message of separateMessages({ header: raw.header, body })) {
      await addContent(content, message, attachment);
    }
    return { ...content, cut: whole.length > octetsMax, understood: true };
  } catch {
    return unreadMessage(raw);
  }
}

type MessageContent = Pick<ReadMessage, 'html' | 'text' | 'attachments'>;

async function addContent(
  content: MessageContent,
  { header, body }: RawMessage,
  wanted: number | undefined,
): Promise<void> {
  const { default: PostalMime } = await import('postal-mime');
  const read = await PostalMime.parse(Buffer.from(`${header}\r\n${body}`, 'latin1'), {
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerOctetsMax,
    maxRfc822NestingDepth: 1,
    attachmentEncoding: 'arraybuffer',
  });
  content.html += read.html ?? '';
  content.text += read.text ?? '';
  for (const attachment of read.attachments) {
    // The text of an unparsed nested message is unknown.
    if (attachment.rfc822DepthExceeded) throw new Error('a message is nested too deep');
    if (content.attachments.length === attachmentsMax) continue;
    const { filename, mimeType, contentId, content: given } = attachment;
    const octets = typeof given === 'string' ? Buffer.from(given) : new Uint8Array(given);
    const isWanted = content.attachments.length + 1 === wanted;
    content.attachments.push({
      filename,
      type: mimeType,
      size: octets.length,
      ...(contentId && { contentId: contentId.slice(0, contentIdCharactersMax).replace(/^<|>$/g, '') }),
      ...(isWanted && { content: octets }),
    });
  }
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines > most) return true;
  }
  return false;
}

/** Shows the source, because parsing is too expensive. */
export function unreadMessage({ body }: RawMessage): ReadMessage {
  const text = Buffer.from(body.slice(0, sourceOctetsMax), 'latin1').toString();
  return { html: '', text, attachments: [], cut: body.length > sourceOctetsMax, understood: false };
}

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
