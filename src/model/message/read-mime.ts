import type { RawMessage } from './raw-message.ts';
import { separateMessages } from './separate-messages.ts';

/** The content of a whole message, decoded for display. */
export type ReadMessage = {
  /** Empty where it has none. */
  html: string;
  text: string;
  /** The first ones. */
  attachments: ReadAttachment[];
  /** It exceeded the limit: something may be missing at its end. */
  cut: boolean;
  /** False where it could not be parsed and `text` is its source. */
  understood: boolean;
};

export type ReadAttachment = {
  filename: string | null;
  /** Such as `image/png`, in lower case. */
  type: string;
  /** Octets, decoded. */
  size: number;
  /** Octets of the requested attachment. */
  content?: Uint8Array;
};

/** The octets of a message that are parsed: more than any door accepts, so that nothing after an attachment is lost. */
const octetsMax = 12_000_000;
/**
 * Each line costs the parser as much as a hundred octets, in time and in memory. An attachment of the largest size has
 * 160,000.
 */
const linesMax = 300_000;
const nestingMax = 50;
const headerOctetsMax = 500_000;
/** No real message has more attachments; one of thousands of parts is an attack. */
export const attachmentsMax = 100;
/** The octets shown of an unparsable message. */
const sourceOctetsMax = 100_000;

/**
 * Never throws: a message that is not readable as MIME, or has too many lines, is shown as its raw text. The time it
 * takes grows with lines and parts, up to seconds, so servers call `Rendering.read` instead.
 *
 * @param attachment number, counted from 1, of the attachment to return
 */
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
    // The parser throws beyond its limits; the source is shown then.
    return unreadMessage(raw);
  }
}

type MessageContent = Pick<ReadMessage, 'html' | 'text' | 'attachments'>;

/** Parses one message whose nested messages have no body. @throws beyond the parser's limits */
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
    // An unparsed nested message has unknown text.
    if (attachment.rfc822DepthExceeded) throw new Error('a message is nested too deep');
    if (content.attachments.length === attachmentsMax) continue;
    const { filename, mimeType, content: given } = attachment;
    const octets = typeof given === 'string' ? Buffer.from(given) : new Uint8Array(given);
    const isWanted = content.attachments.length + 1 === wanted;
    content.attachments.push({
      filename,
      type: mimeType,
      size: octets.length,
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

/** A message shown as its source, because parsing it is too expensive. */
export function unreadMessage({ body }: RawMessage): ReadMessage {
  const text = Buffer.from(body.slice(0, sourceOctetsMax), 'latin1').toString();
  return { html: '', text, attachments: [], cut: body.length > sourceOctetsMax, understood: false };
}
